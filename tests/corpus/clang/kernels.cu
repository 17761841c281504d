// Kernels as clang compiles them, without CUDA's headers. With Debian's clang 14.0.6, in this
// folder:
//   clang -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 -O2 -S kernels.cu
//     -Xclang -target-feature -Xclang +ptx70 -gline-tables-only -fdebug-compilation-dir=.
//     -o optimised.ptx
// and the same with -O0 for unoptimised.ptx.
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))

__device__ inline int thread() { return __nvvm_read_ptx_sreg_tid_x(); }
__device__ inline int threads() { return __nvvm_read_ptx_sreg_ntid_x(); }
__device__ inline int block() { return __nvvm_read_ptx_sreg_ctaid_x(); }
__device__ inline int index() { return block() * threads() + thread(); }

extern "C" {

// Inclusive sums of a block's elements: of each warp by shuffles, then of the warps' sums.
__global__ void scan(const int* in, int* out, int n) {
  __shared__ int sums[32];
  const int i = index(), lane = thread() % 32, warp = thread() / 32;
  int value = i < n ? in[i] : 0;
  for (int step = 1; step < 32; step *= 2) {
    const int other = __nvvm_shfl_sync_up_i32(~0u, value, step, 0);
    if (lane >= step) value += other;
  }
  if (lane == 31) sums[warp] = value;
  __syncthreads();
  for (int w = 0; w < warp; ++w) value += sums[w];
  if (i < n) out[i] = value;
}

// Warps by shuffles, blocks in dynamic shared memory, the grid by atomics.
extern __shared__ float partial[];
__global__ void reduce(const float* in, float* total, int* blocks_done, int n) {
  float sum = 0;
  for (int i = index(); i < n; i += threads() * __nvvm_read_ptx_sreg_nctaid_x()) sum += in[i];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __nvvm_shfl_sync_down_f32(~0u, sum, offset, 31);
  if (thread() % 32 == 0) partial[thread() / 32] = sum;
  __syncthreads();
  if (thread() != 0) return;
  for (int w = 1; w < threads() / 32; ++w) sum += partial[w];
  __nvvm_atom_add_gen_f(total, sum);
  __nvvm_atom_add_gen_i(blocks_done, 1);
}

// Vectors of four floats.
typedef float float4 __attribute__((ext_vector_type(4)));
__global__ void blend(const float4* a, const float4* b, float4* out, float weight, int n) {
  const int i = index();
  if (i < n) out[i] = a[i] * weight + b[i].wzyx * (1 - weight);
}

// A structure by value, and one that a function hands back.
struct Box {
  short low[3], high[3];
  char name;
  double scale;
};
__device__ __attribute__((noinline)) Box grown(Box box, int by) {
  for (int k = 0; k < 3; ++k) box.low[k] -= by, box.high[k] += by;
  box.name ^= 32;
  return box;
}
__global__ void volumes(Box box, double* out, char* names, int n) {
  const int i = index();
  if (i >= n) return;
  const Box larger = grown(box, i);
  double volume = larger.scale;
  for (int k = 0; k < 3; ++k) volume *= larger.high[k] - larger.low[k];
  out[i] = volume;
  names[i] = larger.name;
}

// Products of 64 bits with all 128 bits of the result, and a quotient of 128 by 64.
__global__ void wide_products(const unsigned long long* a, const unsigned long long* b,
                              unsigned long long* high, long long* middle, int n) {
  const int i = index();
  if (i >= n) return;
  const unsigned __int128 product = static_cast<unsigned __int128>(a[i]) * b[i];
  high[i] = product >> 64;
  middle[i] = static_cast<__int128>(product) >> (i % 64 + 32);
}

// Functions by pointer, a table in constant memory, a switch with many cases, recursion.
__device__ int twice(int x) { return 2 * x; }
__device__ int negated(int x) { return -x; }
__device__ __attribute__((noinline)) int digits(unsigned x) {
  return x < 10 ? x : x % 10 + digits(x / 10);
}
__constant__ int kPrimes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
__global__ void interpret(const unsigned char* code, const int* in, int* out, int n) {
  const int i = index();
  if (i >= n) return;
  int (*const functions[2])(int) = {twice, negated};
  int x = in[i];
  for (const unsigned char* at = code; *at != 0; ++at) {
    switch (*at) {
      case 1:
        x = functions[x & 1](x);
        break;
      case 2:
        x += kPrimes[x & 7];
        break;
      case 3:
        x ^= x << 3;
        break;
      case 4:
        x = __builtin_bitreverse32(x) >> 20;
        break;
      case 5:
        x = __builtin_popcount(x) * 100;
        break;
      case 6:
        x = digits(x & 0xffff);
        break;
      case 7:
        x = x < 0 ? -1 : __builtin_clz(x | 1);
        break;
      default:
        x -= *at;
    }
  }
  out[i] = x;
}

// Bytes, shorts and bits, widened and cut.
__global__ void narrow(const signed char* in, unsigned char* saturated, short* squares, bool* odd,
                       int n) {
  const int i = index();
  if (i >= n) return;
  const int doubled = 2 * in[i];
  saturated[i] = doubled < 0 ? 0 : doubled > 255 ? 255 : doubled;
  squares[i] = in[i] * in[i] - 1;
  odd[i] = in[i] & 1;
}

// A warp votes and elects the one that adds for all.
__global__ void count_votes(const int* in, int* count, int* all, int n) {
  const int i = index();
  const unsigned mask = __nvvm_vote_ballot_sync(~0u, i < n && in[i] > 0);
  const bool every = __nvvm_vote_all_sync(~0u, i >= n || in[i] != 0);
  if (thread() % 32 == 0) {
    __nvvm_atom_add_gen_i(count, __builtin_popcount(mask));
    __nvvm_atom_min_gen_i(all, every);
  }
}

}  // extern "C"
