// The picture of a network: an SVG whose lines join the circles at their ends. From it this
// file reads which lane holds whose element, and lights up an element's way.

const at = (x, y) => `${x},${y}`;
const number = (el, name) => Number(el.getAttribute(name));
const placeOf = circle => at(number(circle, "cx"), number(circle, "cy"));

const titled = 26; // the height of the title, which the page does not show
const margin = 24; // beside the last lane
const legible = 16; // lanes on a phone

export class Picture {
  #box; #say; #svg; #rows = []; #lanes = []; #into = new Map(); #from = new Map(); #shown;

  // box holds the SVG; say is told what is shown, in words.
  constructor(box, say) {
    this.#box = box;
    this.#say = say;
    box.addEventListener("pointerover", e => {
      const circle = e.target.closest?.("circle");
      if (circle) this.#show(circle);
    });
    box.addEventListener("pointerleave", () => this.#show(null));
    box.addEventListener("blur", () => this.#show(null));
    box.addEventListener("keydown", e => this.#key(e));
  }

  // draw shows an SVG. Its colours are the page's: a style in it would be one of the whole page. The words beside its
  // rows are in the line of the step, where they have room.
  // On a phone it shows the first segments of `width` lanes, as many as can be read.
  draw(text, width) {
    const plain = text.replace(/<style>[^]*?<\/style>/, "");
    this.#svg = document.importNode(new DOMParser().parseFromString(plain, "image/svg+xml").documentElement, true);
    this.#svg.querySelector(".title")?.remove();
    const [x, y, all, height] = this.#svg.getAttribute("viewBox").split(" ").map(Number);
    const columns = [...new Set([...this.#svg.querySelectorAll("circle")].map(c => number(c, "cx")))];
    this.#lanes = [...this.#svg.querySelectorAll("text.small")].slice(0, columns.length).map(t => Number(t.textContent)); // above the columns
    const narrow = matchMedia("(max-width: 900px)").matches;
    const lanes = width > 0 && width <= legible ? Math.floor(legible / width) * width : columns.length;
    const wide = narrow ? columns[lanes - 1] + margin : all;
    this.#svg.setAttribute("viewBox", `${x} ${y + titled} ${wide} ${height - titled}`);
    this.#svg.setAttribute("width", wide);
    this.#svg.setAttribute("height", height - titled);
    this.cropped = narrow && lanes < columns.length ? `Lanes 0–${lanes - 1} are drawn; a wider screen shows all.` : "";
    for (const label of this.#svg.querySelectorAll("text.small")) if (label.textContent.length > 3) label.classList.add("long");
    this.#box.replaceChildren(this.#svg);
    this.#shown = undefined;
    this.#say("");
    const circles = [...this.#svg.querySelectorAll("circle")];
    this.#rows = [...Map.groupBy(circles, c => number(c, "cy")).values()];
    this.#into = new Map();
    this.#from = new Map();
    for (const line of this.#svg.querySelectorAll("line:not(.unused)")) {
      this.#join(at(number(line, "x1"), number(line, "y1")), at(number(line, "x2"), number(line, "y2")), line);
    }
    for (const bar of this.#svg.querySelectorAll("path.joined")) this.#joinAll(bar);
    this.#rows.slice(1).forEach((row, above) => row.forEach((circle, lane) => {
      if (!this.#into.has(placeOf(circle))) this.#join(placeOf(this.#rows[above][lane]), placeOf(circle)); // a step that leaves the lane alone
    }));
  }

  // until dims what comes after a step, and stresses what the step reads.
  until(step) {
    if (!this.#svg) return;
    const ys = this.#rows.map(r => number(r[0], "cy"));
    const rowOf = y => ys.findIndex(at => at >= y - 5); // a label is 4 below its circle, and an arrow ends at it
    const mark = (el, row) => {
      el.classList.toggle("later", row > step);
      el.classList.toggle("now", row === step && step < ys.length - 1);
    };
    for (const el of this.#svg.querySelectorAll("circle")) mark(el, rowOf(number(el, "cy")));
    for (const el of this.#svg.querySelectorAll("line")) mark(el, rowOf(number(el, "y2")));
    for (const el of this.#svg.querySelectorAll("path.joined")) mark(el, rowOf(Number(el.getAttribute("d").match(/ (\d+)H/)[1])));
    for (const el of this.#svg.querySelectorAll("text")) if (number(el, "y") > ys[0] - 10) mark(el, rowOf(number(el, "y")));
  }

  message(text) {
    this.#svg = undefined;
    this.#rows = [];
    const p = document.createElement("p");
    p.className = "note";
    p.textContent = text;
    this.#box.replaceChildren(p);
  }

  // wrong lights up a lane whose result is not what it should be, and all that it is made of.
  wrong(lane) {
    for (const el of this.#svg?.querySelectorAll(".bad") ?? []) el.classList.remove("bad");
    this.#svg?.querySelector(".wrong-lane")?.remove();
    const circle = this.#rows.at(-1)?.[this.#lanes.indexOf(lane)];
    if (lane === undefined || !circle) return;
    const band = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const top = number(this.#rows[0][0], "cy") - 28;
    for (const [name, value] of Object.entries({
      class: "wrong-lane", x: number(circle, "cx") - 12, y: top, width: 24, height: number(circle, "cy") - top + 16, rx: 6,
    })) band.setAttribute(name, value);
    this.#svg.querySelector("line, circle").before(band);
    for (const el of this.#way(circle, this.#into)) el.classList.add("bad");
    const inside = this.#box.getBoundingClientRect(), place = circle.getBoundingClientRect();
    if (place.left < inside.left || place.right > inside.right) this.#box.scrollLeft += place.left - inside.left - inside.width / 2;
  }

  #join(from, to, line) {
    const add = (map, key, end) => map.set(key, [...(map.get(key) ?? []), { end, line }]);
    add(this.#into, to, from);
    add(this.#from, from, to);
  }

  // joinAll joins all lanes under a bar: each reads every one.
  #joinAll(bar) {
    const [, x1, y, x2] = bar.getAttribute("d").match(/^M(\d+) (\d+)H(\d+)$/).map(Number);
    const row = this.#rows.findIndex(r => number(r[0], "cy") > y);
    const under = this.#rows[row].map((c, i) => i).filter(i => number(this.#rows[row][i], "cx") >= x1 && number(this.#rows[row][i], "cx") <= x2);
    for (const to of under) for (const from of under) this.#join(placeOf(this.#rows[row - 1][from]), placeOf(this.#rows[row][to]), bar);
  }

  // way is the circles and lines that are met from a circle, in one direction.
  #way(circle, direction) {
    const found = new Set();
    const circles = new Map(this.#rows.flat().map(c => [placeOf(c), c]));
    const todo = [placeOf(circle)];
    while (todo.length > 0) {
      const key = todo.pop();
      if (!circles.has(key) || found.has(circles.get(key))) continue; // a lane without a column has no circle
      found.add(circles.get(key));
      for (const { end, line } of direction.get(key) ?? []) {
        if (line) found.add(line);
        todo.push(end);
      }
    }
    return found;
  }

  #show(circle) {
    if (circle === this.#shown || !this.#svg) return;
    this.#shown = circle;
    for (const el of this.#svg.querySelectorAll(".on, .here")) el.classList.remove("on", "here");
    this.#svg.classList.toggle("tracing", circle !== null);
    if (!circle) return this.#say("");
    circle.classList.add("here");
    const before = this.#way(circle, this.#into), after = this.#way(circle, this.#from);
    for (const el of [...before, ...after]) el.classList.add("on");
    const row = this.#rows.findIndex(r => r.includes(circle));
    const lanes = (r, way) => this.#rows[r].flatMap((c, i) => way.has(c) ? [this.#lanes[i]] : []);
    const parts = [`${row === 0 ? "Input" : `Step ${row}`}, ${circle.querySelector("title").textContent}`];
    const all = this.#lanes.at(-1) === this.#lanes.length - 1; // else what lanes without a column do is not known here
    if (!all) return this.#say(parts[0] + ".");
    if (row > 0) parts.push(`made of ${inWords(lanes(0, before))}`);
    if (row < this.#rows.length - 1) parts.push(`reaches ${inWords(lanes(this.#rows.length - 1, after))}`);
    this.#say(parts.join("; ") + ".");
  }

  // key moves between lanes and steps.
  #key(e) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -99], End: [0, 99] }[e.key];
    if (!step || this.#rows.length === 0) return;
    e.preventDefault();
    const row = this.#shown ? this.#rows.findIndex(r => r.includes(this.#shown)) : this.#rows.length - 1 - step[0];
    const lane = this.#shown ? this.#rows[row].indexOf(this.#shown) : -step[1];
    const clamp = (n, most) => Math.min(Math.max(n, 0), most);
    const to = this.#rows[clamp(row + step[0], this.#rows.length - 1)];
    const circle = to[clamp(lane + step[1], to.length - 1)];
    this.#show(circle);
    circle.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

// inWords is a list of lanes, runs shortened.
export function inWords(lanes) {
  if (lanes.length === 0) return "no lane";
  const runs = [];
  for (const lane of lanes) {
    const run = runs.at(-1);
    if (run && run[1] === lane - 1) run[1] = lane;
    else runs.push([lane, lane]);
  }
  return `lane${lanes.length > 1 ? "s" : ""} ${runs.map(([a, b]) => a === b ? a : b === a + 1 ? `${a}, ${b}` : `${a}–${b}`).join(", ")}`;
}
