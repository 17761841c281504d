// The window: a canvas, and what a person does on it as GLFW's callbacks tell it.
import { keys, release, press, repeat } from './keys.js';

const key = 0, letter = 1, pointer = 2, button = 3, wheel = 4, focus = 5, size = 6, drop = 7;
const cursors = { 0x36001: 'default', 0x36002: 'text', 0x36003: 'crosshair', 0x36004: 'pointer', 0x36005: 'ew-resize',
  0x36006: 'ns-resize' };
const textCursor = 0x36002;
const notch = 100;             // of a wheel, in the pixels that browsers tell
const still = 10, held = 450;  // CSS pixels and milliseconds that tell a tap from a drag

function modifiersOf(event) {
  return event.shiftKey | (event.ctrlKey || isMac && event.metaKey) << 1 | event.altKey << 2 |
    (!isMac && event.metaKey) << 3;
}

// What a Mac has on its command key is on the control key elsewhere.
const isMac = navigator.platform.startsWith('Mac');

// Keys with which a browser's own window is used.
function isBrowsers(event) {
  const withControl = event.ctrlKey || event.metaKey;
  return /^F1[12]$/.test(event.key) || withControl && /^[rtnwl]$/i.test(event.key);
}

export class Canvas {
  #canvas;
  #field;  // takes text: an input method's, what is pasted, a phone's keyboard
  #clipboard;
  #files;
  #wake;
  #memory;
  #events = [];
  #eventsAt = 0;
  #framesAt = 0;
  #text = new Uint8Array();  // that the program takes next
  #dropped = [];             // paths whose events are still to be taken
  #touches = new Map();
  #isTyping = false;

  constructor(canvas, field, clipboard, files, wake) {
    this.#canvas = canvas;
    this.#field = field;
    this.#clipboard = clipboard;
    this.#files = files;
    this.#wake = wake;
  }

  use(memory) {
    this.#memory = memory;
  }

  imports() {
    return {
      window_open: (events, frames) => this.#open(events, frames),
      window_event: (at) => this.#take(at),
      window_frame: () => void requestAnimationFrame(() => this.#count(this.#framesAt)),
      window_cursor: (shape) => this.#point(shape),
      window_fullscreen: (isWanted) => this.#fill(isWanted !== 0),
      window_size: (width, height, scale) => this.#measure(width, height, scale),
      screen_size: (width, height) => {
        this.#view(Int32Array, width)[0] = Math.round(screen.width * devicePixelRatio);
        this.#view(Int32Array, height)[0] = Math.round(screen.height * devicePixelRatio);
      },
      file_pick: () => this.#pick(),
      text_size: () => this.#text.length,
      text_take: (at) => this.#view(Uint8Array, at, this.#text.length).set(this.#text),
      clipboard_read: (done) => this.#clipboard.read().then((text) => {
        this.#text = new TextEncoder().encode(text);
        this.#count(done);
      }),
      clipboard_write: (at, count) => this.#clipboard.write(
        new TextDecoder().decode(this.#view(Uint8Array, at, count))),
    };
  }

  // A file that the program is to open, as if it had been dropped.
  async open(file) {
    this.#dropped.push(this.#files.receive(file.name, new Uint8Array(await file.arrayBuffer())));
    this.#tell(drop);
  }

