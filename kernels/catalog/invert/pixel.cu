// Inverting the colours of an RGBA image in place, one pixel a thread.
//
// A uchar4 is a whole pixel and 4 bytes, as wide as a float: nothing is packed yet.
//
// What to look for: 4 sectors a request, each read once and written once. No byte is touched by
// two threads: there is nothing to reuse.

__device__ uchar4 inverted(uchar4 pixel) {
  return make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w);  // w is alpha
}

// image: RGBA pixels, 8 bits a channel.
__global__ void invert_pixel(uchar4* image, int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) image[i] = inverted(image[i]);
}

// Launch, any number of threads:
//         invert_pixel<<<(pixels + threads - 1) / threads, threads>>>(image, pixels);
