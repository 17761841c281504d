// Packs: many files in one that is fetched at once. Compressed by gzip, each is a line of JSON, which
// says the files' paths and sizes, and their bytes one after another. The first also says what lies in
// those that are fetched by need.

// A file of the page's own folder, unpacked. A server may unpack it itself.
export async function fetchUnpacked(name, took = () => {}) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  const counted = response.body.pipeThrough(new TransformStream({
    transform(piece, into) {
      took(piece.length);
      into.enqueue(piece);
    },
  }));
  const bytes = new Uint8Array(await new Response(counted).arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return bytes;
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

export async function fetchPack(name, files, took) {
  const bytes = await fetchUnpacked(`${name}.bin`, took);
  let at = bytes.indexOf(10) + 1;
  const content = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)));
  for (const [path, size] of Object.entries(content.files)) {
    files.put(path, bytes.slice(at, at + size));
    at += size;
  }
  return content;
}

// One that is fetched when one of its files is wanted.
export class Pack {
  #name;
  #files;
  #tell;
  #fetched;
  #hasFailed = false;

  // `paths`: its files' sizes; `tell` is called with why it could not be fetched.
  constructor(name, paths, files, tell) {
    [this.#name, this.#files, this.#tell] = [name, files, tell];
    for (const [path, size] of Object.entries(paths)) files.promise(path, size, this);
  }

  fetch() {
    this.#fetched ??= fetchPack(this.#name, this.#files).catch((error) => {
      this.#fetched = undefined;
      throw error;
    });
    return this.#fetched;
  }

  // Whether it could not be fetched since it was asked last: then whoever waits is told, and the next tries again.
  ask() {
    const hasFailed = this.#hasFailed;
    this.#hasFailed = false;
    if (!hasFailed) {
      this.fetch().catch((error) => {
        this.#hasFailed = true;
        this.#tell(error);
      });
    }
    return hasFailed;
  }
}
