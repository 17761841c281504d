// Each thread adds its right neighbour to its own element, in the array itself. Behind its last
// thread a block reads what the next block writes, before or after.
extern "C" __global__ void neighbour_in_place(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i + 1 < n ? data[i] + data[i + 1] : 0;  // FINDING: global_race (either end)
  __syncthreads();
  if (i + 1 < n) data[i] = sum;  // FINDING: global_race (either end)
}
