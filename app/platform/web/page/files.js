// The program's files, all in memory: folders are Maps, files {bytes}, or {pack} while nobody has wanted
// theirs. The functions are those of WASI (snapshot preview 1) that its C library calls.
const ok = 0, again = 6, badFile = 8, exists = 20, invalid = 28, cannotRead = 29, isFolder = 31, missing = 44, notSupported = 52,
  notFolder = 54, notEmpty = 55;
const folderKind = 3, fileKind = 4, deviceKind = 2;
const create = 1, folderOnly = 2, exclusive = 4, truncate = 8;
const root = 3;  // the folder that the program is handed

export class Files {
  #tree = new Map();
  #open = new Map();
  #memory;
  #environment;
  #print;
  #changed;
  #numbers = new WeakMap();
  #last = 0;
  #line = '';

  // `environment`: NAME=VALUE; `print` is called with each line that the program writes to its terminal,
  // `changed` with the path of a file that it has written, renamed or removed, and its bytes or nothing.
  constructor(environment, print, changed) {
    this.#environment = environment.map((each) => new TextEncoder().encode(each + '\0'));
    this.#print = print;
    this.#changed = changed;
    this.#open.set(root, { node: this.#tree });
  }

  use(memory) {
    this.#memory = memory;
  }

  put(path, bytes) {
    this.#place(path, { bytes, size: bytes.length, changed: Date.now() });
  }

  // A file whose bytes the pack puts when the program opens it.
  promise(path, size, pack) {
    this.#place(path, { pack, size, changed: Date.now() });
  }

  makeFolder(path) {
    this.#place(`${path}/.`, null);
  }

  read(path) {
    let node = this.#tree;
    for (const name of path.split('/').filter(Boolean)) node = node instanceof Map ? node.get(name) : undefined;
    return node?.bytes?.subarray(0, node.size);
  }

