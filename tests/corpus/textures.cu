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

// Directions of three floats each, into a cube map; out has four channels.
extern "C" __global__ void around(cudaTextureObject_t sky, const float* directions, float4* out,
                                  int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float* d = directions + 3 * i;
  out[i] = texCubemap<float4>(sky, d[0], d[1], d[2]);
}

// As a person asks for one of several cube maps, by levels and by gradients.
extern "C" __global__ void around_layers(cudaTextureObject_t skies, cudaTextureObject_t sky,
                                         const float* directions, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float* d = directions + 3 * i;
  float4 none = make_float4(0, 0, 0, 0);
  out[5 * i] = texCubemapLayered<float>(skies, d[0], d[1], d[2], i % 2);
  out[5 * i + 1] = texCubemapLayeredLod<float>(skies, d[0], d[1], d[2], i % 2, 0);
  out[5 * i + 2] = texCubemapLayeredGrad<float>(skies, d[0], d[1], d[2], i % 2, none, none);
  out[5 * i + 3] = texCubemapLod<float>(sky, d[0], d[1], d[2], 0);
  out[5 * i + 4] = texCubemapGrad<float>(sky, d[0], d[1], d[2], none, none);
}

// Turns the faces of a cube map's surface by one, and those of a layered one.
extern "C" __global__ void turn_faces(cudaSurfaceObject_t cube, cudaSurfaceObject_t cubes,
                                      int width) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x >= width) return;
  float first;
  surfCubemapread(&first, cube, x * 4, y, 0);
  for (int face = 0; face < 5; ++face) {
    float next;
    surfCubemapread(&next, cube, x * 4, y, face + 1);
    surfCubemapwrite(next, cube, x * 4, y, face);
  }
  surfCubemapwrite(first, cube, x * 4, y, 5);
  for (int face = 0; face < 6; ++face) {
    short pixel;
    surfCubemapLayeredread(&pixel, cubes, x * 2, y, 6 + face, cudaBoundaryModeZero);
    surfCubemapLayeredwrite((short)(pixel + face), cubes, x * 2, y, face, cudaBoundaryModeClamp);
  }
}

// Every second line of a layered surface, mirrored; layers of rows are summed up.
extern "C" __global__ void mirror_layers(cudaSurfaceObject_t planes, cudaSurfaceObject_t rows,
                                         int width) {
  int x = threadIdx.x, y = blockIdx.x, layer = blockIdx.y;
  float2 left, right;
  if (x < width / 2) {
    surf2DLayeredread(&left, planes, x * 8, 2 * y, layer);
    surf2DLayeredread(&right, planes, (width - 1 - x) * 8, 2 * y, layer);
    surf2DLayeredwrite(right, planes, x * 8, 2 * y, layer);
    surf2DLayeredwrite(left, planes, (width - 1 - x) * 8, 2 * y, layer);
  }
  if (y != 0 || layer != 0 || x >= width) return;
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    int value;
    surf1DLayeredread(&value, rows, x * 4, i, cudaBoundaryModeZero);
    sum += value;
  }
  surf1DLayeredwrite(sum, rows, x * 4, 2);
}

// All four channels of the texels around a corner.
extern "C" __global__ void corners_of_all(cudaTextureObject_t image, uint4* out, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  uint4* pixel = out + 4 * (y * width + x);
  pixel[0] = tex2Dgather<uint4>(image, x + 1.0f, y + 1.0f, 0);
  pixel[1] = tex2Dgather<uint4>(image, x + 1.0f, y + 1.0f, 1);
  pixel[2] = tex2Dgather<uint4>(image, x + 1.0f, y + 1.0f, 2);
  pixel[3] = tex2Dgather<uint4>(image, x + 1.0f, y + 1.0f, 3);
}

// A table of halves in linear memory, and an image of bytes read as floats.
extern "C" __global__ void as_floats(cudaTextureObject_t halves, cudaTextureObject_t pixels,
                                     float* from_halves, float4* from_pixels, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  from_halves[i] = tex1Dfetch<float>(halves, i);
  from_pixels[i] = tex2D<float4>(pixels, i % width + 0.25f, i / width + 0.75f);
}
