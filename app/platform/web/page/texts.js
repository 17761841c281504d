// What the page says before the program does.
const english = {
  language: 'en',
  loading: 'Warplens is loading:',
  starting: 'Warplens starts …',
  ended: 'Warplens has ended. Reload the page to start it again.',
  broken: 'Warplens has stopped; reload the page to start it again. The reason:',
  noThreads: 'This browser cannot run Warplens: its WebAssembly cannot wait (JavaScript Promise Integration). ' +
    'Chrome and Edge can from version 137 on.',
  fromDisk: 'Browsers let no page from a disk read the files beside it. In this folder: python3 -m http.server --bind ' +
    '127.0.0.1, then open http://127.0.0.1:8000/; or: warplens serve',
  noWebGl: 'This browser has no WebGL 2, with which Warplens draws: turn on hardware acceleration, or take ' +
    'another browser.',
};

const chinese = {
  language: 'zh',
  loading: 'Warplens 正在加载：',
  starting: 'Warplens 正在启动……',
  ended: 'Warplens 已退出。重新加载页面即可再次启动。',
  broken: 'Warplens 已停止；重新加载页面即可再次启动。原因：',
  noThreads: '这个浏览器无法运行 Warplens：它的 WebAssembly 不能等待（JavaScript Promise Integration）。' +
    'Chrome 和 Edge 从 137 版起可以。',
  fromDisk: '浏览器不允许从磁盘打开的网页读取旁边的文件。请在这个文件夹里运行：python3 -m http.server --bind 127.0.0.1，' +
    '然后打开 http://127.0.0.1:8000/；或运行：warplens serve',
  noWebGl: '这个浏览器没有 Warplens 绘图所用的 WebGL 2：请打开硬件加速，或换一个浏览器。',
};

export function texts(languages) {
  return languages.find((each) => /^(en|zh)/.test(each))?.startsWith('zh') ? chinese : english;
}
