package decimal

import (
	"strings"
	"testing"
)

func parse(t testing.TB, literal string) Decimal {
	t.Helper()
	d, err := Parse(literal)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestParse(t *testing.T) {
	for literal, want := range map[string]string{
		"0": "0", "-0": "0", "0.0": "0", "0e5": "0", "-0.00e-3": "0", "1.0": "1", "10": "10", "1e2": "100", "1E+2": "100", "-12.50": "-12.5",
		"0.001": "0.001", "1e-3": "0.001", "123456789012345678901": "123456789012345678901", "1e400": "1e400", "-25e-400": "-25e-400",
		"9007199254740993": "9007199254740993", "1e20": "100000000000000000000", "1e21": "1e21",
	} {
		if got := parse(t, literal).String(); got != want {
			t.Errorf("%s: got %s, want %s", literal, got, want)
		}
	}
	for literal, want := range map[string]string{
		"": "no JSON number", "01": "no JSON number", ".5": "no JSON number", "1.": "no JSON number", "+1": "no JSON number", "1e": "no JSON number",
		"1e+-1": "no JSON number", "0x1": "no JSON number", "--1": "no JSON number", "1_0": "no JSON number", "NaN": "no JSON number", "1e1.5": "no JSON number",
		"1e10001": "limit of ±10000", "1e-10001": "limit of ±10000", "1e99999999999999999999": "limit of ±10000", strings.Repeat("1", 10_001): "limit of 10000",
	} {
		if _, err := Parse(literal); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", clip(literal), err, want)
		}
	}
}

func bound(t testing.TB, literal string, open bool) *Bound {
	if literal == "" {
		return nil
	}
	return &Bound{parse(t, literal), open}
}

func decimals(t testing.TB, literals string) []Decimal {
	var ds []Decimal
	for _, literal := range strings.Fields(literals) {
		ds = append(ds, parse(t, literal))
	}
	return ds
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, min, max   string
		openMin, openMax bool
		integer          Tristate
		of, not, except  string
		prefer, want     string
	}{
		{name: "anything", want: "0"},
		{name: "at least", min: "17", want: "17"},
		{name: "more than", min: "17", openMin: true, want: "18"},
		{name: "less than", max: "-0.5", openMax: true, want: "-1"},
		{name: "between", min: "0.1", max: "0.2", openMin: true, openMax: true, want: "0.11"},
		{name: "a point", min: "3", max: "3.0", want: "3"},
		{name: "an open point", min: "3", max: "3", openMax: true, want: "empty"},
		{name: "inverted", min: "2", max: "1", want: "empty"},
		{name: "an integer between", min: "0.1", max: "0.9", integer: Must, want: "empty"},
		{name: "an integer", min: "0.1", max: "1.9", integer: Must, want: "1"},
		{name: "open integers", min: "1", max: "2", openMin: true, openMax: true, integer: Must, want: "empty"},
		{name: "no integer", integer: MustNot, want: "0.1"},
		{name: "no integer at a point", min: "1", max: "1", integer: MustNot, want: "empty"},
		{name: "no integer of ten", integer: MustNot, of: "10", want: "empty"},
		{name: "no integer of a half", integer: MustNot, of: "0.5", want: "0.5"},
		{name: "multiples", min: "1", of: "4 6", want: "12"},
		{name: "decimal multiples", min: "0.01", of: "0.15 0.1", want: "0.3"},
		{name: "negative multiples", max: "-1", of: "-4", want: "-4"},
		{name: "covered", of: "6", not: "3", want: "empty"},
		{name: "avoided", min: "1", of: "2", not: "4 6", want: "2"},
		{name: "a narrow residue", min: "2", max: "4", integer: Must, not: "2 3", want: "empty"},
		{name: "a wider one", min: "2", max: "6", integer: Must, not: "2 3", want: "5"},
		{name: "exceptions", min: "1", max: "3", integer: Must, except: "1 2 3", want: "empty"},
		{name: "all but exceptions", except: "0 1 -1", want: "2"},
		{name: "zero only", of: "0", want: "0"},
		{name: "dense but not multiples", min: "0", max: "1", not: "0.001", want: "0.0001"},
		{name: "preferred", min: "1", prefer: "0 42 5", want: "42"},
		{name: "huge", min: "1e400", openMin: true, want: "2e400"},
		{name: "tiny", min: "0", max: "1e-4000", openMin: true, openMax: true, want: "1e-4001"},
		{name: "beyond 2^53", min: "9007199254740992", max: "9007199254740994", openMin: true, openMax: true, integer: Must, want: "9007199254740993"},
	} {
		r := Range{
			Min: bound(t, test.min, test.openMin), Max: bound(t, test.max, test.openMax), Integer: test.integer,
			MultipleOf: decimals(t, test.of), NotMultipleOf: decimals(t, test.not), Except: decimals(t, test.except), Prefer: decimals(t, test.prefer),
		}
		d, answer := r.Find(nil)
		got := d.String()
		if answer != Found {
			got = answer.String()
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestFindKeepsToBudget(t *testing.T) {
	var except []Decimal
	for i := range int64(100) {
		except = append(except, FromInt(i), FromInt(-i))
	}
	steps := 150
	r := Range{Integer: Must, Except: except}
	if _, answer := r.Find(&steps); answer != OverBudget {
		t.Errorf("got %v with a short budget", answer)
	}
	steps = 1000
	if d, answer := r.Find(&steps); answer != Found || d.String() != "100" || steps != 1000-200 {
		t.Errorf("got %v, %v, %d steps left", d, answer, steps)
	}
	const primes = "2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71 73 79 83 89 97"
	r = Range{Min: bound(t, "2", false), Max: bound(t, "96", false), Integer: Must, NotMultipleOf: decimals(t, primes)}
	if _, answer := r.Find(nil); answer != Empty {
		t.Errorf("numbers without a small prime factor: got %v", answer)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"0", "-1.50e+10", "1e-400", "01", "1e99999"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, literal string) {
		d, err := Parse(literal)
		if err != nil {
			return
		}
		if d.exponent > MaxExponent || d.exponent < -MaxExponent {
			return // beyond what Parse takes back
		}
		again, err := Parse(d.String())
		if err != nil || !again.Equal(d) || again.Cmp(d) != 0 || again.String() != d.String() {
			t.Fatalf("%q: %s reads back as %v, %v", literal, d, again, err)
		}
	})
}
