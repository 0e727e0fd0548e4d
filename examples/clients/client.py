"""Validates events through `evctl validate --serve unix:/run/evctl.sock`."""
import json
import socket
import sys
from itertools import islice

VALID = b'{"valid":true}\n'


class Validator:
    def __init__(self, path):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(path)
        self.answers = self.sock.makefile("rb", buffering=1 << 16)

    def validate(self, events):
        """Takes events as bytes without line breaks; yields the verdict of each, None if it is valid."""
        batch, size = [], 0
        for event in events:
            if size + len(event) > 1 << 16:  # who sends no more before reading never waits for itself
                yield from self.ask(batch)
                batch, size = [], 0
            batch.append(event)
            size += len(event) + 1
        yield from self.ask(batch)

    def ask(self, batch):
        self.sock.sendall(b"".join(event + b"\n" for event in batch))
        verdicts = list(islice(self.answers, len(batch)))
        if len(verdicts) < len(batch):
            raise ConnectionError("evctl has gone")
        return (None if v == VALID else json.loads(v) for v in verdicts)


if __name__ == "__main__":
    lines = (line.rstrip(b"\n") for line in sys.stdin.buffer)
    for number, verdict in enumerate(Validator(sys.argv[1]).validate(lines), 1):
        if verdict:
            print(number, *(fault["rule"] for fault in verdict.get("faults", [verdict])))
