// The flags of a spec: a control each for those that every pattern takes, and a text for the rest.

const $ = id => document.getElementById(id);

export class Flags {
  #words; #changed;

  constructor(changed) {
    this.#changed = changed;
    $("pattern").addEventListener("change", () => this.#choose());
    $("type").addEventListener("change", () => { this.#limit(); changed(); });
    $("width").addEventListener("input", () => { this.#limit(); changed(); });
    for (const id of ["op", "mask", "more"]) $(id).addEventListener("change", () => changed());
    $("flags").addEventListener("submit", e => e.preventDefault());
  }

  // fill lists what may be chosen.
  fill(words) {
    this.#words = words;
    for (const [name, group] of Map.groupBy(words.patterns, p => p.group)) {
      const box = document.createElement("optgroup");
      box.label = `of ${name}`;
      box.append(...group.map(p => new Option(p.name)));
      $("pattern").append(box);
    }
    $("type").append(...words.types.map(t => new Option(t.name)));
    $("mask").append(...words.patterns.flatMap(p => p.masks).filter((m, i, all) => all.indexOf(m) === i).map(m => new Option(m)));
    $("op").append(...words.types.flatMap(t => t.ops).filter((o, i, all) => all.indexOf(o) === i).map(o => new Option(o)));
  }

  get #pattern() { return this.#words.patterns.find(p => p.name === $("pattern").value); }

  // text is the command line.
  text() {
    const p = this.#pattern;
    const all = ["-pattern", p.name];
    if (p.widths?.length) all.push("-width", p.widths[$("width").value]);
    if (p.types.length > 1) all.push("-type", $("type").value); // a flag of one value changes nothing
    if (p.ops) all.push("-op", $("op").value);
    if (p.masks.length > 1) all.push("-mask", $("mask").value);
    all.push($("more").value.trim());
    return all.join(" ").trim();
  }

  // set takes a command line; what no control stands for is text.
  set(text) {
    const words = text.trim().split(/\s+/), rest = [], given = {};
    for (let i = 0; i < words.length; i++) {
      const name = words[i].replace(/^--?/, "");
      if (words[i].startsWith("-") && ["pattern", "width", "type", "op", "mask"].includes(name) && !(name in given)) given[name] = words[++i];
      else rest.push(words[i]);
    }
    $("pattern").value = given.pattern;
    if (!this.#pattern) $("pattern").value = "reduce"; // what is wrong with the text is said beside
    this.#limit({ width: 32, type: "int32", op: "sum", mask: "member", ...given });
    $("more").value = rest.join(" ");
  }

  // choose starts a pattern from the flags that it needs, and keeps the others where they fit.
  #choose() {
    const now = { type: $("type").value, op: $("op").value };
    if ([...$("mask").options].filter(o => !o.disabled).length > 1) now.mask = $("mask").value; // else nobody chose it
    const width = $("width").dataset.width;
    this.set(`-pattern ${$("pattern").value} ${this.#pattern.needs}`);
    const needs = this.#pattern.needs.match(/-width (\d+)/);
    this.#limit({ ...now, width: needs ? needs[1] : width });
    this.#changed();
  }

  // limit offers what the pattern and the type allow, and chooses it where it can.
  #limit(want = {}) {
    const p = this.#pattern, widths = p.widths ?? [];
    const choose = (select, allowed, wanted) => {
      for (const o of select.options) o.disabled = o.hidden = !allowed.includes(o.value);
      select.value = [wanted, select.value, allowed[0]].find(v => allowed.includes(v)) ?? "";
    };
    choose($("type"), p.types ?? [], want.type);
    const of = this.#words.types.find(t => t.name === $("type").value);
    choose($("op"), (p.ops ?? []).filter(o => of?.ops.includes(o)), want.op);
    $("op").parentElement.hidden = !p.ops;
    choose($("mask"), p.masks, want.mask);
    $("width-row").hidden = widths.length === 0;
    if (widths.length === 0) return;
    $("width").max = widths.length - 1;
    $("width").min = 0;
    if (want.width || $("width").dataset.of !== widths.join()) {
      const w = Number(want.width ?? $("width").dataset.width ?? 32);
      $("width").value = widths.findLastIndex(x => x <= w);
    }
    $("width").dataset.of = widths.join();
    $("width").dataset.width = $("width-text").value = widths[$("width").value];
    $("width").setAttribute("aria-valuetext", `${widths[$("width").value]} lanes`);
  }
}
