// Any block that finds a number above ten says so, in the same word: all write the same.
extern "C" __global__ void same_value_of_blocks(const int* in, int* found) {
  if (in[blockIdx.x * blockDim.x + threadIdx.x] > 10) *found = 1;  // FINDING: same_value_race
}
