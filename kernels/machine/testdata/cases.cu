// Small kernels for the machine's own tests; cases.ptx is what nvcc 13.0 makes of them:
//   nvcc -ptx -lineinfo -arch=sm_80 cases.cu -o cases.ptx      (paths in .file made relative)
extern "C" __global__ void early_return(int* o, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t >= n) return;
  s[t] = t;
  __syncthreads();
  o[t] = s[(t + 1) % n];
}

extern "C" __global__ void syncwarp_in_both_arms(int* o) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    s[t] = t;
    __syncwarp();
    o[t] = s[t + 16];
  } else {
    s[t] = t * 2;
    __syncwarp();
    o[t] = s[t - 16];
  }
}

extern "C" __global__ void locked_count(int* o, int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  o[0] = o[0] + 1;
  __threadfence();
  atomicExch(lock, 0);
}

extern "C" __global__ void exited_source(int* o) {
  int t = threadIdx.x;
  if (t >= 16) return;
  o[t] = __shfl_sync(0xffffffff, t, 20);
}

extern "C" __global__ void block_sum(float* o, const float* i) {
  __shared__ float s[8];
  float v = i[threadIdx.x + blockIdx.x * blockDim.x];
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 8) {
    v = s[threadIdx.x];
    for (int d = 4; d; d /= 2) v += __shfl_down_sync(0xff, v, d);
    if (threadIdx.x == 0) atomicAdd(o, v);
  }
}

extern "C" __global__ void specialised(int* o) {
  __shared__ int s[32];
  int t = threadIdx.x % 32;
  for (int k = 0; k < 4; k++) {
    if (threadIdx.x < 32) {
      s[t] = k * 100 + t;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 2, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      o[k * 32 + t] = s[t];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}

extern "C" __global__ void speculated(int* o, int n, int keep) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < n) s[t] = t;
  __syncwarp();
  int v = s[t];
  o[t] = t < keep ? v : -1;
}

extern "C" __global__ void last_block(int* o, int* count, int* part) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    last = atomicAdd(count, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int s = 0;
    for (int i = 0; i < gridDim.x; i++) s += ((volatile int*)part)[i];
    o[0] = s;
  }
}

extern "C" __global__ void unordered(int* o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  o[t] = s[63 - t];
}

extern "C" __global__ void same_value(int* o) {
  __shared__ int flag[2];
  volatile int* f = flag;
  f[0] = 7;
  __syncthreads();
  o[threadIdx.x] = f[0];
}

extern "C" __global__ void crossed_barriers(int* o) {
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 1, 64;");
  } else {
    asm volatile("bar.sync 2, 64;");
  }
  o[threadIdx.x] = 1;
}

extern "C" __global__ void waits_forever(int* o) {
  while (((volatile int*)o)[0] != 77) {
  }
}

extern "C" __global__ void one_past(float4* o, const float* i, const char* c) {
  int t = threadIdx.x;
  float x = i[t + 1];
  o[t + 1] = make_float4(x, c[t + 1], 2, 3);
}

extern "C" __global__ void misaligned(float4* o, const float* i) {
  o[threadIdx.x] = *(const float4*)(i + 1);
}

extern "C" __global__ void divergent_loops(int* o) {
  int t = threadIdx.x, s = 0;
  for (int i = 0; i < t; i++) {
    for (int j = 0; j < (i & 3); j++) s += i * j;
    if (i % 3 == t % 3) continue;
    s += i;
  }
  o[t] = s;
}

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
extern "C" __global__ void recursion(int* o) { o[threadIdx.x] = fibonacci(threadIdx.x % 10); }

__device__ __noinline__ int deeper(int n) {
  volatile int a[4];
  a[n & 3] = n;
  return deeper(n + 1) + a[0];
}
extern "C" __global__ void too_deep(int* o) { o[0] = deeper(0); }

__device__ __noinline__ int add_one(int x) { return x + 1; }
__device__ __noinline__ int triple(int x) { return x * 3; }
__device__ int (*table[2])(int) = {add_one, triple};
extern "C" __global__ void through_pointers(int* o) {
  o[threadIdx.x] = table[threadIdx.x & 1](threadIdx.x);
}

extern "C" __global__ void grid_barrier(int* o, int* count) {
  o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < gridDim.x) {
    }
  }
  __syncthreads();
  int next = (blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x;
  o[(gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = ((volatile int*)o)[next];
}

__device__ int calls = 5;
__constant__ int weights[4] = {1, 2, 3, 4};
extern "C" __global__ void module_variables(int* o) {
  o[threadIdx.x] = calls + weights[threadIdx.x & 3];
  __syncthreads();
  if (threadIdx.x == 0) calls = calls + 1;
}

extern "C" __global__ void either_space(int* o) {
  __shared__ int s[32];
  int t = threadIdx.x;
  int* p = t & 1 ? &s[t] : &o[t];
  *p = t + 100;
  o[32 + t] = *p;
}

extern "C" __global__ void add_integers(int* o, const int* i) {
  atomicAdd(&o[i[threadIdx.x + blockIdx.x * blockDim.x] & 7], 1);
}
