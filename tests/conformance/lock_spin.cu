// The lock written the short way: the loop's exit stands before the critical section, so lanes that
// spin come first in program order. The winner must still get to release it: no finding.
extern "C" __global__ void lock_spin(int* lock, volatile int* counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *counter = *counter + 1;
  __threadfence();
  atomicExch(lock, 0);
}
