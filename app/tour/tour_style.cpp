// How the tour's page looks and what its slider and keys do.
#include "app/tour/tour_page.h"

namespace warplens::ui {
namespace {

constexpr std::string_view kStyle = R"css(:root {
  --ground: #f4f5f7; --card: #ffffff; --text: #1d2330; --muted: #5b6475; --border: #d5d9e0;
  --accent: #1f5fbf; --costly: #b3261e; --code: #eceff4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15181e; --card: #1d2129; --text: #e6e9ef; --muted: #a0a8b8; --border: #363c48;
    --accent: #7db0ff; --costly: #ff8a80; --code: #2a303b;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body {
  margin: 0 auto; padding: 1rem clamp(0.75rem, 3vw, 2.5rem); max-width: 82rem;
  background: var(--ground); color: var(--text);
  font: 1.05rem/1.6 system-ui, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei",
    sans-serif;
}
h1, h2, h3, h4 { line-height: 1.25; }
h3 { margin: 0 0 0.5rem; font-size: 1.5rem; }
h4 { margin: 1.2rem 0 0.3rem; color: var(--accent); }
a { color: var(--accent); }
nav { columns: 20rem; }
nav p, nav ol { margin: 0 0 0.5rem; }
nav p { break-after: avoid; }
nav h2 { column-span: all; }
.step {
  margin: 1.5rem 0; padding: clamp(0.75rem, 2vw, 1.75rem); background: var(--card);
  border: 1px solid var(--border); border-radius: 0.6rem; scroll-margin-top: 0.5rem;
}
.step:focus { outline: none; }
.number, .keys, figcaption { margin: 0; color: var(--muted); font-size: 0.9rem; }
.text, .step > p, details > p { max-width: 48rem; }
figure { margin: 1rem 0 0.5rem; }
.layers {
  display: block; position: relative; width: fit-content; max-width: 100%; overflow: hidden;
  border: 1px solid var(--border); border-radius: 0.4rem;
}
img { display: block; max-width: 100%; height: auto; }
.layers img + img { position: absolute; max-width: none; }
code { padding: 0 0.25em; background: var(--code); border-radius: 0.25em; font-size: 0.9em; }
pre { overflow-x: auto; padding: 0.6rem; background: var(--code); }
summary { cursor: pointer; color: var(--accent); font-weight: 600; }
.truth { border-left: 0.25rem solid var(--costly); padding-left: 0.6rem; }
dt { margin-top: 0.8rem; scroll-margin-top: 0.5rem; }
dd { margin-left: 1.2rem; }
.answer { font-size: 1.2rem; font-weight: 600; }
.figures { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; overflow-x: auto; }
table { border-collapse: collapse; align-self: start; font-size: 0.88rem; }
caption { text-align: left; color: var(--muted); }
th, td { padding: 0.15rem 0.6rem; border-bottom: 1px solid var(--border); text-align: right; }
th { color: var(--muted); font-weight: 500; }
th[scope="row"] { text-align: left; }
td { font-family: ui-monospace, "JetBrains Mono", monospace; }
.costly { color: var(--costly); font-weight: 600; }
.findings { flex-basis: 100%; max-width: 48rem; font-size: 0.88rem; }
.findings p { margin: 0; }
.slider { display: flex; gap: 0.6rem; align-items: center; max-width: 48rem; }
.slider input { flex: 1; min-width: 0; accent-color: var(--accent); }
.slider button {
  padding: 0.25rem 0.8rem; font: inherit; color: var(--text); background: var(--code);
  border: 1px solid var(--border); border-radius: 0.3rem; cursor: pointer;
}
.scrubbed ol { display: none; }
@media print {
  body { max-width: none; background: none; font-size: 10pt; }
  .step { border: none; padding: 0; break-before: page; }
  figure, table { break-inside: avoid; }
  .keys, .slider, summary { display: none; }
}
)css";

constexpr std::string_view kScript = R"js('use strict';
const scrubbers = [...document.querySelectorAll('.scrubber')].map(box => {
  const words = box.querySelector('figcaption');
  const frames = [...box.querySelectorAll('li')].map(each => ({
    words: each.querySelector('summary').textContent, layers: each.querySelector('.layers'),
  }));
  let shown = box.querySelector('.layers');
  const slider = document.createElement('input');
  Object.assign(slider, {type: 'range', min: 0, max: frames.length - 1, step: 1});
  slider.value = box.dataset.at;
  slider.setAttribute('aria-label', box.dataset.label);
  const play = document.createElement('button');
  play.type = 'button';
  play.textContent = box.dataset.play;
  const bar = document.createElement('div');
  bar.className = 'slider';
  bar.append(play, slider);
  box.querySelector('figure').after(bar);
  box.classList.add('scrubbed');
  words.setAttribute('aria-live', 'polite');

  let timer = 0;
  const stop = () => { clearInterval(timer); timer = 0; };
  const preload = () => frames.forEach(frame => {
    frame.layers.querySelectorAll('img').forEach(each => { new Image().src = each.src; });
  });
  const show = at => {
    const frame = frames[at];
    slider.value = at;
    const next = frame.layers.cloneNode(true);
    next.querySelectorAll('img').forEach(each => { each.loading = 'eager'; });
    shown.replaceWith(next);
    shown = next;
    words.textContent = frame.words;
    slider.setAttribute('aria-valuetext', frame.words);
  };
  const move = by => {
    const at = Math.min(Math.max(Number(slider.value) + by, 0), frames.length - 1);
    show(at);
    return at;
  };
  slider.addEventListener('input', () => { stop(); show(Number(slider.value)); });
  slider.addEventListener('pointerdown', preload, {once: true});
  play.addEventListener('click', () => {
    if (timer) return stop();
    preload();
    if (Number(slider.value) === frames.length - 1) show(0);
    timer = setInterval(() => { if (move(1) === frames.length - 1) stop(); }, 500);
  });
  return {box, move: by => { stop(); preload(); move(by); }};
});

const steps = [...document.querySelectorAll('.step')];
const current = () => {
  const line = innerHeight * 0.4;
  const below = steps.findIndex(step => step.getBoundingClientRect().top > line);
  return below < 0 ? steps.length - 1 : below - 1;
};
const goTo = at => {
  const step = steps[Math.min(Math.max(at, 0), steps.length - 1)];
  step.scrollIntoView();
  step.focus({preventScroll: true});
};
addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches('input')) return;
  const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (!by) return;
  event.preventDefault();
  if (event.shiftKey) return goTo(current() + by);
  const step = steps[Math.max(current(), 0)];
  const scrubber = scrubbers.find(each => step.contains(each.box) && each.box.offsetParent);
  if (scrubber) scrubber.move(by);
});

let closed = [];
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('details:not([open])')];
  closed.forEach(each => { each.open = true; });
});
addEventListener('afterprint', () => closed.forEach(each => { each.open = false; }));
)js";

}  // namespace

std::string_view tour_style() { return kStyle; }
std::string_view tour_script() { return kScript; }

}  // namespace warplens::ui
