// 64-bit atomics in global and shared memory: add, max, and, exchange and compare-and-swap. The
// results do not depend on any order. What the loop begins with is a guess that a compare-and-swap sees.
typedef unsigned long long u64;
extern "C" __global__ void atomics_64(u64* out) {
  __shared__ u64 cell[2];
  int t = threadIdx.x;
  u64 v = (u64(t) << 33) + t;
  if (t == 0) cell[0] = 5, cell[1] = 0;
  __syncthreads();
  atomicAdd(&cell[0], v);
  atomicMax(&cell[1], v);
  atomicAdd(&out[0], v);
  atomicMin(&out[1], v + 3);
  atomicOr(&out[2], u64(1) << t);
  u64 seen = out[3], wanted;
  do {
    wanted = seen;
    seen = atomicCAS(&out[3], wanted, wanted + v);
  } while (seen != wanted);
  __syncthreads();
  if (t == 0) out[4] = cell[0], out[5] = cell[1];
}
