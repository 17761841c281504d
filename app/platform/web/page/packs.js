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

// The files of a pack are there when one of them is wanted.
export function promisePack(name, paths, files, failed) {
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    fetchPack(name, files).catch((error) => {
      failed(error);
      isAsked = false;
    });
  };
  for (const [path, size] of Object.entries(paths)) files.promise(path, size, ask);
}
