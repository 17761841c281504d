// Convolutions, stencils and images.

#define RADIUS 3
__constant__ float taps[2 * RADIUS + 1] = {0.03125f, 0.109375f, 0.21875f, 0.28125f,
                                           0.21875f, 0.109375f, 0.03125f};

// A tile with its halo in shared memory.
__global__ void convolution_1d(const float* in, float* out, int n) {
  __shared__ float tile[64 + 2 * RADIUS];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int local = threadIdx.x + RADIUS;
  tile[local] = i < n ? in[i] : 0.0f;
  if (threadIdx.x < RADIUS) {
    tile[local - RADIUS] = i >= RADIUS && i - RADIUS < n ? in[i - RADIUS] : 0.0f;
    tile[local + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0.0f;
  }
  __syncthreads();
  float sum = 0.0f;
#pragma unroll
  for (int k = -RADIUS; k <= RADIUS; ++k) sum += tile[local + k] * taps[k + RADIUS];
  if (i < n) out[i] = sum;
}

// The mask comes by pointer, the border is clamped.
template <int kMask>
__global__ void convolution_2d(const float* __restrict__ in, const float* __restrict__ mask,
                               float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int j = 0; j < kMask; ++j) {
    for (int i = 0; i < kMask; ++i) {
      const int column = min(max(x + i - kMask / 2, 0), width - 1);
      const int row = min(max(y + j - kMask / 2, 0), height - 1);
      sum = fmaf(__ldg(&in[row * width + column]), mask[j * kMask + i], sum);
    }
  }
  out[y * width + x] = sum;
}
template __global__ void convolution_2d<5>(const float*, const float*, float*, int, int);

__global__ void separable_rows(const float* in, float* out, int width, int height, int radius) {
  extern __shared__ float line[];
  const int y = blockIdx.x;
  for (int x = threadIdx.x; x < width + 2 * radius; x += blockDim.x) {
    const int column = x - radius;
    line[x] = column >= 0 && column < width ? in[y * width + column] : 0;
  }
  __syncthreads();
  for (int x = threadIdx.x; x < width; x += blockDim.x) {
    float sum = 0;
    for (int k = 0; k <= 2 * radius; ++k) sum += line[x + k];
    out[y * width + x] = sum / (2 * radius + 1);
  }
}

__global__ void separable_columns(const float* in, float* out, int width, int height, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // A running sum down the column.
  float sum = 0;
  for (int y = 0; y < min(radius, height); ++y) sum += in[y * width + x];
  for (int y = 0; y < height; ++y) {
    if (y + radius < height) sum += in[(y + radius) * width + x];
    out[y * width + x] = sum / (2 * radius + 1);
    if (y - radius >= 0) sum -= in[(y - radius) * width + x];
  }
}

__global__ void sobel(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    out[y * width + x] = 0;
    return;
  }
  const unsigned char* p = in + y * width + x;
  const short across = p[1 - width] + 2 * p[1] + p[1 + width] - p[-1 - width] - 2 * p[-1] -
                       p[-1 + width];
  const short down = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] -
                     2 * p[-width] - p[-width + 1];
  out[y * width + x] = min(abs(across) + abs(down), 255);
}

// A network of exchanges in registers.
__device__ void order(unsigned char& a, unsigned char& b) {
  const unsigned char low = min(a, b);
  b = max(a, b);
  a = low;
}

__global__ void median_3(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  unsigned char v[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    const int column = min(max(x + k % 3 - 1, 0), width - 1);
    const int row = min(max(y + k / 3 - 1, 0), height - 1);
    v[k] = in[row * width + column];
  }
#pragma unroll
  for (int last = 8; last >= 4; --last)
#pragma unroll
    for (int k = 0; k < last; ++k) order(v[k], v[k + 1]);
  out[y * width + x] = v[4];
}

__global__ void jacobi(const float* in, float* out, float* change, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float difference = 0;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
    const int i = y * width + x;
    out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
    difference = fabsf(out[i] - in[i]);
  } else if (x < width && y < height) {
    out[y * width + x] = in[y * width + x];
  }
  // Non-negative floats order as their bits do.
  atomicMax(reinterpret_cast<int*>(change), __float_as_int(difference));
}

