package outbox

import (
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// program finds one of PostgreSQL's: Debian keeps them out of the path.
func program(t *testing.T, name string) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err == nil && len(found) > 0 {
		return found[len(found)-1]
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("PostgreSQL is not installed: apt-get install postgresql")
	}
	return path
}

// owner returns whom the server runs as: it refuses root.
func owner(t *testing.T, dir string) *syscall.SysProcAttr {
	t.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		t.Skip("PostgreSQL does not run as root, and there is no user postgres: apt-get install postgresql")
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Fatal(err)
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

// postgres starts a server of its own for the test, and returns how to connect.
func postgres(t *testing.T) string {
	t.Helper()
	initdb, server := program(t, "initdb"), program(t, "postgres")
	dir, err := os.MkdirTemp("", "evctl-postgres-") // t.TempDir() is closed to others, and too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	as, data := owner(t, dir), filepath.Join(dir, "data")
	create := exec.Command(initdb, "-D", data, "-U", "test", "--auth=trust", "--no-sync", "--locale=C", "--encoding=UTF8")
	create.SysProcAttr, create.Dir = as, dir
	if out, err := create.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	run := exec.Command(server, "-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "fsync=off")
	run.SysProcAttr, run.Dir, run.Stdout, run.Stderr = as, dir, log, log
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		run.Process.Signal(syscall.SIGINT) // ends sessions and stops
		run.Wait()
	})
	pid := filepath.Join(data, "postmaster.pid") // says ready on its last line
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if state, err := os.ReadFile(pid); err == nil && strings.HasSuffix(strings.TrimSpace(string(state)), "ready") {
			return "host=" + dir + " user=test dbname=postgres sslmode=disable"
		}
		if time.Now().After(deadline) {
			said, _ := os.ReadFile(log.Name())
			t.Fatalf("postgres does not start:\n%s", said)
		}
	}
}
