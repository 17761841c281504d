// All lanes of a warp take one lock by atomicCAS. The lane that holds it must get its turn although
// the others spin: every increment counts, no finding.
extern "C" __global__ void lock_in_warp(int* lock, volatile int* counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *counter = *counter + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
