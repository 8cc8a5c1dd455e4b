// The page: what its controls say is a spec, which becomes text, a picture and a verdict. The
// state is the link: whoever opens it sees the same.
import { maker, prover, Superseded } from "./program.js";
import { Picture, inWords } from "./picture.js";
import { Editor, broken, colour } from "./editor.js";
import { Members, hexOf } from "./members.js";
import { Flags } from "./flags.js";
import { Flow } from "./flow.js";

const $ = id => document.getElementById(id);
const everyLane = 0xffffffff;
const everyNumber = "1, 2, 3, …"; // lane i has i + 1

const state = { language: "go", made: null, report: null, verdict: null };
const flags = new Flags(() => remake());
const members = new Members(() => { draw(); save(); });
const say = text => $("way").textContent = text || "Point at a lane, or press the arrow keys here, to see an element's way.";
const picture = new Picture($("picture"), say);
const flow = new Flow(picture);
const editor = new Editor($("panel-go"), $("go"), $("paint"), $("lines"), edited);

// remake makes all anew from the flags; change is an edit of the Go text.
async function remake(change, text = flags.text()) {
  prover.drop();
  verdict("proving", "…");
  let made;
  try {
    made = await maker.ask("make", text);
  } catch (e) {
    if (!(e instanceof Superseded)) verdict("flags", e.message);
    document.body.classList.toggle("stale", !(e instanceof Superseded));
    return;
  }
  document.body.classList.remove("stale");
  state.made = made;
  $("contract").textContent = made.contract[0].toUpperCase() + made.contract.slice(1);
  $("command").textContent = `shflgen ${made.flags}`;
  $("prove-command").textContent = `shflgen prove ${made.file}.cu`;
  if (state.language === "cuda" && state.verdict) verdict(...state.verdict);
  members.show(made);
  editor.load(made.go, change);
  if (change) editor.reveal();
  const proof = prove();
  draw();
  cuda(made);
  await proof;
}

// cuda fills the tab of CUDA. It comes after the picture: the verdict is on the Go.
async function cuda(made) {
  let text, link;
  $("explorer").hidden = true;
  try {
    const { source, explorer } = await maker.ask("cuda", made.flags);
    [text, link] = [colour(source), explorer];
  } catch (e) {
    if (e instanceof Superseded) return;
    text = colour(`// ${e.message}`);
  }
  if (state.made !== made) return;
  $("cuda").innerHTML = text;
  $("explorer").href = link ?? "";
  $("explorer").hidden = !link;
}

async function draw() {
  if (!state.made) return;
  try {
    const language = state.language;
    const drawn = await maker.ask("draw", state.made.flags, language, members.mask, $("values").value.trim());
    picture.draw(drawn.svg, state.made.width);
    $("cropped").textContent = picture.cropped;
    flow.load(drawn);
    $("picture").dataset.language = language;
    for (const id of ["way", "flow", "legend"]) $(id).hidden = false;
    light();
  } catch (e) {
    if (e instanceof Superseded) return;
    picture.message(e.message);
    for (const id of ["way", "flow", "legend"]) $(id).hidden = true;
  }
}

let pause;
function edited() {
  clearTimeout(pause);
  prover.drop();
  verdict("proving", "…");
  pause = setTimeout(prove, 250);
}

async function prove() {
  const change = editor.change;
  $("reset").hidden = $("as-generated").hidden = !change || state.language !== "go";
  $("changed").textContent = !change ? "" : change.text.length > 1 ? `lines ${change.at + 1}–${change.at + change.text.length} changed` : `line ${change.at + 1} changed`;
  save();
  prover.drop();
  verdict("proving", "…");
  const late = setTimeout(() => verdict("proving", "a long text takes up to a minute …"), 3000);
  try {
    report(await prover.ask("prove", editor.text));
  } catch (e) {
    if (!(e instanceof Superseded)) verdict("not proved", e.message);
  } finally {
    clearTimeout(late);
  }
}

// verdict shows a word and a line on the Go, with facts below; of the CUDA it says how to prove it.
function verdict(word, line, facts = []) {
  if (word === "proving") state.report = null;
  if (word !== "proving") performance.mark("first verdict");
  state.verdict = [word, line, facts];
  if (state.language === "cuda" && !["flags", "failed"].includes(word)) {
    word = "not proved here";
    line = "a proof of the CUDA needs a compiler: run the command below";
    facts = [fact("Command", `shflgen prove ${state.made?.file ?? "FILE"}.cu`)];
  }
  $("verdict").dataset.verdict = word;
  $("word").textContent = word;
  $("headline").textContent = line;
  $("facts").replaceChildren(...facts);
  $("why").hidden = facts.length === 0;
  $("why").open = word !== "proved" || !matchMedia("(max-width: 900px)").matches;
  light();
}

// fact is a line of a report with its name.
function fact(name, ...content) {
  const p = document.createElement("p"), b = document.createElement("b");
  b.textContent = name;
  p.append(b, " ", ...content);
  return p;
}

