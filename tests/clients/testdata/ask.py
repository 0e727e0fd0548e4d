"""Asks about all lines of a file so many times; prints the invalid ones, and the seconds it took."""
import sys
import time

sys.path.insert(0, sys.argv[1])
import client

lines = open(sys.argv[3], "rb").read().splitlines()
validator = client.Validator(sys.argv[2])
start = time.perf_counter()
for turn in range(int(sys.argv[4])):
    for number, verdict in enumerate(validator.validate(lines), 1):
        if verdict is not None and turn == 0:
            print(number, verdict["faults"][0]["rule"])
print("seconds", time.perf_counter() - start)
