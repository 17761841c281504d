// ldmatrix.x4, plain and transposed: lanes 8k to 8k+7 give the rows of matrix k. No finding.
extern "C" __global__ void load_matrix(const unsigned* in, unsigned* out) {
  __shared__ uint4 rows[32];
  int t = threadIdx.x;
  rows[t] = reinterpret_cast<const uint4*>(in)[t];
  __syncwarp();
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&rows[t])), r[8];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(address));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7]) : "r"(address));
  for (int i = 0; i < 8; ++i) out[i * 32 + t] = r[i];
}
