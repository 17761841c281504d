// Folders of the program's files that are more than that: what it keeps for the next time lies in the
// browser's local storage; what the person gives it lies in a folder that it opens; what it saves for the
// person, there or where pictures go, is downloaded.
export const settings = '/settings', downloads = '/downloads', given = '/files';

const isHalfWritten = (path) => path.endsWith('.tmp');

export class Places {
  #files;
  #waiting = new Map();  // downloads by path, until nothing more is written to them

  use(files) {
    this.#files = files;
    for (const folder of [settings, downloads, given]) files.makeFolder(folder);
    for (const [path, text] of kept()) files.put(path, bytesOf(text));
  }

  // Nothing was kept: the person is here for the first time.
  get isEmpty() {
    return kept().length === 0;
  }

  changed(path, bytes) {
    if (isHalfWritten(path)) return;
    if (path.startsWith(settings + '/')) keep(path, bytes);
    else if ([downloads, given].some((folder) => path.startsWith(folder + '/'))) this.#download(path, bytes);
  }

  // Where a file of that name now lies, in the place of one that was there before.
  receive(name, bytes) {
    const path = `${given}/${name.replaceAll('/', '_')}`;
    this.#files.put(path, bytes);
    return path;
  }

  // A name is claimed by an empty file before it is written.
  #download(path, bytes) {
    clearTimeout(this.#waiting.get(path));
    this.#waiting.delete(path);
    if (!bytes?.length) return;
    this.#waiting.set(path, setTimeout(() => {
      this.#waiting.delete(path);
      offer(path.slice(path.lastIndexOf('/') + 1), this.#files.read(path) ?? bytes);
    }, 50));
  }
}

const prefix = 'warplens:';
const textOf = (bytes) => btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(''));
const bytesOf = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));

function kept() {
  try {
    return Object.entries(localStorage).filter(([name]) => name.startsWith(prefix))
      .map(([name, text]) => [name.slice(prefix.length), text]);
  } catch {
    return [];  // a browser that keeps nothing of pages
  }
}

function keep(path, bytes) {
  try {
    if (bytes === undefined) localStorage.removeItem(prefix + path);
    else localStorage.setItem(prefix + path, textOf(bytes));
  } catch {
    console.warn(`warplens: this browser keeps nothing: ${path} is forgotten with the page`);
  }
}

function offer(name, bytes) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes.slice()]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
