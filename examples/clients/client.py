"""Validates events through `evctl validate --serve unix:/run/evctl.sock`."""
import json
import socket
import sys


class Validator:
    def __init__(self, path):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(path)
        self.answers = self.sock.makefile("rb")

    def validate(self, event):
        """Takes one event as bytes without line breaks; returns its faults."""
        return self.validate_all([event])[0]

    def validate_all(self, events):
        """Takes a batch, which is far faster than one after another."""
        faults = []
        for start in range(0, len(events), 100):  # small enough for the socket's buffer
            part = events[start:start + 100]
            self.sock.sendall(b"".join(event + b"\n" for event in part))
            for _ in part:
                verdict = json.loads(self.answers.readline())
                if "error" in verdict:
                    raise RuntimeError(verdict["error"])
                faults.append(verdict.get("faults", []))
        return faults


if __name__ == "__main__":
    lines = [line.rstrip(b"\n") for line in sys.stdin.buffer]
    for number, found in enumerate(Validator(sys.argv[1]).validate_all(lines), 1):
        for fault in found:
            print(f"{number}: {fault['pointer']}: {fault['message']} [{fault['rule']}]")
