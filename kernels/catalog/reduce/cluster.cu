// reduce_shuffle in clusters: four blocks make one value.
//
// A block of a cluster stores into another's shared memory (distributed shared memory), where no
// block of the grid could before: its value goes to the first block by one store in place of a trip
// through global memory, and the second launch has a quarter of the values to combine. A barrier of
// the cluster comes before the stores, since nobody may write to a block that has not begun, and
// one behind them, since the first block must not read too early.
//
// What to look for: a store to distributed shared memory a block. It needs compute capability 9.0.

enum Operation : int { sum, maximum, dot };

constexpr int kCluster = 4;  // blocks

template <int kOperation>
__device__ float combine(float a, float b) {
  return kOperation == maximum ? fmaxf(a, b) : a + b;
}

// What a thread without elements contributes.
template <int kOperation>
constexpr float kIdentity = kOperation == maximum ? -INFINITY : 0.0f;

// What the thread itself makes of its elements, which stand a whole grid of threads apart.
template <int kOperation>
__device__ float own_elements(const float* x, const float* y, int n) {
  float value = kIdentity<kOperation>;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    value = combine<kOperation>(value, kOperation == dot ? x[i] * y[i] : x[i]);
  }
  return value;
}

// Lane 0 returns the warp's value; the others return something of no use.
template <int kOperation>
__device__ float reduce_warp(float value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value = combine<kOperation>(value, __shfl_down_sync(0xffffffff, value, offset));
  }
  return value;
}

__device__ unsigned block_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ void wait_for_cluster() {
  asm volatile(
      "barrier.cluster.arrive.release.aligned;\n"
      "barrier.cluster.wait.acquire.aligned;" ::
          : "memory");
}

// Stores to the place that `own` has in this block, in block `rank` of the cluster.
__device__ void store_in(unsigned rank, float* own, float value) {
  asm volatile(
      "{\n .reg .b32 there;\n"
      " mapa.shared::cluster.u32 there, %0, %1;\n"
      " st.shared::cluster.f32 [there], %2;\n}" ::"r"(
          static_cast<unsigned>(__cvta_generic_to_shared(own))),
      "r"(rank), "f"(value)
      : "memory");
}

// x, y: n elements, y is read by dot alone. partials: one value a cluster.
template <int kOperation>
__global__ void __cluster_dims__(kCluster)
    reduce_cluster(const float* __restrict__ x, const float* __restrict__ y,
                   float* __restrict__ partials, int n) {
  __shared__ float values[32];  // one a warp; a block has 32 at most
  __shared__ float blocks[kCluster];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  float value = reduce_warp<kOperation>(own_elements<kOperation>(x, y, n));
  if (lane == 0) values[warp] = value;
  __syncthreads();

  wait_for_cluster();
  if (warp == 0) {
    value = lane < blockDim.x / 32 ? values[lane] : kIdentity<kOperation>;
    value = reduce_warp<kOperation>(value);
    if (lane == 0) store_in(0, &blocks[block_rank()], value);
  }
  wait_for_cluster();
  if (block_rank() == 0 && threadIdx.x == 0) {
    value = blocks[0];
    for (int i = 1; i < kCluster; ++i) value = combine<kOperation>(value, blocks[i]);
    partials[blockIdx.x / kCluster] = value;
  }
}

template __global__ void reduce_cluster<sum>(const float*, const float*, float*, int);
template __global__ void reduce_cluster<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_cluster<dot>(const float*, const float*, float*, int);

// Launch, a multiple of four blocks, threads a power of two; then one cluster for the clusters'
// values, which are added when the operation is dot:
//         reduce_cluster<op><<<blocks, threads>>>(x, y, partials, n);
//         reduce_cluster<op == dot ? sum : op>
//             <<<4, threads>>>(partials, partials, result, blocks / 4);
