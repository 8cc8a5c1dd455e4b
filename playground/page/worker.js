// The thread that runs the generator and the prover. It is given the compiled program once, and
// then questions: {id, call, args}. It answers {id, answer} or {id, error}.
importScripts("wasm_exec.js");

let ready;

onmessage = async ({ data }) => {
  if (data.module) {
    const go = new Go();
    go.env = { GOGC: "400" }; // an answer makes little garbage, and a page has the memory
    ready = WebAssembly.instantiate(data.module, go.importObject).then(instance => {
      // A program that ended answers nothing, so the page is told.
      go.run(instance).then(() => postMessage({ ended: true }));
    });
    return;
  }
  try {
    await ready;
    postMessage({ id: data.id, ...JSON.parse(self.shflgen[data.call](...data.args)) });
  } catch (e) {
    postMessage({ id: data.id, error: String(e) });
  }
};