  #pick() {
    const field = document.createElement('input');
    field.type = 'file';
    field.addEventListener('change', () => [...field.files].forEach((file) => this.open(file)));
    field.click();
  }

  #view(Kind, at, count = 1) {
    return new Kind(this.#memory.buffer, at, count);
  }

  #count(at) {
    ++this.#view(Uint32Array, at)[0];
    this.#wake();
  }

  #tell(kind, code = 0, action = 0, modifiers = 0, x = 0, y = 0) {
    const last = this.#events.at(-1);
    if (kind === pointer && last?.[0] === pointer) this.#events.pop();
    this.#events.push([kind, code, action, modifiers, x, y]);
    this.#count(this.#eventsAt);
  }

  #take(at) {
    const event = this.#events.shift();
    if (event === undefined) return 0;
    this.#view(Int32Array, at, 4).set(event.slice(0, 4));
    this.#view(Float64Array, at + 16, 2).set(event.slice(4));
    if (event[0] === drop) this.#text = new TextEncoder().encode(this.#dropped.shift());
    return 1;
  }

  #open(events, frames) {
    [this.#eventsAt, this.#framesAt] = [events, frames];
    this.#fit();
    new ResizeObserver(() => this.#fit()).observe(this.#canvas);
    this.#listenToKeys();
    this.#listenToPointers();
    this.#listenToDrops();
    addEventListener('focus', () => this.#tell(focus, 1));
    addEventListener('blur', () => this.#tell(focus, 0));
    this.#field.focus({ preventScroll: true });
    return 1;
  }

  #fit() {
    const width = Math.max(1, Math.round(this.#canvas.clientWidth * devicePixelRatio));
    const height = Math.max(1, Math.round(this.#canvas.clientHeight * devicePixelRatio));
    if (this.#canvas.width === width && this.#canvas.height === height) return;
    [this.#canvas.width, this.#canvas.height] = [width, height];
    this.#tell(size, 0, 0, 0, width, height);
  }

  #measure(width, height, scale) {
    this.#view(Int32Array, width)[0] = this.#canvas.width;
    this.#view(Int32Array, height)[0] = this.#canvas.height;
    this.#view(Float32Array, scale)[0] = devicePixelRatio;
  }

  #point(shape) {
    this.#canvas.style.cursor = cursors[shape] ?? 'none';
    this.#field.inputMode = shape === textCursor ? 'text' : 'none';
  }

  #fill(isWanted) {
    if (isWanted === (document.fullscreenElement !== null)) return;
    const asked = isWanted ? document.documentElement.requestFullscreen?.() : document.exitFullscreen();
    asked?.catch(() => {});  // the page then presents in the window that it has
  }

  #type(text) {
    for (const each of text) this.#tell(letter, each.codePointAt(0));
  }

  #stroke(code, modifiers) {
    this.#tell(key, code, press, modifiers);
    this.#tell(key, code, release, modifiers);
  }

  #listenToKeys() {
    const onKey = (event) => {
      if (event.isComposing || isBrowsers(event)) return;
      const code = keys[event.code] ?? keys[event.key];
      if (code === undefined) return;
      const withControl = event.ctrlKey || event.metaKey;
      // The browser tells of what is pasted by an event of its own, after which the keys follow.
      if (withControl && event.code === 'KeyV') return;
      const action = event.type === 'keyup' ? release : event.repeat ? repeat : press;
      this.#tell(key, code, action, modifiersOf(event));
      const isLetter = event.key.length === 1 && !withControl;
      if (!isLetter) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    addEventListener('keyup', onKey);
    this.#field.addEventListener('input', (event) => {
      if (event.isComposing) return;
      this.#type(this.#field.value);
      this.#field.value = '';
    });
    this.#field.addEventListener('compositionend', () => {
      this.#type(this.#field.value);
      this.#field.value = '';
    });
    addEventListener('paste', (event) => {
      event.preventDefault();
      const file = event.clipboardData.files[0];
      if (file !== undefined) return this.open(file);
      this.#clipboard.hold(event.clipboardData.getData('text/plain'));
      this.#tell(key, keys.ControlLeft, press, 2);
      this.#stroke(keys.KeyV, 2);
      this.#tell(key, keys.ControlLeft, release, 0);
    });
  }

  #place(event) {
    const box = this.#canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * devicePixelRatio, (event.clientY - box.top) * devicePixelRatio];
  }

  #move(event) {
    this.#tell(pointer, 0, 0, 0, ...this.#place(event));
  }

  #listenToPointers() {
    const buttons = [0, 2, 1];  // the middle one is second in a page
    const on = (name, act) => this.#canvas.addEventListener(name, act);
    on('pointerdown', (event) => {
      event.preventDefault();
      this.#field.style.left = `${event.clientX}px`;  // where an input method shows its list
      this.#field.style.top = `${event.clientY}px`;
      this.#field.focus({ preventScroll: true });
      this.#canvas.setPointerCapture(event.pointerId);
      if (event.pointerType === 'touch') return this.#touch(event);
      this.#move(event);
      this.#tell(button, buttons[event.button] ?? 0, press, modifiersOf(event));
    });
    on('pointermove', (event) => (event.pointerType === 'touch' ? this.#drag(event) : this.#move(event)));
    on('pointerup', (event) => {
      if (event.pointerType === 'touch') return this.#lift(event);
      this.#move(event);
      this.#tell(button, buttons[event.button] ?? 0, release, modifiersOf(event));
    });
    on('pointercancel', (event) => this.#lift(event));
    on('contextmenu', (event) => event.preventDefault());
    on('wheel', (event) => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? notch : 3;
      this.#tell(wheel, 0, 0, 0, -event.deltaX / unit, -event.deltaY / unit);
    });
  }

  // A finger that taps clicks; one that rests and then moves, or moves sideways, drags; one that moves up
  // or down turns the wheel, and so do two.
  #touch(event) {
    const touch = { x: event.clientX, y: event.clientY, does: 'rests' };
    this.#touches.set(event.pointerId, touch);
    if (this.#touches.size > 1) {
      for (const each of this.#touches.values()) if (each.does === 'rests') each.does = 'turns';
      return;
    }
    this.#move(event);
    touch.timer = setTimeout(() => this.#grab(touch), held);
  }

  #grab(touch) {
    if (touch.does !== 'rests') return;
    touch.does = 'drags';
    this.#tell(button, 0, press);
  }

  #drag(event) {
    const touch = this.#touches.get(event.pointerId);
    if (touch === undefined) return;
    const across = event.clientX - touch.x, down = event.clientY - touch.y;
    if (touch.does === 'rests' && Math.hypot(across, down) > still) {
      if (Math.abs(across) > Math.abs(down)) this.#grab(touch);
      else touch.does = 'turns';
    }
    if (touch.does === 'drags') this.#move(event);
    if (touch.does !== 'turns') return;
    this.#tell(wheel, 0, 0, 0, across / notch * 2, down / notch * 2);
    [touch.x, touch.y] = [event.clientX, event.clientY];
  }

  #lift(event) {
    const touch = this.#touches.get(event.pointerId);
    if (touch === undefined) return;
    this.#touches.delete(event.pointerId);
    clearTimeout(touch.timer);
    if (touch.does === 'rests' && event.type === 'pointerup') this.#grab(touch);
    if (touch.does === 'drags') this.#tell(button, 0, release);
  }

  #listenToDrops() {
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      this.#move(event);
      for (const file of event.dataTransfer.files) this.open(file);
    });
  }
}