  #place(path, node) {
    const names = path.split('/').filter(Boolean);
    let folder = this.#tree;
    for (const name of names.slice(0, -1)) {
      if (!folder.has(name)) folder.set(name, new Map());
      folder = folder.get(name);
    }
    if (node !== null) folder.set(names.at(-1), node);
  }

  imports() {
    const names = ['environ_get', 'environ_sizes_get', 'clock_time_get', 'fd_close', 'fd_fdstat_get',
      'fd_fdstat_set_flags', 'fd_filestat_get', 'fd_filestat_set_size', 'fd_pread', 'fd_prestat_get',
      'fd_prestat_dir_name', 'fd_read', 'fd_readdir', 'fd_seek', 'fd_sync', 'fd_write',
      'path_create_directory', 'path_filestat_get', 'path_open', 'path_readlink', 'path_remove_directory',
      'path_rename', 'path_symlink', 'path_unlink_file', 'proc_exit'];
    return Object.fromEntries(names.map((name) => [name, (...given) => this[name](...given)]));
  }

  get #view() {
    return new DataView(this.#memory.buffer);
  }

  #bytes(at, count) {
    return new Uint8Array(this.#memory.buffer, at, count);
  }

  #text(at, count) {
    return new TextDecoder().decode(this.#bytes(at, count));
  }

  // The folder that a path's last name is in, that name, and what it names.
  #find(descriptor, at, count) {
    const from = this.#open.get(descriptor);
    if (!from) return { error: badFile };
    const names = [];
    for (const name of this.#text(at, count).split('/')) {
      if (name === '..') names.pop();
      else if (name !== '' && name !== '.') names.push(name);
    }
    if (names.length === 0) return { node: from.node, path: from.path };
    let folder = from.node;
    for (const name of names.slice(0, -1)) {
      folder = folder.get(name);
      if (folder === undefined) return { error: missing };
      if (!(folder instanceof Map)) return { error: notFolder };
    }
    const path = `${from.path ?? ''}/${names.join('/')}`;
    return { folder, name: names.at(-1), node: folder.get(names.at(-1)), path };
  }

  // Files are told apart by their numbers.
  #numberOf(node) {
    if (!this.#numbers.has(node)) this.#numbers.set(node, ++this.#last);
    return this.#numbers.get(node);
  }

  #describe(node, at) {
    const view = this.#view;
    for (let i = 0; i < 64; i += 8) view.setBigUint64(at + i, 0n, true);
    view.setBigUint64(at + 8, BigInt(this.#numberOf(node)), true);
    view.setUint8(at + 16, node instanceof Map ? folderKind : node.bytes || node.pack ? fileKind : deviceKind);
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(node.size ?? 0), true);
    const changed = BigInt(node.changed ?? 0) * 1000000n;
    for (const place of [40, 48, 56]) view.setBigUint64(at + place, changed, true);
    return ok;
  }

  #resize(node, size) {
    if (size > node.bytes.length) {
      const larger = new Uint8Array(Math.max(size, 2 * node.bytes.length));
      larger.set(node.bytes.subarray(0, node.size));
      node.bytes = larger;
    } else if (size > node.size) {
      node.bytes.fill(0, node.size, size);
    }
    node.size = size;
    node.changed = Date.now();
  }

  // Calls `each(bytes)` for each of the buffers; it says how many it took.
  #forBuffers(at, count, total, each) {
    let sum = 0;
    for (let i = 0; i < count; ++i) {
      const start = this.#view.getUint32(at + 8 * i, true), length = this.#view.getUint32(at + 8 * i + 4, true);
      const taken = each(this.#bytes(start, length));
      sum += taken;
      if (taken < length) break;
    }
    this.#view.setUint32(total, sum, true);
    return ok;
  }

  environ_sizes_get(count, size) {
    this.#view.setUint32(count, this.#environment.length, true);
    this.#view.setUint32(size, this.#environment.reduce((sum, each) => sum + each.length, 0), true);
    return ok;
  }

  environ_get(places, at) {
    for (const [i, each] of this.#environment.entries()) {
      this.#view.setUint32(places + 4 * i, at, true);
      this.#bytes(at, each.length).set(each);
      at += each.length;
    }
    return ok;
  }

  clock_time_get(clock, _precision, at) {
    const milliseconds = clock === 0 ? Date.now() : performance.now();
    this.#view.setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
    return ok;
  }

  fd_prestat_get(descriptor, at) {
    if (descriptor !== root) return badFile;
    this.#view.setUint32(at, 0, true);
    this.#view.setUint32(at + 4, 1, true);
    return ok;
  }

  fd_prestat_dir_name(_descriptor, at, _count) {
    this.#bytes(at, 1)[0] = 47;
    return ok;
  }

  fd_fdstat_get(descriptor, at) {
    const opened = this.#open.get(descriptor);
    if (!opened && descriptor > 2) return badFile;
    const kind = !opened ? deviceKind : opened.node instanceof Map ? folderKind : fileKind;
    this.#view.setBigUint64(at, 0n, true);
    this.#view.setUint8(at, kind);
    // A terminal, whose lines are written at once, is known by being no place to seek in.
    const rights = opened ? 0x1fffffffn : 0x1fffffdbn;
    for (const place of [8, 16]) this.#view.setBigUint64(at + place, rights, true);
    return ok;
  }

  fd_fdstat_set_flags() {
    return ok;
  }

  fd_close(descriptor) {
    const opened = this.#open.get(descriptor);
    if (!this.#open.delete(descriptor)) return badFile;
    if (opened.isWritten) this.#changed(opened.path, opened.node.bytes.subarray(0, opened.node.size));
    return ok;
  }

  fd_sync() {
    return ok;
  }

  fd_filestat_get(descriptor, at) {
    const opened = this.#open.get(descriptor);
    return opened ? this.#describe(opened.node, at) : descriptor <= 2 ? this.#describe({}, at) : badFile;
  }

  fd_filestat_set_size(descriptor, size) {
    const opened = this.#open.get(descriptor);
    if (!opened?.node.bytes) return badFile;
    this.#resize(opened.node, Number(size));
    return ok;
  }

  fd_seek(descriptor, offset, from, at) {
    const opened = this.#open.get(descriptor);
    if (!opened?.node.bytes) return badFile;
    const base = from === 0 ? 0 : from === 1 ? opened.at : opened.node.size;
    const place = base + Number(offset);
    if (place < 0) return invalid;
    opened.at = place;
    this.#view.setBigUint64(at, BigInt(place), true);
    return ok;
  }

  #read(node, from, into) {
    const count = Math.max(0, Math.min(into.length, node.size - from));
    into.set(node.bytes.subarray(from, from + count));
    return count;
  }

  fd_read(descriptor, buffers, count, total) {
    if (descriptor === 0) return this.#forBuffers(buffers, count, total, () => 0);
    const opened = this.#open.get(descriptor);
    if (!opened?.node.bytes) return badFile;
    return this.#forBuffers(buffers, count, total, (into) => {
      const read = this.#read(opened.node, opened.at, into);
      opened.at += read;
      return read;
    });
  }

  fd_pread(descriptor, buffers, count, offset, total) {
    const opened = this.#open.get(descriptor);
    if (!opened?.node.bytes) return badFile;
    let at = Number(offset);
    return this.#forBuffers(buffers, count, total, (into) => {
      const read = this.#read(opened.node, at, into);
      at += read;
      return read;
    });
  }

  fd_write(descriptor, buffers, count, total) {
    if (descriptor === 1 || descriptor === 2) {
      return this.#forBuffers(buffers, count, total, (from) => this.#tell(from));
    }
    const opened = this.#open.get(descriptor);
    if (!opened?.node.bytes) return badFile;
    opened.isWritten = true;
    return this.#forBuffers(buffers, count, total, (from) => {
      if (opened.appends) opened.at = opened.node.size;
      if (opened.at + from.length > opened.node.size) this.#resize(opened.node, opened.at + from.length);
      opened.node.bytes.set(from, opened.at);
      opened.at += from.length;
      return from.length;
    });
  }

  #tell(bytes) {
    const lines = (this.#line + new TextDecoder().decode(bytes.slice())).split('\n');
    this.#line = lines.pop();
    lines.forEach(this.#print);
    return bytes.length;
  }

  fd_readdir(descriptor, at, room, cookie, used) {
    const opened = this.#open.get(descriptor);
    if (!(opened?.node instanceof Map)) return badFile;
    let written = 0;
    const entries = [...opened.node].slice(Number(cookie));
    for (const [i, [name, node]] of entries.entries()) {
      const text = new TextEncoder().encode(name), entry = new Uint8Array(24 + text.length);
      const view = new DataView(entry.buffer);
      view.setBigUint64(0, cookie + BigInt(i + 1), true);
      view.setUint32(16, text.length, true);
      view.setUint8(20, node instanceof Map ? folderKind : fileKind);
      entry.set(text, 24);
      const part = entry.subarray(0, room - written);
      this.#bytes(at + written, part.length).set(part);
      written += part.length;
      if (written === room) break;
    }
    this.#view.setUint32(used, written, true);
    return ok;
  }

  path_filestat_get(descriptor, _follow, at, count, into) {
    const found = this.#find(descriptor, at, count);
    return found.error ?? (found.node === undefined ? missing : this.#describe(found.node, into));
  }

  path_open(descriptor, _follow, at, count, how, _rights, _inherited, flags, into) {
    const found = this.#find(descriptor, at, count);
    if (found.error) return found.error;
    let node = found.node;
    if (node?.pack) return node.pack.ask() ? cannotRead : again;
    if (node === undefined) {
      if (!(how & create)) return missing;
      node = { bytes: new Uint8Array(0), size: 0, changed: Date.now() };
      found.folder.set(found.name, node);
    } else if (how & exclusive) {
      return exists;
    } else if (how & folderOnly && !(node instanceof Map)) {
      return notFolder;
    } else if (how & truncate) {
      if (node instanceof Map) return isFolder;
      this.#resize(node, 0);
    }
    let free = root + 1;
    while (this.#open.has(free)) ++free;
    this.#open.set(free, { node, at: 0, appends: (flags & 1) !== 0, path: found.path });
    this.#view.setUint32(into, free, true);
    return ok;
  }

  path_create_directory(descriptor, at, count) {
    const found = this.#find(descriptor, at, count);
    if (found.error) return found.error;
    if (found.node !== undefined) return exists;
    found.folder.set(found.name, new Map());
    return ok;
  }

  path_unlink_file(descriptor, at, count) {
    const found = this.#find(descriptor, at, count);
    if (found.error || found.node === undefined) return found.error ?? missing;
    if (found.node instanceof Map) return isFolder;
    found.folder.delete(found.name);
    this.#changed(found.path);
    return ok;
  }

  path_remove_directory(descriptor, at, count) {
    const found = this.#find(descriptor, at, count);
    if (found.error || found.node === undefined) return found.error ?? missing;
    if (!(found.node instanceof Map)) return notFolder;
    if (found.node.size > 0) return notEmpty;
    found.folder?.delete(found.name);
    return ok;
  }

  path_rename(from, at, count, to, newAt, newCount) {
    const old = this.#find(from, at, count), next = this.#find(to, newAt, newCount);
    if (old.error || next.error) return old.error ?? next.error;
    if (old.node === undefined) return missing;
    old.folder.delete(old.name);
    next.folder.set(next.name, old.node);
    if (old.node.bytes) {
      this.#changed(old.path);
      this.#changed(next.path, old.node.bytes.subarray(0, old.node.size));
    }
    return ok;
  }

  path_readlink() {
    return invalid;
  }

  path_symlink() {
    return notSupported;
  }

  proc_exit(status) {
    throw new Error(`the program ended with status ${status}`);
  }
}
