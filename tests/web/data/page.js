// Notes what it hears, so that a test can ask for it.
const canvas = document.getElementById('drawn');
const gl = canvas.getContext('webgl2');
gl.clearColor(0.2, 0.4, 0.6, 1);
gl.clear(gl.COLOR_BUFFER_BIT);

const heard = [];
const note = (kind, ...said) => heard.push([kind, ...said]);
const take = () => heard.splice(0);

for (const kind of ['pointerdown', 'pointerup', 'pointermove', 'dblclick', 'contextmenu']) {
  canvas.addEventListener(kind, (event) => {
    event.preventDefault();
    note(kind, event.offsetX, event.offsetY, event.button, event.buttons, event.pointerType ?? '');
  });
}
canvas.addEventListener('wheel', (event) => {
  event.preventDefault();
  note('wheel', event.deltaX, event.deltaY);
}, { passive: false });
for (const kind of ['keydown', 'keyup']) {
  addEventListener(kind, (event) => {
    const held = ['ctrl', 'shift', 'alt', 'meta'].filter((name) => event[name + 'Key']);
    note(kind, event.key, event.code, held.join('+'));
    if (event.ctrlKey && event.code === 'KeyS') event.preventDefault();
  });
}
for (const kind of ['compositionstart', 'compositionend']) {
  document.getElementById('text').addEventListener(kind, (event) => note(kind, event.data));
}
addEventListener('dragover', (event) => event.preventDefault());
const noteFiles = async (kind, files) => {
  for (const file of files) note(kind, file.name, await file.text());
};
addEventListener('drop', (event) => {
  event.preventDefault();
  noteFiles('drop', event.dataTransfer.files);
});
document.getElementById('choose').addEventListener('change', (event) => noteFiles('chosen', event.target.files));
addEventListener('paste', (event) => note('paste', event.clipboardData.getData('text')));
