// Keys by the places on a keyboard that browsers name (KeyboardEvent.code), as GLFW numbers them.
export const release = 0, press = 1, repeat = 2;

export const keys = {
  KeyA: 65, KeyB: 66, KeyC: 67, KeyD: 68, KeyE: 69, KeyF: 70, KeyG: 71, KeyH: 72, KeyI: 73, KeyJ: 74,
  KeyK: 75, KeyL: 76, KeyM: 77, KeyN: 78, KeyO: 79, KeyP: 80, KeyQ: 81, KeyR: 82, KeyS: 83, KeyT: 84,
  KeyU: 85, KeyV: 86, KeyW: 87, KeyX: 88, KeyY: 89, KeyZ: 90, Digit0: 48, Numpad0: 320, Digit1: 49,
  Numpad1: 321, Digit2: 50, Numpad2: 322, Digit3: 51, Numpad3: 323, Digit4: 52, Numpad4: 324, Digit5: 53,
  Numpad5: 325, Digit6: 54, Numpad6: 326, Digit7: 55, Numpad7: 327, Digit8: 56, Numpad8: 328, Digit9: 57,
  Numpad9: 329, F1: 290, F2: 291, F3: 292, F4: 293, F5: 294, F6: 295, F7: 296, F8: 297, F9: 298, F10: 299,
  F11: 300, F12: 301, Space: 32, Quote: 39, Comma: 44, Minus: 45, Period: 46, Slash: 47, Semicolon: 59,
  Equal: 61, BracketLeft: 91, Backslash: 92, BracketRight: 93, Backquote: 96, Escape: 256, Enter: 257,
  Tab: 258, Backspace: 259, Insert: 260, Delete: 261, ArrowRight: 262, ArrowLeft: 263, ArrowDown: 264,
  ArrowUp: 265, PageUp: 266, PageDown: 267, Home: 268, End: 269, CapsLock: 280, NumLock: 282,
  NumpadDecimal: 330, NumpadDivide: 331, NumpadMultiply: 332, NumpadSubtract: 333, NumpadAdd: 334,
  NumpadEnter: 335, ShiftLeft: 340, ControlLeft: 341, AltLeft: 342, ShiftRight: 344, ControlRight: 345,
  AltRight: 346, ContextMenu: 348,
  // The command key of a Mac is what the control key is elsewhere.
  ...(navigator.platform.startsWith('Mac') ? { MetaLeft: 341, MetaRight: 345 } : { MetaLeft: 343, MetaRight: 347 }),
};
