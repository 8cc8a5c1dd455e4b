// The program as functions of the page. It runs in two threads of the browser, one that generates and
// draws and one that proves, so that a picture never waits for a proof.

const limit = 60_000; // milliseconds of one answer

const compiled = (async () => {
  const response = await fetch("shflgen.wasm.gz", { mode: "cors", credentials: "same-origin" });
  if (!response.ok) throw new Error(`shflgen.wasm.gz: ${response.status}`);
  const stream = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
})();

// Superseded is the error of a question that a newer one of its kind replaced.
export class Superseded extends Error {}

// Thread answers one question at a time. A question that is under way for too long is ended with
// the worker, and the next one gets a new worker.
class Thread {
  #worker; #current; #timer;
  #waiting = [];
  #last = 0;

  // start loads the program before the first question.
  async start() {
    if (this.#worker) return;
    const w = this.#worker = new Worker("worker.js");
    w.onmessage = ({ data }) => {
      if (w !== this.#worker) return;
      if (data.ended) return this.#end(new Error("the program ended"));
      if (this.#current?.id === data.id) this.#settle(data.error === undefined ? null : new Error(data.error), data.answer);
    };
    w.onerror = e => { if (w === this.#worker) this.#end(new Error(e.message)); };
    w.postMessage({ module: await compiled });
  }

  ask(call, ...args) {
    for (const q of this.#waiting.filter(q => q.call === call)) q.reject(new Superseded());
    this.#waiting = this.#waiting.filter(q => q.call !== call);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: ++this.#last, call, args, resolve, reject });
      this.#next();
    });
  }

  // drop ends what is asked: its answer is of no use any more.
  drop() {
    for (const q of this.#waiting) q.reject(new Superseded());
    this.#waiting = [];
    if (this.#current) this.#end(new Superseded());
  }

  async #next() {
    if (this.#current || this.#waiting.length === 0) return;
    const q = this.#current = this.#waiting.shift();
    try {
      await this.start();
      await compiled;
    } catch (e) {
      if (this.#current === q) this.#settle(e);
      return;
    }
    if (this.#current !== q) return;
    this.#timer = setTimeout(() => this.#end(new Error(`no answer within ${limit / 1000} s on this page; the command has no such limit`)), limit);
    this.#worker.postMessage({ id: q.id, call: q.call, args: q.args });
  }

  #settle(error, answer) {
    clearTimeout(this.#timer);
    const q = this.#current;
    this.#current = undefined;
    error ? q.reject(error) : q.resolve(answer);
    this.#next();
  }

  #end(why) {
    this.#worker?.terminate();
    this.#worker = undefined;
    if (this.#current) this.#settle(why);
  }
}

export const maker = new Thread();
export const prover = new Thread();
