package serve_test

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl/envelope/serve"
)

// certify returns a certificate for 127.0.0.1, and a pool that trusts it.
func certify(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

func TestTLS(t *testing.T) {
	server, servers := certify(t)
	client, clients := certify(t)
	stranger, _ := certify(t)
	mutual := &tls.Config{Certificates: []tls.Certificate{server}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: clients}
	for _, test := range []struct {
		name    string
		address string
		server  *tls.Config
		client  *tls.Config
		answers bool
	}{
		{"the server alone", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{server}}, &tls.Config{RootCAs: servers}, true},
		{"both", "127.0.0.1:0", mutual, &tls.Config{RootCAs: servers, Certificates: []tls.Certificate{client}}, true},
		{"both, on all addresses", "0.0.0.0:0", mutual, &tls.Config{RootCAs: servers, Certificates: []tls.Certificate{client}}, true},
		{"a client without", "127.0.0.1:0", mutual, &tls.Config{RootCAs: servers}, false},
		{"a stranger", "127.0.0.1:0", mutual, &tls.Config{RootCAs: servers, Certificates: []tls.Certificate{stranger}}, false},
		{"a client that trusts another", "127.0.0.1:0", mutual, &tls.Config{RootCAs: clients, Certificates: []tls.Certificate{client}}, false},
	} {
		at, _ := started(t, test.address, serve.Options{TLS: test.server})
		_, port, _ := net.SplitHostPort(at.String())
		said, err := func() (string, error) {
			conn, err := tls.Dial("tcp", "127.0.0.1:"+port, test.client)
			if err != nil {
				return "", err
			}
			defer conn.Close()
			conn.SetDeadline(time.Now().Add(10 * time.Second))
			io.WriteString(conn, event+"\n")
			return bufio.NewReader(conn).ReadString('\n')
		}()
		if answers := said == "{\"valid\":true}\n"; answers != test.answers || answers != (err == nil) {
			t.Errorf("%s: got %q, %v", test.name, said, err)
		}
	}
}

// A client that never agrees on TLS is let go.
func TestTLSHandshakeEnds(t *testing.T) {
	server, _ := certify(t)
	at, _ := started(t, "127.0.0.1:0", serve.Options{Patience: 200 * time.Millisecond, TLS: &tls.Config{Certificates: []tls.Certificate{server}}})
	conn, _ := dial(t, at)
	io.WriteString(conn, "\x16\x03\x01\x02")
	if start := time.Now(); !gone(conn) || time.Since(start) < 150*time.Millisecond {
		t.Errorf("let go after %v", time.Since(start))
	}
}

func TestListenIsCareful(t *testing.T) {
	server, _ := certify(t)
	oneSided := &tls.Config{Certificates: []tls.Certificate{server}}
	for _, test := range []struct {
		address string
		options serve.Options
		want    string
	}{
		{"0.0.0.0:0", serve.Options{}, "other machines may connect there"},
		{"0.0.0.0:0", serve.Options{TLS: oneSided}, "other machines may connect there"},
		{"127.0.0.1:0", serve.Options{Users: []int{1}}, "want unix:PATH"},
		{"unix:" + t.TempDir() + "/s", serve.Options{TLS: oneSided}, "takes no TLS"},
	} {
		l, err := serve.Listen(test.address, test.options)
		if err == nil {
			l.Close()
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v", test.address, err)
		}
	}
}
