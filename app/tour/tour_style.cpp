// How the tour's page looks; on paper every answer is open.
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
.number, figcaption { margin: 0; color: var(--muted); font-size: 0.9rem; }
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
th:first-child { text-align: left; }
td { font-family: ui-monospace, "JetBrains Mono", monospace; }
.costly { color: var(--costly); font-weight: 600; }
.findings { flex-basis: 100%; max-width: 48rem; font-size: 0.88rem; }
.findings p { margin: 0; }
@media print {
  body { max-width: none; background: none; font-size: 10pt; }
  .step { border: none; padding: 0; break-before: page; }
  figure, table { break-inside: avoid; }
  summary { display: none; }
}
)css";

constexpr std::string_view kScript = R"js('use strict';
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
