// A canvas that says of itself what the app does: an introduction, a button, a slider, a list, a field of text.
const canvas = document.querySelector('canvas');
const listed = 8, seen = 3;
const state = { up_to_date: false, overlay: 'none', pointer: [0, 0], held: false, clicks: 0, doubled: 0, value: 0,
  figures: { field: '' }, kernel: '', keys: [] };
const kept = 'warplens:/settings/warplens/settings.json';
let first = 0, active = '', asked = 0;

const rects = () => {
  const all = { button: [40, 20, 100, 30], slider: [40, 80, 218, 20], field: [300, 20, 100, 30] };
  if (state.overlay === 'introduction') all['intro.skip'] = [200, 200, 60, 20];
  for (let row = 0; row < seen; ++row) all[`list.add/k${first + row}`] = [300, 80 + 20 * row, 100, 20];
  return Object.fromEntries(Object.entries(all).map(([name, rect]) =>
    [name, rect.map((each) => each * devicePixelRatio)]));
};
const under = (name) => {
  const [x, y, width, height] = rects()[name] ?? [0, 0, 0, 0];
  const across = state.pointer[0] - x, down = state.pointer[1] - y;
  return across >= 0 && across < width && down >= 0 && down < height;
};
const point = (event) => {
  state.pointer = [event.clientX * devicePixelRatio, event.clientY * devicePixelRatio];
  const [x, , width] = rects().slider;
  if (active === 'slider') state.value = Math.round(100 * Math.min(1, Math.max(0, (state.pointer[0] - x) / width)));
};

canvas.addEventListener('pointermove', point);
canvas.addEventListener('pointerdown', (event) => {
  point(event);
  state.held = true;
  active = Object.keys(rects()).find(under) ?? '';
});
canvas.addEventListener('pointerup', (event) => {
  point(event);
  state.held = false;
  if (active === 'button' && under('button')) ++state.clicks;
  if (active === 'intro.skip') state.overlay = 'none';
  if (active.startsWith('list.')) state.kernel = active.slice(5);
  if (active !== 'field') active = '';
});
canvas.addEventListener('dblclick', () => ++state.doubled);
canvas.addEventListener('wheel', (event) => {
  if (Object.keys(rects()).some((name) => name.startsWith('list.') && under(name))) {
    first = Math.min(listed - seen, Math.max(0, first + Math.sign(event.deltaY)));
  }
});
addEventListener('keydown', (event) => {
  state.keys.push(event.key);
  if (event.ctrlKey && event.key === 'a') state.figures.field = '';
  else if (active === 'field' && event.key.length === 1) state.figures.field += event.key;
  if (event.key === 'x' && event.altKey) setTimeout(() => { throw new Error('broken'); }, 0);
});

globalThis.warplens = {
  state() {
    if (++asked === 1) return null;
    if (asked === 3) {
      state.up_to_date = true;
      const settings = JSON.parse(atob(localStorage.getItem(kept) ?? '') || '{}');
      if (!settings.introduction_seen) state.overlay = 'introduction';
      state.lesson = settings.lesson ?? '';
    }
    const widgets = Object.fromEntries(Object.entries(rects()).map(([name, rect]) =>
      [name, { rect, hovered: under(name), active: active === name, cut: false }]));
    const size = [canvas.clientWidth, canvas.clientHeight].map((each) => Math.round(each * devicePixelRatio));
    return { size, widgets, panels: {}, state };
  },
};
