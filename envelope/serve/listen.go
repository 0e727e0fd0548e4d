package serve

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"strings"
	"time"
)

// Listen opens unix:PATH, or HOST:PORT where HOST is an IP address. A Unix socket
// is for the user of this process alone, unless the options allow others. An
// address that is not a loopback one takes TLS that verifies clients.
func Listen(address string, o Options) (net.Listener, error) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		return listenUnix(path, o)
	}
	at, err := netip.ParseAddrPort(address)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: want unix:PATH, 127.0.0.1:PORT or [::1]:PORT", address)
	case !at.Addr().IsLoopback() && (o.TLS == nil || o.TLS.ClientAuth != tls.RequireAndVerifyClientCert):
		return nil, fmt.Errorf("%s: other machines may connect there: want unix:PATH, 127.0.0.1:PORT, [::1]:PORT, or TLS that verifies certificates of clients", address)
	case len(o.Users) > 0:
		return nil, fmt.Errorf("%s: users are told apart on a Unix socket alone: want unix:PATH", address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil || o.TLS == nil {
		return l, err
	}
	return tls.NewListener(l, o.TLS), nil
}

func listenUnix(path string, o Options) (net.Listener, error) {
	mode := fs.FileMode(0o600)
	if len(o.Users) > 0 {
		if !knowsPeers {
			return nil, errPeers
		}
		mode = 0o666 // peers are asked for once they connect
	}
	if o.TLS != nil {
		return nil, errors.New("a Unix socket stays on this machine: it takes no TLS")
	}
	if err := removeStale(path); err != nil {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, mode); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// removeStale removes a socket that nobody listens at any more.
func removeStale(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("%s is there and is no socket", path)
	}
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		c.Close()
		return fmt.Errorf("%s is served already", path)
	}
	return os.Remove(path)
}
