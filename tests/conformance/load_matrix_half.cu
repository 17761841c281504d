// ldmatrix by half a warp.
extern "C" __global__ void load_matrix_half(int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = t;
  __syncwarp();
  int value = 0;
  if (t < 16) {
    unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(tile + t % 8 * 4));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(row));  // FINDING: undefined_sync
  }
  out[t] = value;
}
