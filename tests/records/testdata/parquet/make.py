"""Has pyarrow and DuckDB write the Parquet files beside this script, and what the
rows are as lines of JSON: pip install pyarrow duckdb && python3 make.py"""

import datetime
import decimal
import json
import pathlib

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

HERE = pathlib.Path(__file__).parent
UTC = datetime.timezone.utc


def lines(name, events):
    text = "".join(json.dumps(e, ensure_ascii=False, separators=(",", ":")) + "\n" for e in events)
    (HERE / name).write_text(text)


# Events whose payload is text. The line of each leaves out what is null.
SCHEMA = pa.schema([
    ("event_id", pa.string()), ("event_type", pa.string()), ("schema_version", pa.int32()), ("aggregate_type", pa.string()),
    ("aggregate_id", pa.string()), ("aggregate_version", pa.int64()), ("occurred_at", pa.timestamp("us", tz="UTC")),
    ("producer", pa.string()), ("correlation_id", pa.string()), ("traceparent", pa.string()), ("payload", pa.string())])
rows, want = [], []
for i in range(6):
    ms = 120 * (i % 3)
    row = {
        "event_id": "01938c22-0000-7c43-9b1e-%012d" % i, "event_type": "order.paid", "schema_version": 1, "aggregate_type": "order",
        "aggregate_id": "o-%d" % (i % 3), "aggregate_version": i // 3 + 1, "occurred_at": datetime.datetime(2026, 3, 1, 9, 30, 0, 1000 * ms, UTC),
        "producer": "shop", "correlation_id": "c", "traceparent": None if i % 2 else "00-" + "a" * 32 + "-" + "b" * 16 + "-01",
        "payload": json.dumps({"n": i, "s": "ü"})}
    rows.append(row)
    want.append({k: v for k, v in row.items() if v is not None} | {"occurred_at": "2026-03-01T09:30:00.%03dZ" % ms, "payload": {"n": i, "s": "ü"}})
events = pa.Table.from_pylist(rows, schema=SCHEMA)
lines("events.ndjson", want)
for codec in ["none", "snappy", "gzip", "zstd"]:
    for version in ["1.0", "2.0"]:
        pq.write_table(events, HERE / f"events-{codec}-{version[0]}.parquet", compression=codec, data_page_version=version, row_group_size=4,
                       write_page_checksum=True)
pq.write_table(events, HERE / "events-delta.parquet", use_dictionary=False, column_encoding={
    "event_id": "DELTA_BYTE_ARRAY", "event_type": "DELTA_LENGTH_BYTE_ARRAY", "schema_version": "DELTA_BINARY_PACKED",
    "aggregate_version": "DELTA_BINARY_PACKED", "payload": "DELTA_LENGTH_BYTE_ARRAY", "occurred_at": "BYTE_STREAM_SPLIT"})
pq.write_table(events, HERE / "events-millis.parquet", version="1.0", coerce_timestamps="ms", use_dictionary=False)
pq.write_table(events, HERE / "events-int96.parquet", use_deprecated_int96_timestamps=True)
plain = HERE / "events-none-1.parquet"
duckdb.sql(f"copy (select * from '{plain}') to '{HERE}/events-duckdb.parquet' (format parquet)")
duckdb.sql(f"copy (select * from '{plain}') to '{HERE}/events-duckdb-2.parquet' (format parquet, compression zstd, parquet_version v2)")

# A payload of columns, lists and maps among them.
BODY = pa.struct([
    ("n", pa.int64()), ("s", pa.string()), ("list", pa.list_(pa.int32())), ("map", pa.map_(pa.string(), pa.float64())),
    ("dec", pa.decimal128(9, 2)), ("b", pa.bool_()), ("bin", pa.binary()), ("d", pa.date32()), ("u", pa.uint64()),
    ("in", pa.struct([("x", pa.float32())])), ("h", pa.float16()), ("nan", pa.float64()), ("ll", pa.list_(pa.list_(pa.string())))])
payloads = [
    {"n": 1, "s": "a", "list": [1, None, 3], "map": [("k", 0.5), ("l", None)], "dec": decimal.Decimal("-12.50"), "b": True, "bin": b"\0\1",
     "d": datetime.date(2026, 3, 1), "u": 2**64 - 1, "in": {"x": 1.5}, "h": -0.25, "nan": float("nan"), "ll": [["a"], [], None, ["b", "c"]]},
    {"n": None, "s": None, "list": [], "map": [], "dec": None, "b": False, "bin": None, "d": None, "u": 0, "in": None, "h": 65504.0, "nan": float("-inf"), "ll": []},
    None,
    {"n": -5, "s": "", "list": None, "map": None, "dec": decimal.Decimal("0.01"), "b": None, "bin": b"", "d": datetime.date(1969, 12, 31),
     "u": 7, "in": {"x": None}, "h": 2.0**-24, "nan": None, "ll": None}]
(HERE / "columns.ndjson").write_text("""\
{"event_id":"a","payload":{"n":1,"s":"a","list":[1,null,3],"map":{"k":0.5,"l":null},"dec":-12.50,"b":true,"bin":"AAE=","d":"2026-03-01","u":18446744073709551615,"in":{"x":1.5},"h":-0.25,"nan":"NaN","ll":[["a"],[],null,["b","c"]]}}
{"event_id":"b","payload":{"n":null,"s":null,"list":[],"map":{},"dec":null,"b":false,"bin":null,"d":null,"u":0,"in":null,"h":65504,"nan":"-Infinity","ll":[]}}
{"event_id":"c"}
{"event_id":"d","payload":{"n":-5,"s":"","list":null,"map":null,"dec":0.01,"b":null,"bin":"","d":"1969-12-31","u":7,"in":{"x":null},"h":5.9604645e-08,"nan":null,"ll":null}}
""")
columns = pa.table({"event_id": ["a", "b", "c", "d"], "payload": pa.array(payloads, type=BODY)})
pq.write_table(columns, HERE / "columns-1.parquet", row_group_size=3)
pq.write_table(columns, HERE / "columns-2.parquet", data_page_version="2.0", compression="zstd")
duckdb.sql(f"copy (select * from '{HERE}/columns-2.parquet') to '{HERE}/columns-duckdb.parquet' (format parquet)")

# A payload of bytes, in pages of a few rows.
(HERE / "bytes.ndjson").write_text("".join('{"payload":%s}\n' % p for p in ['{"a":1}', '"AAE="', '{"a":2}'] * 20))
data = pa.table({"payload": pa.array([b'{"a": 1}', b"\0\1", b'{"a": 2}'] * 20, type=pa.binary())})
pq.write_table(data, HERE / "bytes-pages.parquet", data_page_size=16, write_batch_size=4, row_group_size=33)
