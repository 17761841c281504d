// The clipboard: what was pasted by keys is known; else the browser asks the person.
export class Clipboard {
  #held = null;   // pasted, and not yet taken
  #written = '';  // by the program, for where the browser gives nothing

  hold(text) {
    this.#held = text;
  }

  async read() {
    const held = this.#held;
    this.#held = null;
    if (held !== null) return held;
    try {
      return await navigator.clipboard.readText();
    } catch {
      return this.#written;
    }
  }

  write(text) {
    this.#written = text;
    // A page that is not served securely has no clipboard but that of a person's selection.
    navigator.clipboard?.writeText(text).catch(() => copySelected(text)) ?? copySelected(text);
  }
}

function copySelected(text) {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
