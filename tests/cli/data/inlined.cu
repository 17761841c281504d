// Eight ldmatrix of one helper, inlined into two lines.
__device__ __forceinline__ void load_rows(unsigned (&values)[4], unsigned address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
               : "=r"(values[0]), "=r"(values[1]), "=r"(values[2]), "=r"(values[3])
               : "r"(address));
}

extern "C" __global__ void inlined(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned tile[8 * 128];
  for (int i = 0; i < 32; ++i) tile[i * 32 + threadIdx.x] = in[i * 32 + threadIdx.x];
  __syncthreads();
  const unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(tile)) + threadIdx.x * 16;
  unsigned sum = 0;
#pragma unroll
  for (int step = 0; step < 4; ++step) {
    unsigned a[4], b[4];
    load_rows(a, row + step * 1024);
    load_rows(b, row + step * 1024 + 512);
    for (int i = 0; i < 4; ++i) sum += a[i] * b[i];
  }
  out[threadIdx.x] = sum;
}
