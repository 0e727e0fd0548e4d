package stringformat

import (
	"strings"
	"testing"
)

// TestCheck names strings on either side of each rule. The official suite,
// which is measured as a corpus, has many more.
func TestCheck(t *testing.T) {
	for format, c := range map[string]struct{ has, hasNot []string }{
		"hostname": {
			[]string{"a", "1.b", "www.example.com", "xn--maana-pta.com", strings.Repeat("a", 63)},
			[]string{"", ".", "a.", "-a", "a-", "a_b", "ab--c", "xn--X", "xn--a", "ä", strings.Repeat("a", 64), strings.Repeat("a.", 126) + "aa"},
		},
		"idn-hostname": {
			[]string{"a", "ä.b", "실례。테스트", "l·l", "ß", "۰0", "क्\u200cष", "بي\u200cبي", "・ぁ"},
			[]string{"", "-ä", "Ä", "a·l", "〮a", "٠۰", "a\u200cb", "äb--c", "0a.א", "́a", strings.Repeat("ä", 60)},
		},
		"ipv4":          {[]string{"0.0.0.0", "255.255.255.255"}, []string{"1.2.3", "1.2.3.4.5", "01.2.3.4", "256.0.0.1", "+1.2.3.4", "1.2.3.4 ", "0x1.2.3.4"}},
		"uri":           {[]string{"a:", "a:b", "http://u:p@h:1/p?q#f", "http://[::1]:80/", "urn:x:%C3"}, []string{"", "a", "/a", "a:b c", "a:%4", "http://a@b@c/", "http:/[::1]", "http://[::1", "http://[::1%25a]/", "1:a", "a:ä", "http://h:x/"}},
		"uri-reference": {[]string{"", "a", "#f", "?q", "//h", "./a:b"}, []string{"1:a", ":a", "a\\b", "#a#b", "\"", "ä"}},
		"iri":           {[]string{"a:ä", "http://ä/?\ue000", "http://[V1.fe]"}, []string{"ä", "a:\ue000", "http://[v.a]/", "a: "}},
		"iri-reference": {[]string{"ä", "#ä"}, []string{"\\ä", "\ufdd0"}},
		"uri-template":  {[]string{"", "a", "{a}", "{+a,b*}", "{?a:9999}", "{a.b}/%41"}, []string{"{", "}", "{}", "{a,}", "{a:0}", "{a:10000}", "{a..b}", "a b", "%4", "{a=b}"}},
	} {
		check := Check(format)
		for _, s := range c.has {
			if !check(s) {
				t.Errorf("%s: refuses %q", format, s)
			}
		}
		for _, s := range c.hasNot {
			if check(s) {
				t.Errorf("%s: takes %q", format, s)
			}
		}
	}
	if !IsASCIIHostname("ab--c.xn--a") || IsASCIIHostname("ab-.c") {
		t.Error("the host names before draft 7 are those of RFC 1123")
	}
	if Check("date") != nil {
		t.Error("checks dates, which are left to validators")
	}
}

// TestPunycode has the samples of RFC 3492, section 7.1, whose letters are
// lower case.
func TestPunycode(t *testing.T) {
	for plain, encoded := range map[string]string{
		"ليهمابتكلموشعربي؟":            "egbpdaj6bu4bxfgehfvwxn",
		"他们为什么不说中文":                    "ihqwcrb4cv8a8dqg056pqjye",
		"почемужеонинеговорятпорусски": "b1abfaaepdrnnbgefbadotcwatmq2g4l",
		"3年b組金八先生":                     "3b-ww4c5e180e575a65lsy2b",
	} {
		if got := encode([]rune(plain)); got != encoded {
			t.Errorf("%s: got %s, want %s", plain, got, encoded)
		}
		if got, ok := decode(encoded); !ok || string(got) != plain {
			t.Errorf("%s: got %s, %v, want %s", encoded, string(got), ok, plain)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("xn--maana-pta.com")
	f.Add("http://[::1]/{a}?%41")
	f.Fuzz(func(t *testing.T, s string) {
		for _, format := range []string{"hostname", "idn-hostname", "ipv4", "uri", "uri-reference", "iri", "iri-reference", "uri-template"} {
			has := Check(format)(s)
			if wider := map[string]string{"uri": "iri", "uri-reference": "iri-reference", "hostname": "idn-hostname"}[format]; has && wider != "" && !Check(wider)(s) {
				t.Errorf("%q is a %s and no %s", s, format, wider)
			}
		}
	})
}
