// nvcc: -arch=compute_90
//
// Kernels that memory limits: shared memory, L1, L2, DRAM, atomics.

namespace {

constexpr int kWords = 8192;         // of shared memory
constexpr int kKept = 1 << 20;       // vectors that stay in the L2
constexpr int kScattered = 1 << 21;  // words that atomics lie among

__device__ float sum_of(float value) { return value; }
__device__ float sum_of(float4 value) { return value.x + value.y + value.z + value.w; }

// A thread's `Vector`s, kStride of them apart from the next thread's, from a row after the other.
template <class Vector, int kStride>
__device__ void read_shared(float* data, int rounds) {
  __shared__ Vector values[kWords * sizeof(float) / sizeof(Vector)];
  constexpr unsigned kCount = sizeof(values) / sizeof(Vector);
  for (unsigned i = threadIdx.x; i < kWords; i += blockDim.x) {
    reinterpret_cast<float*>(values)[i] = data[i];
  }
  __syncthreads();
  float sum = 0;
  unsigned at = threadIdx.x * kStride;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) sum += sum_of(values[(at + i * 32) % kCount]);
    at += 128;
  }
  data[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(1024) shared_words(float* data, int rounds) {
  read_shared<float, 1>(data, rounds);
}
extern "C" __global__ void __launch_bounds__(1024) shared_vectors(float* data, int rounds) {
  read_shared<float4, 1>(data, rounds);
}
extern "C" __global__ void __launch_bounds__(1024) shared_conflicts(float* data, int rounds) {
  read_shared<float, 8>(data, rounds);
}

// Rows of 33 words: a transposing warp meets no conflict.
extern "C" __global__ void __launch_bounds__(1024) shared_transposed(float* data, int rounds) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x % 32, y = threadIdx.x / 32;
  float value = data[threadIdx.x];
  for (int round = 0; round < rounds; ++round) {
    tile[y][x] = value;
    __syncthreads();
    value = tile[x][y];
    __syncthreads();
  }
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

extern "C" __global__ void __launch_bounds__(1024) shared_histogram(unsigned* data, int rounds) {
  __shared__ unsigned bins[1024];
  bins[threadIdx.x] = 0;
  __syncthreads();
  unsigned value = data[threadIdx.x];
  for (int round = 0; round < rounds; ++round) {
    atomicAdd(&bins[value % 1024], value);
    value = value * 1664525u + 1013904223u;
  }
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = bins[threadIdx.x];
}

// A small table that stays in L1, read by rows that a warp walks down: a line a lane.
extern "C" __global__ void __launch_bounds__(1024)
    l1_columns(const float* __restrict__ data, float* __restrict__ sums, int rounds) {
  const int lane = threadIdx.x % 32;
  float sum = 0;
  for (int round = 0; round < rounds; ++round) sum += data[lane * 32 + round % 32];
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A texture that stays in L1, a row of it a warp.
extern "C" __global__ void __launch_bounds__(1024)
    texture_fetches(cudaTextureObject_t texture, float* sums, int rounds) {
  const float x = threadIdx.x % 32 + 0.25f, y = threadIdx.x / 32 + 0.25f;
  float sum = 0;
#pragma unroll 8
  for (int round = 0; round < rounds; ++round) sum += tex2D<float>(texture, x, y + (round & 31));
  sums[threadIdx.x] = sum;
}

// 16 MB that stay in the L2, past L1, over and over.
extern "C" __global__ void __launch_bounds__(1024)
    l2_read(const float4* __restrict__ data, float* __restrict__ sums, int rounds) {
  const int threads = gridDim.x * blockDim.x;
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 4
  for (int round = 0; round < rounds; ++round) {
    const float4 read = __ldcg(&data[at & (kKept - 1)]);
    sum += read.x + read.y + read.z + read.w;
    at += threads;
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void __launch_bounds__(512)
    dram_copy(const float4* __restrict__ data, float4* __restrict__ copy, int rounds) {
  const int threads = gridDim.x * blockDim.x;
  int at = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 4
  for (int round = 0; round < rounds; ++round, at += threads) copy[at] = data[at];
}

extern "C" __global__ void __launch_bounds__(512)
    dram_sum(const float4* __restrict__ data, float* __restrict__ sums, int rounds) {
  const int threads = gridDim.x * blockDim.x;
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 8
  for (int round = 0; round < rounds; ++round, at += threads) {
    const float4 read = data[at];
    sum += read.x + read.y + read.z + read.w;
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A sector an update.
extern "C" __global__ void __launch_bounds__(1024) atomics_scattered(unsigned* data, int rounds) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    atomicAdd(&data[(thread * 8 + round * 296) & (kScattered - 1)], 1u + round);
  }
}

extern "C" __global__ void __launch_bounds__(1024) atomics_on_one_word(unsigned* data, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x % 32 == round % 32) atomicAdd(&data[0], threadIdx.x);
  }
}

extern "C" __global__ void __launch_bounds__(1024)
    float_atomics_on_one_word(float* data, int rounds) {
  for (int round = 0; round < rounds; ++round) atomicAdd(&data[0], 1.0f);
}

extern "C" __global__ void tiny_blocks(float* data, int rounds) {
  if (rounds < 0) data[blockIdx.x] = 0;
}