// Marches along z with the plane in shared memory and the neighbours above and below in registers.
__global__ void heat_3d(const float* in, float* out, int nx, int ny, int nz, float k) {
  __shared__ float plane[6][10];
  const int x = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 4 + threadIdx.y;
  const bool inside = x < nx && y < ny;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int stride = nx * ny;
  int i = y * nx + x;
  float below = 0, here = inside ? in[i] : 0, above;
  for (int z = 0; z < nz; ++z, i += stride) {
    above = inside && z + 1 < nz ? in[i + stride] : 0;
    plane[ty][tx] = here;
    if (tx == 1) plane[ty][0] = inside && x > 0 ? in[i - 1] : 0;
    if (tx == 8) plane[ty][9] = y < ny && x + 1 < nx ? in[i + 1] : 0;
    if (ty == 1) plane[0][tx] = inside && y > 0 ? in[i - nx] : 0;
    if (ty == 4) plane[5][tx] = x < nx && y + 1 < ny ? in[i + nx] : 0;
    __syncthreads();
    if (inside) {
      const float sum = plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                        plane[ty + 1][tx] + below + above;
      out[i] = here + k * (sum - 6 * here);
    }
    __syncthreads();
    below = here;
    here = above;
  }
}

__global__ void game_of_life(const bool* in, bool* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        neighbours += in[(y + dy + height) % height * width + (x + dx + width) % width];
  out[y * width + x] = neighbours == 3 || (in[y * width + x] && neighbours == 2);
}

__global__ void bilinear_resize(const float* in, int in_width, int in_height, float* out,
                                int out_width, int out_height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= out_width || y >= out_height) return;
  const float sx = fmaxf((x + 0.5f) * in_width / out_width - 0.5f, 0.0f);
  const float sy = fmaxf((y + 0.5f) * in_height / out_height - 0.5f, 0.0f);
  const int x0 = __float2int_rd(sx), y0 = static_cast<int>(floorf(sy));
  const int x1 = min(x0 + 1, in_width - 1), y1 = min(y0 + 1, in_height - 1);
  const float fx = sx - x0, fy = sy - y0;
  const float top = in[y0 * in_width + x0] * (1 - fx) + in[y0 * in_width + x1] * fx;
  const float bottom = in[y1 * in_width + x0] * (1 - fx) + in[y1 * in_width + x1] * fx;
  out[y * out_width + x] = top * (1 - fy) + bottom * fy;
}

__global__ void rgba_to_grey(const uchar4* in, unsigned char* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uchar4 pixel = in[i];
  out[i] = (77 * pixel.x + 150 * pixel.y + 29 * pixel.z + 128) >> 8;
}

struct Rgb {
  unsigned char r, g, b;
};

__global__ void hue_rotate(Rgb* image, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Rgb pixel = image[i];
  const unsigned char r = pixel.r;
  pixel.r = pixel.g;
  pixel.g = pixel.b;
  pixel.b = r;
  image[i] = pixel;
}

// A table of two bytes an entry, saturated arithmetic, uint4 for sixteen pixels.
__global__ void gamma_table(uint4* image, const unsigned char* table, int groups) {
  __shared__ unsigned char local[256];
  reinterpret_cast<unsigned*>(local)[threadIdx.x] =
      reinterpret_cast<const unsigned*>(table)[threadIdx.x];
  __syncthreads();
  for (int i = blockIdx.x * 64 + threadIdx.x; i < groups; i += gridDim.x * 64) {
    uint4 pixels = image[i];
    unsigned* words = &pixels.x;
    for (int w = 0; w < 4; ++w) {
      const unsigned word = words[w];
      words[w] = local[word & 0xff] | local[word >> 8 & 0xff] << 8 |
                 local[word >> 16 & 0xff] << 16 | local[word >> 24] << 24;
    }
    image[i] = pixels;
  }
}
