// node ajv.js SCHEMA EVENTS ROUNDS chunked|single: prints the computing time of an
// event in ns, of each round. Chunked reads the file as a stream of lines; single
// has read it before.
const Ajv = require("ajv/dist/2020");
const fs = require("fs");

const [schema, file, rounds, mode] = process.argv.slice(2);
const valid = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(fs.readFileSync(schema)));
const newline = 10;

// judge counts the events of whole lines, and returns where the rest begins.
function judge(bytes, end, count) {
  let start = 0;
  for (let at; (at = bytes.indexOf(newline, start)) >= 0 && at < end; start = at + 1) {
    let ok = false;
    try {
      ok = valid(JSON.parse(bytes.toString("utf8", start, at)));
    } catch {}
    count.all++;
    if (ok) count.valid++;
  }
  return start;
}

function chunked(count) {
  const fd = fs.openSync(file);
  const bytes = Buffer.alloc(1 << 20);
  for (let held = 0, n; (n = fs.readSync(fd, bytes, held, bytes.length - held)) > 0; ) {
    const end = held + n;
    const start = judge(bytes, end, count);
    bytes.copy(bytes, 0, start, end);
    held = end - start;
  }
  fs.closeSync(fd);
}

const whole = mode === "single" ? fs.readFileSync(file) : null;
for (let round = 0; round <= rounds; round++) {
  const count = { all: 0, valid: 0 };
  const before = process.cpuUsage();
  if (whole) judge(whole, whole.length, count);
  else chunked(count);
  const used = process.cpuUsage(before);
  if (round > 0) console.log(((used.user + used.system) * 1000) / count.all, count.valid); // the first warms up
}
