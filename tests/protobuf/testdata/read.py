"""Reads ProtoJSON with Python's protobuf package.

Standard input holds one JSON object a line: the path of a descriptor set, a
message and an event. Standard output gets one a line: {"text"} or {"error"}.
"""
import json
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory, text_format

for line in sys.stdin:
    job = json.loads(line)
    try:
        files = descriptor_pb2.FileDescriptorSet()
        with open(job["set"], "rb") as f:
            files.ParseFromString(f.read())
        pool = descriptor_pool.DescriptorPool()
        for file in files.file:
            pool.Add(file)
        found = pool.FindMessageTypeByName(job["message"])
        message = message_factory.MessageFactory(pool).GetPrototype(found)()
        json_format.Parse(job["event"], message, ignore_unknown_fields=True)
        answer = {"text": text_format.MessageToString(message, as_one_line=True)}
    except json_format.ParseError as e:
        answer = {"error": str(e)}
    print(json.dumps(answer))
