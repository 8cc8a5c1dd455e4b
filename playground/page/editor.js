// The editor of the Go text: a text area over the same text in colours. Changes are against what
// shflgen printed, as one hunk: the lines between the first that differs and the last.

// hunk is the change from one text to another: from line `at` on, `drop` lines became `text`.
export function hunk(from, to) {
  if (from === to) return null;
  const a = from.split("\n"), b = to.split("\n");
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return { at: head, drop: a.length - head - tail, text: b.slice(head, b.length - tail) };
}

// patched is a text with a hunk applied; null if it has no such lines.
export function patched(from, { at, drop, text }) {
  const lines = from.split("\n");
  if (!(at >= 0 && drop >= 0 && at + drop <= lines.length)) return null;
  lines.splice(at, drop, ...text);
  return lines.join("\n");
}

// broken is a text that compiles and computes something else: with another operator, or with two
// results that change places. No name goes out of use, which Go would not compile.
export function broken(text) {
  const lines = text.split("\n");
  const other = { "+": "-", "*": "+", "&": "|", "|": "&", "^": "|", "max(": "min(", "min(": "max(" };
  const operator = /^(\t(?:\w+ := |v\[\d+\] = )(?:\w+ )?)([-+*&|^]|max\(|min\()( ?\w+(?:, \w+\))?)$/;
  const steps = lines.flatMap((line, i) => other[line.match(operator)?.[2]] ? [i] : []);
  if (steps.length > 0) {
    const i = steps[Math.floor(steps.length / 2)];
    lines[i] = lines[i].replace(operator, (_, before, op, after) => before + other[op] + after);
    return lines.join("\n");
  }
  const result = /^(\tv\[\d+\](?:\[\d+\])? = )(\w+)$/;
  const results = lines.flatMap((line, i) => result.test(line) && result.test(lines[i + 1] ?? "") && line.match(result)[2] !== lines[i + 1].match(result)[2] ? [i] : []);
  if (results.length > 0) {
    const i = results[Math.floor(results.length / 2)];
    const [, to, value] = lines[i].match(result), [, next, nextValue] = lines[i + 1].match(result);
    [lines[i], lines[i + 1]] = [to + nextValue, next + value];
    return lines.join("\n");
  }
  return text.replace(/(\bmask>>)(\d+)/, (_, shift, bit) => shift + (Number(bit) + 1) % 32);
}

const escape = text => text.replace(/[&<>]/g, c => `&#${c.charCodeAt(0)};`);

// colour is a text as HTML: comments and keywords.
export function colour(text) {
  return escape(text).replace(/(\/\/.*$)|\b(func|package|import|return|if|for|range|const|var|struct|static|inline|unsigned|int|bool|float|double|void)\b|^(#\w+)/gm,
    (all, comment, word, directive) => comment ? `<i>${comment}</i>` : `<b>${word ?? directive}</b>`);
}

const most = 200_000; // letters of a text that is coloured

export class Editor {
  #area; #paint; #numbers; #box; #original = "";

  constructor(box, area, paint, numbers, edited) {
    [this.#box, this.#area, this.#paint, this.#numbers] = [box, area, paint, numbers];
    area.addEventListener("input", () => { this.#show(); edited(); });
  }

  get text() { return this.#area.value; }
  get change() { return hunk(this.#original, this.text); }

  // load shows what shflgen printed, with a change if it fits.
  load(original, change) {
    this.#original = original;
    this.set(change && patched(original, change) || original);
  }

  set(text) {
    this.#area.value = text;
    this.#show();
  }

  reset() { this.set(this.#original); }

  // lane marks the results of a lane that is wrong.
  lane(lane) { this.#show(lane); }

  #show(wrong) {
    const lines = this.text.split("\n"), change = this.change;
    this.#numbers.textContent = lines.map((_, i) => i + 1).join("\n");
    if (this.text.length > most) return void (this.#paint.textContent = this.text);
    const changed = i => change && i >= change.at && i < change.at + Math.max(change.text.length, 1);
    const result = new RegExp(`^\\t\\w+\\[${wrong}\\](\\[\\d+\\])? = `);
    this.#paint.innerHTML = colour(this.text).split("\n").map((html, i) => {
      const marks = [changed(i) && "changed", wrong !== undefined && result.test(lines[i]) && "wrong"].filter(Boolean);
      return marks.length > 0 ? `<span class="${marks.join(" ")}">${html || " "}</span>` : html;
    }).join("\n") + "\n";
  }

  // reveal scrolls to the change.
  reveal() {
    const at = this.change?.at ?? 0;
    const height = parseFloat(getComputedStyle(this.#area).lineHeight);
    this.#box.scrollTo({ top: Math.max(0, (at - 6) * height) });
  }
}
