// Inverting an image, several pixels a thread, a block's width apart.
//
// At each step the block's threads stand side by side, as with one pixel a thread; index arithmetic
// and the start of a block are shared by more pixels.
//
// What to look for: 4 sectors a request whatever the number of pixels a thread, and the same number
// of requests; fewer instructions a pixel from two pixels on.

__device__ uchar4 inverted(uchar4 pixel) {
  return make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w);  // w is alpha
}

// image: RGBA pixels, 8 bits a channel.
template <int kPixels>
__global__ void invert_coarsened(uchar4* image, int pixels) {
  const int first = blockIdx.x * blockDim.x * kPixels + threadIdx.x;
  for (int k = 0; k < kPixels; ++k) {
    const int i = first + k * blockDim.x;
    if (i < pixels) image[i] = inverted(image[i]);
  }
}

template __global__ void invert_coarsened<1>(uchar4*, int);
template __global__ void invert_coarsened<2>(uchar4*, int);
template __global__ void invert_coarsened<4>(uchar4*, int);
template __global__ void invert_coarsened<8>(uchar4*, int);
template __global__ void invert_coarsened<16>(uchar4*, int);

// Launch, any number of threads:
//         const int a_block = threads * kPixels;
//         invert_coarsened<kPixels>
//             <<<(pixels + a_block - 1) / a_block, threads>>>(image, pixels);
