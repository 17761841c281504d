// A transposed read of a tile without the barrier after the write.
extern "C" __global__ void missing_barrier(const int* in, int* out) {
  __shared__ int tile[8][9];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = 0;
  __syncthreads();
  tile[y][x] = in[y * 8 + x];   // FINDING: race (either end)
  out[y * 8 + x] = tile[x][y];  // FINDING: race (either end)
}