function report({ report: r, wrong: headline, own, others }) {
  state.report = r;
  const conditions = [r.text, ...(r.notes ?? [])].filter(Boolean).join("; ");
  const wrong = r.counterexample;
  if (r.verdict === "proved") {
    const laws = r.laws.length > 0 ? r.laws.join(", ") : "no law";
    verdict("proved", `for ${r.covered}`, [
      fact("By", laws + (r.axioms?.length ? `, with ${r.axioms.join(", ")}` : "")),
      fact("Provided that", plainly([r.callers, conditions].filter(Boolean).join("; "))),
      fact("In", `${Math.max(1, Math.round(r.seconds * 1000))} ms`),
    ]);
  } else if (wrong) {
    verdict("refuted", headline, call(wrong, own ?? [], others ?? []));
  } else {
    verdict(r.verdict, r.why.replace(/^playground\.go:/, "line "), [fact("Which means", r.verdict === "refused" ?
      "the text has something that the prover does not accept, so nothing is claimed of it" : "neither a proof nor a counterexample was found")]);
  }
}

// plainly words the conditions of a verdict for who meets them here first.
function plainly(text) {
  return text.replace("text as printed", "the text around the function is as shflgen wrote it")
    .replace("with the file alone", "no other file of the package changes a name in it")
    .replace(/int of 64 bits/, "it is built for a machine of 64 bits")
    .replace(/\b(\w+) not nil/, "the caller passes an array as $1, not nil");
}

const most = 6; // inputs that are listed

// call is the call that is refuted: its mask, and what its lanes bring.
function call(c, own, others) {
  const facts = [];
  if (c.mask?.length === 1) {
    const show = document.createElement("button");
    show.type = "button";
    show.textContent = "Draw this mask";
    show.addEventListener("click", () => members.set(Number(c.mask[0])));
    const lanes = [...Array(32).keys()].filter(i => Number(c.mask[0]) / 2 ** i & 1);
    facts.push(fact("Mask", `${c.mask[0]}, ${inWords(lanes)} `, show));
  }
  const inputs = [...own, ...others];
  const more = inputs.length > most ? `, … and ${inputs.length - most} more` : "";
  facts.push(fact("Inputs", inputs.slice(0, most).join(", ") + more));
  facts.push(fact("Checked", "this call was replayed on numbers: the text above gives one result, the reference another"));
  return facts;
}

// light marks the lane that is wrong, wherever lanes are shown.
function light() {
  const lane = state.report?.counterexample?.lane;
  picture.wrong(state.language === "go" ? lane : undefined);
  members.wrong(lane);
  editor.lane(lane);
}

// show chooses the language of picture, code and verdict.
function show(language) {
  state.language = language;
  for (const name of ["go", "cuda"]) {
    $(`tab-${name}`).setAttribute("aria-selected", name === language);
    $(`tab-${name}`).tabIndex = name === language ? 0 : -1;
    $(`panel-${name}`).hidden = name !== language;
  }
  for (const name of document.querySelectorAll(".language")) name.textContent = language === "go" ? "Go" : "CUDA";
  $("break").hidden = language !== "go";
  $("reset").hidden = $("as-generated").hidden = language !== "go" || !editor.change;
  $("changed").hidden = language !== "go";
  if (state.verdict) verdict(...state.verdict);
  draw();
  save();
}

// save puts the state into the link.
function save() {
  if (!state.made) return;
  const link = new URLSearchParams({ flags: state.made.flags });
  if (members.mask !== everyLane) link.set("members", hexOf(members.mask));
  if (state.language !== "go") link.set("language", state.language);
  if ($("values").value !== everyNumber) link.set("values", $("values").value);
  const change = editor.change;
  if (change) {
    link.set("at", change.at);
    link.set("drop", change.drop);
    for (const line of change.text) link.append("line", line);
  }
  history.replaceState(null, "", "#" + link);
}

// load takes the state out of the link.
function load() {
  const link = new URLSearchParams(location.hash.slice(1));
  const text = link.get("flags") ?? "-pattern reduce -width 12 -type float32";
  flags.set(text);
  members.quietly(link.get("members") ?? everyLane);
  $("values").value = link.get("values") ?? everyNumber;
  state.made = null;
  show(link.get("language") === "cuda" ? "cuda" : "go");
  return remake(link.has("at") && { at: Number(link.get("at")), drop: Number(link.get("drop")), text: link.getAll("line") }, text);
}

$("values").addEventListener("change", () => { draw(); save(); });
for (const name of ["go", "cuda"]) {
  $(`tab-${name}`).addEventListener("click", () => show(name));
  $(`tab-${name}`).addEventListener("keydown", e => {
    if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
    const other = name === "go" ? "cuda" : "go";
    show(other);
    $(`tab-${other}`).focus();
  });
}
$("reset").addEventListener("click", () => { editor.reset(); prove(); $("go").focus(); });
$("break").addEventListener("click", () => { editor.set(broken(editor.text)); editor.reveal(); prove(); });
$("share").addEventListener("click", async () => {
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  $("share").textContent = copied ? "Copied" : "Copy the address";
  setTimeout(() => $("share").textContent = "Copy link", 1500);
});
window.addEventListener("hashchange", load);

const words = fetch("words.json").then(response => {
  if (!response.ok) throw new Error(`words.json: ${response.status}`);
  return response.json();
});
maker.start().catch(() => {});
prover.start().catch(() => {}); // while the first text is made; an error is the first answer's, too
try {
  flags.fill(await words);
  await load();
} catch (e) {
  verdict("failed", e.message);
}
