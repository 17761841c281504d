// Textures and surfaces by their objects.

// Each pixel of out lies at (x, y) / scale of the texture, in its coordinates.
extern "C" __global__ void resize(cudaTextureObject_t image, float* out, int width, int height,
                                  float step_x, float step_y) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = tex2DLod<float>(image, (x + 0.5f) * step_x, (y + 0.5f) * step_y, 0);
}

extern "C" __global__ void brighten(cudaTextureObject_t pixels, uchar4* out, int width, int more) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x >= width) return;
  uchar4 pixel = tex2D<uchar4>(pixels, x, y);
  pixel.x = min(pixel.x + more, 255);
  pixel.y = min(pixel.y + more, 255);
  pixel.z = min(pixel.z + more, 255);
  out[y * width + x] = pixel;
}

extern "C" __global__ void look_up(cudaTextureObject_t table, const int* keys, short* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<short>(table, keys[i]);
}

extern "C" __global__ void interpolate(cudaTextureObject_t curve, const float* at, float* out,
                                       int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1D<float>(curve, at[i]);
}

extern "C" __global__ void slice(cudaTextureObject_t volume, float* out, int width, float z) {
  int x = threadIdx.x, y = blockIdx.x;
  out[y * width + x] = tex3D<float>(volume, x + 0.5f, y + 0.5f, z);
}

extern "C" __global__ void layers(cudaTextureObject_t images, cudaTextureObject_t rows, float* out,
                                  int width) {
  int x = threadIdx.x, y = blockIdx.x, layer = blockIdx.y;
  out[(layer * gridDim.x + y) * width + x] =
      tex2DLayered<float>(images, x + 0.5f, y + 0.5f, layer) +
      tex1DLayered<float>(rows, x + 0.5f, layer);
}

extern "C" __global__ void corners(cudaTextureObject_t image, float4* out, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  out[y * width + x] = tex2Dgather<float4>(image, x + 1.0f, y + 1.0f, 0);
}

// A Jacobi step from one surface to another; beyond the rim is 0.
extern "C" __global__ void smooth(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x >= width) return;
  float sum = 0;
  for (int d = -1; d <= 1; d += 2) {
    float beside, above;
    surf2Dread(&beside, from, (x + d) * 4, y, cudaBoundaryModeZero);
    surf2Dread(&above, from, x * 4, y + d, cudaBoundaryModeZero);
    sum += beside + above;
  }
  surf2Dwrite(sum * 0.25f, to, x * 4, y);
}

extern "C" __global__ void swizzle(cudaSurfaceObject_t pixels, cudaSurfaceObject_t volume,
                                   cudaSurfaceObject_t line) {
  int x = threadIdx.x, y = blockIdx.x;
  uchar4 pixel;
  surf2DLayeredread(&pixel, pixels, x * 4, y, 1);
  surf2DLayeredwrite(make_uchar4(pixel.w, pixel.z, pixel.y, pixel.x), pixels, x * 4, y, 1);
  float value;
  surf3Dread(&value, volume, x * 4, y, 1, cudaBoundaryModeClamp);
  surf3Dwrite(value + 1, volume, x * 4, y, 0, cudaBoundaryModeZero);
  if (y == 0) {
    unsigned short word;
    surf1Dread(&word, line, (x == 7 ? 100 : x) * 2, cudaBoundaryModeClamp);
    surf1Dwrite((unsigned short)(word + x), line, x * 2);
  }
}

// One thread writes a row too far.
extern "C" __global__ void beyond(cudaSurfaceObject_t to, int height) {
  surf2Dwrite(1.0f, to, threadIdx.x * 4, height);
}
