package serve_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/evctl/evctl/envelope/serve"
)

const askEnv = "EVCTL_TEST_ASK"

// TestMain lets the test run itself as another user, who asks for health.
func TestMain(m *testing.M) {
	if path := os.Getenv(askEnv); path != "" {
		said, err := ask(path)
		if err != nil {
			said = err.Error()
		}
		os.Stdout.WriteString(said)
		return
	}
	os.Exit(m.Run())
}

func ask(path string) (string, error) {
	conn, err := net.Dial("unix", path)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "health\n"); err != nil && !errors.Is(err, syscall.EPIPE) {
		return "", err
	}
	return bufio.NewReader(conn).ReadString('\n')
}

func TestUsersAreToldApart(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("becoming another user takes root")
	}
	dir, err := os.MkdirTemp("", "evctl-serve-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	os.Chmod(dir, 0o755)
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "ask")
	if err := os.WriteFile(program, self, 0o755); err != nil {
		t.Fatal(err)
	}
	ask := func(socket string, user uint32) string {
		cmd := exec.Command(program)
		cmd.Dir, cmd.Env = dir, []string{askEnv + "=" + socket}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	open := filepath.Join(dir, "open")
	started(t, "unix:"+open, serve.Options{Users: []int{65534}})
	closed := filepath.Join(dir, "closed")
	started(t, "unix:"+closed, serve.Options{})
	for _, test := range []struct {
		socket string
		user   uint32
		want   string
	}{
		{open, 0, `{"health":"ok"`},
		{open, 65534, `{"health":"ok"`},
		{open, 65533, `{"valid":false,"error":"user 65533 is not one of those that may ask"}`},
		{closed, 0, `{"health":"ok"`},
		{closed, 65534, "dial unix"},
	} {
		if got := ask(test.socket, test.user); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s, user %d: got %s", filepath.Base(test.socket), test.user, got)
		}
	}
}
