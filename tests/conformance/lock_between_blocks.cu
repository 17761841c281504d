// One thread of each block takes a lock in global memory and appends to a list. In any block order
// every block is counted once and the list is complete: no finding.
extern "C" __global__ void lock_between_blocks(int* lock, volatile int* list, volatile int* size) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    list[*size] = blockIdx.x;
    *size = *size + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}
