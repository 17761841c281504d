// Waits for a flag that nobody sets: a deadlock.
extern "C" __global__ void infinite_loop(volatile int* flag, int* out) {
  out[0] = 1;
  while (*flag == 0) {  // FINDING: deadlock
  }
  out[0] = 2;
}
