// printf, assert and trap.
#include <cassert>
#include <cstdio>

__global__ void checked_division(const int* a, const int* b, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(gridDim.x * blockDim.x >= n && "every element needs a thread");
  if (i >= n) return;
  if (b[i] == 0) {
    printf("division by zero at %d: %d / %d\n", i, a[i], b[i]);
    out[i] = 0;
    return;
  }
  out[i] = a[i] / b[i];
  if (out[i] > a[i] && a[i] > 0) __trap();
}
