// Asks about all lines of a file so many times; prints the invalid ones, and the seconds it took.
import { readFileSync } from "node:fs";
import { Validator } from "./client.mjs";

const [path, file, turns] = process.argv.slice(2);
const lines = readFileSync(file, "utf8").trimEnd().split("\n");
const validator = new Validator(path);
const start = performance.now();
for (let turn = 0; turn < Number(turns); turn++) {
  for (let from = 0; from < lines.length; from += 500) {
    const verdicts = await Promise.all(lines.slice(from, from + 500).map((line) => validator.validate(line)));
    verdicts.forEach((v, i) => { if (turn === 0 && !v.valid) console.log(from + i + 1, v.faults![0].rule); });
  }
}
console.log("seconds", (performance.now() - start) / 1000);
validator.close();
