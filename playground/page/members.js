// The mask of the call: a button a lane, and the mask as a number.

const $ = id => document.getElementById(id);

// hexOf is a mask as CUDA writes it.
export const hexOf = mask => "0x" + mask.toString(16).padStart(8, "0");

export class Members {
  #mask = 0xffffffff;
  #bits = [];
  #changed;
  #enabled = true;

  constructor(changed) {
    this.#changed = changed;
    for (let lane = 0; lane < 32; lane++) {
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = lane;
      b.setAttribute("aria-label", `lane ${lane}`);
      b.tabIndex = lane === 0 ? 0 : -1;
      b.addEventListener("click", () => { this.#focus(lane); this.set((this.#mask ^ 1 << lane) >>> 0); });
      b.addEventListener("keydown", e => this.#key(e, lane));
      this.#bits.push(b);
    }
    $("bits").append(...this.#bits);
    $("hex").addEventListener("change", () => this.set($("hex").value));
    for (const b of document.querySelectorAll("[data-members]")) {
      b.addEventListener("click", () => this.set(b.dataset.members === "random" ? Math.floor(Math.random() * 2 ** 32) : b.dataset.members));
    }
    this.#paint();
  }

  get mask() { return this.#enabled ? this.#mask : 0xffffffff; }

  set(mask) { if (this.quietly(mask)) this.#changed(); }

  // quietly sets the mask, if it is one.
  quietly(mask) {
    const n = Number(mask);
    const good = Number.isInteger(n) && n >= 0 && n < 2 ** 32 && String(mask).trim() !== "";
    if (good) this.#mask = n;
    this.#paint();
    return good;
  }

  // show fits what was made: the width of segments, and whether there is a mask.
  show({ members, width }) {
    this.#enabled = members;
    $("members").disabled = !members;
    $("members").hidden = width === 0; // of blocks and arrays nothing is drawn
    $("members-note").textContent = members ? "For the picture alone: the proof covers every mask." : "In mask mode full every lane is a member.";
    const whole = Math.floor(32 / width) * width;
    this.#bits.forEach((b, lane) => {
      b.classList.toggle("odd", width > 0 && Math.floor(lane / width) % 2 === 1);
      b.classList.toggle("outside", width > 0 && lane >= whole);
    });
    this.#paint();
  }

  // wrong marks a lane, or none.
  wrong(lane) { this.#bits.forEach((b, i) => b.classList.toggle("wrong", i === lane)); }

  #paint() {
    this.#bits.forEach((b, lane) => b.setAttribute("aria-pressed", (this.mask >>> lane & 1) === 1));
    $("hex").value = hexOf(this.mask);
  }

  #focus(lane) {
    this.#bits.forEach((b, i) => b.tabIndex = i === lane ? 0 : -1);
    this.#bits[lane].focus();
  }

  #key(e, lane) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8, Home: -lane, End: 31 - lane }[e.key];
    if (step === undefined) return;
    e.preventDefault();
    if (lane + step >= 0 && lane + step < 32) this.#focus(lane + step);
  }
}
