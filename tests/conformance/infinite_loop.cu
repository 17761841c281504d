// Waits for a flag that nobody sets: no end within the instruction budget.
extern "C" __global__ void infinite_loop(volatile int* flag, int* out) {
  out[0] = 1;
  while (*flag == 0) {  // FINDING: no_end
  }
  out[0] = 2;
}
