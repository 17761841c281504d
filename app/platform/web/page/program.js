// The page: fetches the program and what it needs first, gives it files, a canvas and threads, runs it.
import { Canvas } from './canvas.js';
import { Clipboard } from './clipboard.js';
import { Files } from './files.js';
import { Gl } from './gl.js';
import { Pack, fetchPack, fetchUnpacked } from './packs.js';
import { Places, downloads, given, settings } from './places.js';
import { Threads } from './threads.js';
import { texts } from './texts.js';

const stateFile = '/state.json';
const untilTheRest = 2000;  // milliseconds, in which the first lesson has the network

const say = (text) => {
  document.getElementById('status').textContent = text;
  document.body.dataset.now = text === '' ? 'runs' : 'waits';
};

// Whoever asks by ?state sees what the program says it shows.
const tellsState = new URLSearchParams(location.search).has('state');

function environmentOf(language, isFirstTime) {
  const link = decodeURIComponent(location.hash.slice(1));
  return ['HOME=' + given, 'WARPLENS_LINK=' + link, 'WARPLENS_PAGE=' + location.origin + location.pathname, 'XDG_CONFIG_HOME=' + settings, 'XDG_PICTURES_DIR=' + downloads,
    `LANG=${language === 'zh' ? 'zh_CN' : 'en_US'}.UTF-8`, ...(isFirstTime ? ['WARPLENS_LANGUAGE=' + language] : []), ...(tellsState ? ['WARPLENS_UI_STATE=' + stateFile] : [])];
}

class Progress {
  #taken = 0;

  constructor(text) {
    this.text = text;
    say(text);
  }

  took(bytes) {
    this.#taken += bytes;
    say(`${this.text} ${(this.#taken / 1e6).toFixed(1)} MB`);
  }
}

// So that from then on nothing needs the network.
async function fetchTheRest(packs) {
  await new Promise((resolve) => setTimeout(resolve, untilTheRest));
  if (navigator.connection?.saveData) return;
  for (const pack of packs) await pack.fetch().catch(() => {});
}

async function start(said) {
  if (location.protocol === 'file:') return say(said.fromDisk);
  if (!Threads.canWait) return say(said.noThreads);
  const places = new Places(), threads = new Threads(), clipboard = new Clipboard();
  const lines = [];
  const print = (line) => {
    lines.push(line);
    console.warn(line);
  };
  const files = new Files(environmentOf(said.language, places.isEmpty), print, (path, bytes) => places.changed(path, bytes));
  places.use(files);
  const surface = document.getElementById('window'), field = document.getElementById('text');
  const gl = new Gl(surface);
  if (!gl.isThere) return say(said.noWebGl);
  const canvas = new Canvas(surface, field, clipboard, places, () => threads.wake());

  const progress = new Progress(said.loading), took = (bytes) => progress.took(bytes);
  const [program, core] = await Promise.all([
    fetchUnpacked('warplens.wasm.bin', took).then((bytes) => WebAssembly.compile(bytes)),
    fetchPack('core', files, took),
    fetchPack('fonts-en', files, took),
  ]);
  const packs = Object.entries(core.later).map(([name, paths]) =>
    new Pack(name, paths, files, (error) => print(`warplens: ${error.message}`)));

  say(said.starting);
  const { exports } = await WebAssembly.instantiate(program, {
    env: { __cpp_exception: new WebAssembly.Tag({ parameters: ['i32'] }), ...gl.imports() },
    warplens: { ...threads.imports(), ...canvas.imports() },
    wasi_snapshot_preview1: files.imports(),
  });
  for (const each of [files, gl, canvas]) each.use(exports.memory);
  if (tellsState) {
    globalThis.warplens = { state: () => JSON.parse(new TextDecoder().decode(files.read(stateFile)) || 'null') };
  }
  exports.__wasm_call_ctors();
  say('');
  fetchTheRest(packs);
  const status = await threads.main(exports, 'warplens_main');
  say(status === 0 ? said.ended : lines.at(-1) ?? said.ended);
}

addEventListener('hashchange', () => location.reload());
const said = texts(navigator.languages);
start(said).catch((error) => say(`${said.broken} ${error.message}`));
