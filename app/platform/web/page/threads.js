// Stacks that wait. A thread of the program is a call into it that the browser sets aside when it calls
// `wait` (WebAssembly's JavaScript Promise Integration); the program keeps where each one's memory stack
// is.
export class Threads {
  #exports;
  #waiting = new Set();
  #channel = new MessageChannel();
  #isTicking = false;

  static canWait = typeof WebAssembly.Suspending === 'function';

  constructor() {
    this.#channel.port1.onmessage = () => this.#tick();
  }

  imports() {
    const wait = (word, value, milliseconds) => this.#wait(word, value, milliseconds);
    return {
      thread_start: (thread, stack) => this.#start(thread, stack),
      thread_wait: new WebAssembly.Suspending(wait),
    };
  }

  // Runs the program's `main`, which may wait.
  main(exports, name) {
    this.#exports = exports;
    return WebAssembly.promising(exports[name])();
  }

  // Something may have changed that somebody waits for.
  wake() {
    if (this.#waiting.size === 0 || this.#isTicking) return;
    this.#isTicking = true;
    this.#channel.port2.postMessage(null);
  }

  #start(thread, stack) {
    const { thread_main, __stack_pointer } = this.#exports;
    __stack_pointer.value = stack;
    WebAssembly.promising(thread_main)(thread).finally(() => this.wake());
  }

  #wait(word, value, milliseconds) {
    const until = milliseconds < 0 ? Infinity : performance.now() + milliseconds;
    return new Promise((resolve) => {
      this.#waiting.add({ word, value, until, resolve });
      if (until !== Infinity) setTimeout(() => this.wake(), milliseconds + 1);
      this.wake();
    });
  }

  #tick() {
    this.#isTicking = false;
    const words = new Uint32Array(this.#exports.memory.buffer);
    const now = performance.now();
    const isDue = (each) => each.word === 0 || words[each.word >> 2] !== each.value || now >= each.until;
    const due = [...this.#waiting].filter(isDue);
    if (due.length > 1) this.wake();
    if (due.length === 0) return;
    this.#waiting.delete(due[0]);
    due[0].resolve();
  }
}
