// Recursion without an end: the call stack is spent.
__device__ __noinline__ int deeper(volatile int* p, int depth) {
  return *p + deeper(p, depth + 1) + depth;  // FINDING: stack_overflow
}
extern "C" __global__ void endless_recursion(int* out) { out[threadIdx.x] = deeper(out, 0); }
