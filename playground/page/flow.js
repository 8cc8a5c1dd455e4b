// The steps of the picture, one after the other: a slider, and a button that plays them.

const $ = id => document.getElementById(id);
const pace = 900; // milliseconds of a step

export class Flow {
  #picture; #drawn; #timer;

  constructor(picture) {
    this.#picture = picture;
    $("step").addEventListener("input", () => { this.#stop(); this.#show(); });
    $("play").addEventListener("click", () => this.#timer ? this.#stop() : this.#play());
  }

  // load takes a new picture, of which it shows all steps.
  load(drawn) {
    this.#stop();
    this.#drawn = drawn;
    $("step").max = drawn.steps.length - 1; // before the value, which it bounds
    $("step").value = $("step").max;
    this.#show();
  }

  #play() {
    if (Number($("step").value) === Number($("step").max)) $("step").value = 0;
    $("play").textContent = "❚❚";
    $("play").setAttribute("aria-label", "Pause");
    this.#show();
    this.#timer = setInterval(() => {
      $("step").value = Number($("step").value) + 1;
      this.#show();
      if ($("step").value === $("step").max) this.#stop();
    }, pace);
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    $("play").textContent = "▶";
    $("play").setAttribute("aria-label", "Play the steps");
  }

  #show() {
    const step = Number($("step").value), { steps, note } = this.#drawn;
    this.#picture.until(step);
    const at = step === 0 ? "Input" : `Step ${step} of ${steps.length - 1}: ${steps[step]}`;
    $("title").textContent = note ? `${at} — no values are shown: ${note}` : at;
    $("step").setAttribute("aria-valuetext", at);
  }
}
