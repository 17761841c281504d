// Inverting an image, four pixels in one access of 16 bytes.
//
// Neighbouring pixels go to one thread, as in invert_coarsened_contiguous, but by a single
// instruction: what a warp touches at one time is contiguous again.
//
// What to look for: 16 sectors a request, a quarter of the requests of one pixel a thread and the
// same number of sectors.

constexpr int kVector = 4;  // pixels in a uint4
// The three colours of a pixel as a little-endian word; x ^ 255 is 255 - x.
constexpr unsigned kColours = 0x00ffffff;

// image: RGBA pixels, 8 bits a channel, 16-byte aligned.
__global__ void invert_vector16(unsigned* image, int pixels) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * kVector;
  if (first + kVector <= pixels) {
    uint4* place = reinterpret_cast<uint4*>(&image[first]);
    const uint4 v = *place;
    *place = make_uint4(v.x ^ kColours, v.y ^ kColours, v.z ^ kColours, v.w ^ kColours);
  } else {
    for (int i = first; i < pixels; ++i) image[i] ^= kColours;
  }
}

// Launch, any number of threads:
//         const int a_block = threads * 4;
//         invert_vector16<<<(pixels + a_block - 1) / a_block, threads>>>(image, pixels);
