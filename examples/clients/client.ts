// Validates events through `evctl validate --serve unix:/run/evctl.sock`.
import { createConnection, type Socket } from "node:net";
import { createInterface } from "node:readline";

export type Fault = { rule: string; pointer: string; offset: number; message: string };
export type Verdict = { valid: boolean; faults?: Fault[]; error?: string };

export class Validator {
  private waiting: { resolve: (v: Verdict) => void; reject: (e: Error) => void }[] = [];
  private socket: Socket;

  constructor(path: string) {
    this.socket = createConnection(path);
    createInterface({ input: this.socket }).on("line", (line) => this.waiting.shift()?.resolve(JSON.parse(line)));
    this.socket.on("error", (e) => this.fail(e)).on("close", () => this.fail(new Error("evctl has gone")));
  }

  /** Takes one event without line breaks. Many may be under way: verdicts come in their order. */
  validate(event: string): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.socket.write(event + "\n");
    });
  }

  close() { this.socket.end(); }

  private fail(e: Error) { for (const w of this.waiting.splice(0)) w.reject(e); }
}
