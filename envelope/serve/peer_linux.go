package serve

import (
	"errors"
	"net"
	"os"
	"syscall"
)

// knowsPeers reports whether this system tells who is at the other end.
const knowsPeers = true

// self is the id of this process's user.
func self() int { return os.Geteuid() }

// peer returns the id of the user who connected, as the kernel noted it then.
func peer(conn *net.UnixConn) (int, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, err
	}
	var who *syscall.Ucred
	var asked error
	err = raw.Control(func(fd uintptr) {
		who, asked = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	if err := errors.Join(err, asked); err != nil {
		return 0, err
	}
	return int(who.Uid), nil
}
