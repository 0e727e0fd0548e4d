// Validates events through `evctl validate --serve unix:/run/evctl.sock`.
import { createConnection, type Socket } from "node:net";

export type Fault = { rule: string; pointer: string; offset: number; message: string };
export type Verdict = { valid: boolean; faults?: Fault[]; error?: string };

export class Validator {
  private batch = "";
  private rest = "";
  private waiting: { resolve: (v: Verdict) => void; reject: (e: Error) => void }[] = [];
  private answered = 0;
  private socket: Socket;

  constructor(path: string) {
    this.socket = createConnection(path).setEncoding("utf8");
    this.socket.on("data", (text: string) => this.take(text));
    this.socket.on("error", (e) => this.fail(e)).on("close", () => this.fail(new Error("evctl has gone")));
  }

  /** Takes one event without line breaks. Await some hundreds at once: those of one turn of the event loop are sent together. */
  validate(event: string): Promise<Verdict> {
    if (this.socket.destroyed) return Promise.reject(new Error("evctl has gone"));
    if (!this.batch) setImmediate(() => { this.socket.write(this.batch); this.batch = ""; });
    this.batch += event + "\n";
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  close() { this.socket.end(); }

  private take(text: string) {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop()!;
    for (const line of lines) this.waiting[this.answered++].resolve(line === '{"valid":true}' ? { valid: true } : JSON.parse(line));
    if (this.answered > 1000) this.waiting.splice(0, this.answered), (this.answered = 0);
  }

  private fail(e: Error) { for (const w of this.waiting.splice(this.answered)) w.reject(e); }
}
