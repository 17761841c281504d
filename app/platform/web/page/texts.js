// What the page says before the program does.
const english = {
  language: 'en',
  loading: 'Warplens is loading:',
  starting: 'Warplens starts …',
  ended: 'Warplens has ended. Reload the page to start it again.',
  broken: 'Warplens has stopped; reload the page to start it again. The reason:',
  noThreads: 'This browser cannot run Warplens: its WebAssembly cannot wait (JavaScript Promise Integration). ' +
    'Chrome and Edge can from version 137 on.',
  noWebGl: 'This browser has no WebGL 2, with which Warplens draws: turn on hardware acceleration, or take ' +
    'another browser.',
};

const chinese = {
  language: 'zh',
  loading: 'Warplens 正在加载:',
  starting: 'Warplens 正在启动……',
  ended: 'Warplens 已退出。重新加载页面即可再次启动。',
  broken: 'Warplens 已停止;重新加载页面即可再次启动。原因:',
  noThreads: '这个浏览器无法运行 Warplens:它的 WebAssembly 不能等待(JavaScript Promise Integration)。' +
    'Chrome 和 Edge 从 137 版起可以。',
  noWebGl: '这个浏览器没有 Warplens 绘图所用的 WebGL 2:请打开硬件加速,或换一个浏览器。',
};

export function texts(languages) {
  return languages.find((each) => /^(en|zh)/.test(each))?.startsWith('zh') ? chinese : english;
}
