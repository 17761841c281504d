// Whole rows are loaded as 16 bytes, although only the written columns are used: no finding.
extern "C" __global__ void uninitialised_unused(const int* in, int* out) {
  __shared__ int4 rows[32];
  int t = threadIdx.x;
  rows[t].x = in[t];
  rows[t].z = in[t] + 1;
  __syncthreads();
  int x, y, z, w;
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&rows[31 - t]));
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(address) : "memory");
  out[t] = x + z;
}
