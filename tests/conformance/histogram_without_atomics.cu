// Blocks count into the same bins, one element a thread and one thread a block: an addition between
// another one's load and its store is lost.
extern "C" __global__ void histogram_without_atomics(const int* in, int* bins) {
  bins[in[blockIdx.x]] += 1;  // FINDING: global_race
}
