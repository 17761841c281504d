// mbarriers: initialised, arrived at, waited for.
// TOOL: synccheck
// nvcc: -arch=compute_90

__device__ __forceinline__ unsigned address_of(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ __forceinline__ void initialise(unsigned long long* bar, int count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address_of(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void arrive(unsigned long long* bar) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(address_of(bar)) : "memory");
}
__device__ __forceinline__ void wait(unsigned long long* bar, int parity) {
  asm volatile(
      "{\n.reg .pred done;\n"
      "again:\nmbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n@!done bra again;\n}" ::"r"(address_of(bar)),
      "r"(parity)
      : "memory");
}

// Nobody initialises the barrier.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void never_initialised(int* out) {
  __shared__ unsigned long long bar;
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(address_of(&bar)) : "memory");  // FAULT: bad_mbarrier block 0 warp 0 lane 0
  out[threadIdx.x] = threadIdx.x;
}
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void never_initialised_right(int* out) {
  __shared__ unsigned long long bar;
  if (threadIdx.x == 0) initialise(&bar, 32);
  __syncthreads();
  arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = threadIdx.x;
}

// The barrier is used before its initialisation is known to all.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void used_too_early(int* out) {
  __shared__ unsigned long long bar;
  if (threadIdx.x == 63) initialise(&bar, 64);
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(address_of(&bar)) : "memory");  // FAULT: bad_mbarrier block 0 warp 0 lane 0
  out[threadIdx.x] = threadIdx.x;
}

// More threads are waited for than there are.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void count_of_more(int* out) {
  __shared__ unsigned long long bar;
  if (threadIdx.x == 0) initialise(&bar, 33);
  __syncthreads();
  arrive(&bar);
  asm volatile("{\n.reg .pred done;\nagain:\nmbarrier.try_wait.parity.shared.b64 done, [%0], 0;\n@!done bra again;\n}"  // FAULT: deadlock block 0 warp 0 (either end)
               ::"r"(address_of(&bar))  // FAULT: deadlock block 0 warp 0 (either end)
               : "memory");
  out[threadIdx.x] = threadIdx.x;
}

// One arrives twice in a phase, and none is missing any more when the last comes.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void arrivals_of_more(int* out) {
  __shared__ unsigned long long bar;
  unsigned address = address_of(&bar);
  if (threadIdx.x == 0) initialise(&bar, 31);
  __syncthreads();
  if (threadIdx.x < 16) asm volatile("mbarrier.arrive.shared.b64 _, [%0], 2;" ::"r"(address) : "memory");  // FAULT: bad_mbarrier block 0 warp 0 lane 15
  out[threadIdx.x] = 1;
}
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void arrivals_of_more_right(int* out) {
  __shared__ unsigned long long bar;
  unsigned address = address_of(&bar);
  if (threadIdx.x == 0) initialise(&bar, 32);
  __syncthreads();
  if (threadIdx.x < 16) asm volatile("mbarrier.arrive.shared.b64 _, [%0], 2;" ::"r"(address) : "memory");
  wait(&bar, 0);
  out[threadIdx.x] = 1;
}

// A count of zero.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32], value i32 0
extern "C" __global__ void count_of_none(int* out, int count) {
  __shared__ unsigned long long bar;
  unsigned address = address_of(&bar);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(count) : "memory");  // FAULT: bad_mbarrier block 0 warp 0 lane 0
  out[threadIdx.x] = 1;
}

// The second phase is waited for with the first one's parity: the tile is read while it is written.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[32]
extern "C" __global__ void parity_not_turned(const int* in, int* out) {
  __shared__ unsigned long long full, empty;
  __shared__ int tile[32];
  int t = threadIdx.x, lane = t % 32, sum = 0;
  if (t == 0) {
    initialise(&full, 32);
    initialise(&empty, 32);
  }
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < 2; ++k) {
    if (t < 32) {
      if (k == 1) wait(&empty, 0);
      tile[lane] = in[k * 32 + lane];  // FAULT: race block 0 (either end)
      arrive(&full);
    } else {
      wait(&full, 0);
      sum += tile[31 - lane];  // FAULT: race block 0 (either end)
      if (k == 0) arrive(&empty);
    }
  }
  if (t >= 32) out[lane] = sum;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[32]
extern "C" __global__ void parity_not_turned_right(const int* in, int* out) {
  __shared__ unsigned long long full, empty;
  __shared__ int tile[32];
  int t = threadIdx.x, lane = t % 32, sum = 0;
  if (t == 0) {
    initialise(&full, 32);
    initialise(&empty, 32);
  }
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < 2; ++k) {
    if (t < 32) {
      if (k == 1) wait(&empty, 0);
      tile[lane] = in[k * 32 + lane];
      arrive(&full);
    } else {
      wait(&full, k);
      sum += tile[31 - lane];
      arrive(&empty);
    }
  }
  if (t >= 32) out[lane] = sum;
}

// The producer arrives before it has written.
// LAUNCH: grid 1 block 64
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void arrives_before_writing(const int* in, int* out) {
  __shared__ unsigned long long full;
  __shared__ int tile[32];
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) initialise(&full, 32);
  tile[lane] = lane;
  __syncthreads();
  if (t < 32) {
    arrive(&full);
    tile[lane] = in[lane];  // FAULT: race block 0 (either end)
  } else {
    wait(&full, 0);
    out[lane] = tile[31 - lane];  // FAULT: race block 0 (either end)
  }
}

// cp.async that reports to an mbarrier: waited for, and not.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void copy_to_mbarrier_right(const int* in, int* out) {
  __shared__ unsigned long long bar;
  __shared__ int tile[32];
  int t = threadIdx.x;
  if (t == 0) initialise(&bar, 32);
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address_of(tile + t)), "l"(in + t) : "memory");
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(address_of(&bar)) : "memory");
  wait(&bar, 0);
  out[t] = tile[31 - t];
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void copy_to_mbarrier(const int* in, int* out) {
  __shared__ unsigned long long bar;
  __shared__ int tile[32];
  int t = threadIdx.x;
  if (t == 0) initialise(&bar, 32);
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address_of(tile + t)), "l"(in + t) : "memory");  // FAULT: race block 0 warp 0 (either end)
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(address_of(&bar)) : "memory");
  out[t] = tile[31 - t];  // FAULT: race block 0 warp 0 (either end)
}

// The barrier's memory is used for data while it is still a barrier.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void overwritten(int* out) {
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  if (t == 0) initialise(&bar, 32);
  __syncthreads();
  if (t == 0) bar = 12345;
  __syncthreads();
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(address_of(&bar)) : "memory");  // FAULT: bad_mbarrier block 0 warp 0 lane 0
  out[t] = t;
}
// Invalidated, the memory is data's again.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void overwritten_right(int* out) {
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  if (t == 0) initialise(&bar, 32);
  __syncthreads();
  arrive(&bar);
  wait(&bar, 0);
  __syncthreads();
  if (t == 0) {
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(address_of(&bar)) : "memory");
    bar = 12345;
  }
  __syncthreads();
  out[t] = static_cast<int>(bar) + t;
}
