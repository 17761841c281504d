// Inverting an image that begins anywhere in memory, four pixels in one access of 16 bytes.
//
// A row of a larger picture, or what stands behind a header, seldom begins on 16 bytes. The pixels
// before the first cache line are inverted one by one (prologue), then come whole vectors (body),
// then what is left (epilogue). There is one array and it is written in place, so what aligns its
// loads aligns its stores.
//
// What to look for: the body's 16 sectors a request at any offset, as in invert_vector16. From the
// next sector on they would be as many; but a body that begins inside a line has two warps store
// into one line at each of their ends.

constexpr int kVector = 4;  // pixels in a uint4
constexpr int kLine = 32;   // pixels in a cache line of 128 bytes
// The three colours of a pixel as a little-endian word; x ^ 255 is 255 - x.
constexpr unsigned kColours = 0x00ffffff;

__device__ void invert_one_by_one(unsigned* image, int pixels) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += threads) {
    image[i] ^= kColours;
  }
}

// image: RGBA pixels, 8 bits a channel. At least pixels / 4 threads.
__global__ void invert_peeled(unsigned* image, int pixels) {
  const int behind = reinterpret_cast<size_t>(image) / sizeof(unsigned) % kLine;
  const int prologue = min((kLine - behind) % kLine, pixels);
  const int vectors = (pixels - prologue) / kVector;
  const int epilogue = prologue + vectors * kVector;

  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < vectors) {
    uint4* place = &reinterpret_cast<uint4*>(image + prologue)[v];
    const uint4 four = *place;
    *place = make_uint4(four.x ^ kColours, four.y ^ kColours, four.z ^ kColours, four.w ^ kColours);
  }
  invert_one_by_one(image, prologue);
  invert_one_by_one(image + epilogue, pixels - epilogue);
}

// Launch, any number of threads:
//         const int a_block = threads * 4;
//         invert_peeled<<<(pixels + a_block - 1) / a_block, threads>>>(image, pixels);
