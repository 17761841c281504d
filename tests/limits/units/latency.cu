// nvcc: -arch=compute_90
//
// Kernels that no unit limits: each of a few warps waits for what it has asked for last.

extern "C" __global__ void __launch_bounds__(1024) waits_for_fma(float* data, int rounds) {
  float value = data[threadIdx.x];
  const float factor = data[threadIdx.x + 32];
  for (int round = 0; round < rounds; ++round) value = fmaf(value, factor, value);
  data[threadIdx.x] = value;
}

extern "C" __global__ void __launch_bounds__(1024) waits_for_double(double* data, int rounds) {
  double value = data[threadIdx.x];
  const double factor = data[threadIdx.x + 32];
  for (int round = 0; round < rounds; ++round) value = fma(value, factor, value);
  data[threadIdx.x] = value;
}

extern "C" __global__ void __launch_bounds__(1024) waits_for_special(float* data, int rounds) {
  float value = data[threadIdx.x];
  for (int round = 0; round < rounds; ++round) {
    asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(value));
  }
  data[threadIdx.x] = value;
}

extern "C" __global__ void __launch_bounds__(1024) waits_for_shuffle(unsigned* data, int rounds) {
  unsigned value = data[threadIdx.x];
  for (int round = 0; round < rounds; ++round) value += __shfl_xor_sync(0xffffffff, value, 1);
  data[threadIdx.x] = value;
}

// data[i] is the next index.
extern "C" __global__ void __launch_bounds__(1024) waits_for_shared(unsigned* data, int rounds) {
  __shared__ unsigned next[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) next[i] = data[i] % 1024;
  __syncthreads();
  unsigned at = threadIdx.x;
  for (int round = 0; round < rounds; ++round) at = next[at];
  data[4096 + threadIdx.x] = at;
}

extern "C" __global__ void __launch_bounds__(1024)
    waits_for_l1(const unsigned* __restrict__ data, unsigned* __restrict__ out, int rounds) {
  unsigned at = 0;
  for (int round = 0; round < rounds; ++round) at = data[at];
  out[threadIdx.x] = at;
}

// Each a line further, past what L1 holds.
extern "C" __global__ void __launch_bounds__(1024)
    waits_for_l2(const unsigned* __restrict__ data, unsigned* __restrict__ out, int rounds) {
  unsigned at = 0;
  for (int round = 0; round < rounds; ++round) at = __ldcg(&data[at]);
  out[threadIdx.x] = at;
}

// Each block lines of its own, each once: more of them than L2 holds. A warp loads a line at once.
extern "C" __global__ void __launch_bounds__(32)
    waits_for_dram(const unsigned* __restrict__ data, unsigned* __restrict__ out, int rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = thread;
  for (int round = 0; round < rounds; ++round) at = data[at];
  out[thread] = at;
}

// The same where a block's lines follow one another.
extern "C" __global__ void __launch_bounds__(32)
    waits_for_dram_rows(const unsigned* __restrict__ data, unsigned* __restrict__ out, int rounds) {
  unsigned at = blockIdx.x * rounds * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; ++round) at = data[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

extern "C" __global__ void __launch_bounds__(1024) waits_for_atomic(unsigned* data, int rounds) {
  unsigned at = 0;
  for (int round = 0; round < rounds; ++round) at = atomicExch(&data[at * 32 + threadIdx.x], at);
  data[threadIdx.x] = at;
}

extern "C" __global__ void __launch_bounds__(1024) waits_for_barrier(unsigned* data, int rounds) {
  for (int round = 0; round < rounds; ++round) __syncthreads();
  data[threadIdx.x] = rounds;
}

extern "C" __global__ void __launch_bounds__(1024) waits_for_mma(float* data, int rounds) {
  const unsigned* factors = reinterpret_cast<const unsigned*>(data) + threadIdx.x % 32;
  unsigned a[4], b[2];
  for (int i = 0; i < 4; ++i) a[i] = factors[32 * i];
  for (int i = 0; i < 2; ++i) b[i] = factors[32 * i + 128];
  float d[4] = {};
  for (int round = 0; round < rounds; ++round) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
  for (int i = 0; i < 4; ++i) data[4096 + threadIdx.x * 4 + i] = d[i];
}
