// Inverting an image, neighbouring pixels to one thread.
//
// Against invert_coarsened only the order differs: a thread's pixels lie side by side, so a warp's
// lanes are kPixels apart.
//
// What to look for: 4 sectors a request with one pixel a thread, 8 with two, 16 with four, and 32,
// one for each lane, with eight or more. All of a sector is used in the end, by the thread's
// further steps; each of these asks for it again.

__device__ uchar4 inverted(uchar4 pixel) {
  return make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w);  // w is alpha
}

// image: RGBA pixels, 8 bits a channel.
template <int kPixels>
__global__ void invert_coarsened_contiguous(uchar4* image, int pixels) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * kPixels;
  for (int k = 0; k < kPixels; ++k) {
    const int i = first + k;
    if (i < pixels) image[i] = inverted(image[i]);
  }
}

template __global__ void invert_coarsened_contiguous<1>(uchar4*, int);
template __global__ void invert_coarsened_contiguous<2>(uchar4*, int);
template __global__ void invert_coarsened_contiguous<4>(uchar4*, int);
template __global__ void invert_coarsened_contiguous<8>(uchar4*, int);
template __global__ void invert_coarsened_contiguous<16>(uchar4*, int);

// Launch, any number of threads:
//         const int a_block = threads * kPixels;
//         invert_coarsened_contiguous<kPixels>
//             <<<(pixels + a_block - 1) / a_block, threads>>>(image, pixels);
