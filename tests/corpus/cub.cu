// Block and warp collectives of CUB, which most public code uses.
#include <cub/cub.cuh>

template <int kThreads, int kItems>
__global__ void cub_sum(const int* in, int* out, int n) {
  using Reduce = cub::BlockReduce<int, kThreads>;
  __shared__ typename Reduce::TempStorage storage;
  int sum = 0;
  for (int k = 0; k < kItems; ++k) {
    const int i = (blockIdx.x * kItems + k) * kThreads + threadIdx.x;
    if (i < n) sum += in[i];
  }
  const int total = Reduce(storage).Sum(sum);
  if (threadIdx.x == 0) atomicAdd(out, total);
}
template __global__ void cub_sum<96, 3>(const int*, int*, int);

struct Best {
  float value;
  int index;
};
struct Better {
  __device__ Best operator()(const Best& a, const Best& b) const {
    return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
  }
};

// A structure through shared memory, with fewer values than threads.
__global__ void cub_argmax(const float* in, Best* out, int columns) {
  using Reduce = cub::BlockReduce<Best, 64, cub::BLOCK_REDUCE_RAKING>;
  __shared__ typename Reduce::TempStorage storage;
  const float* row = in + blockIdx.x * columns;
  Best mine = {-INFINITY, columns};
  for (int c = threadIdx.x; c < columns; c += 64) mine = Better()(mine, Best{row[c], c});
  const Best best = Reduce(storage).Reduce(mine, Better());
  if (threadIdx.x == 0) out[blockIdx.x] = best;
}

// Loaded in stripes, handed round to be consecutive, scanned, and stored again.
template <int kThreads, int kItems>
__global__ void cub_scan(const int* in, int* out, int* total, int n) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  using Scan = cub::BlockScan<int, kThreads>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } storage;
  int items[kItems];
  Load(storage.load).Load(in, items, n, 0);
  __syncthreads();
  int sum;
  Scan(storage.scan).ExclusiveSum(items, items, sum);
  __syncthreads();
  Store(storage.store).Store(out, items, n);
  if (threadIdx.x == 0) *total = sum;
}
template __global__ void cub_scan<64, 5>(const int*, int*, int*, int);

template <int kThreads, int kItems>
__global__ void cub_sort(unsigned short* keys, int* values, int n) {
  using Sort = cub::BlockRadixSort<unsigned short, kThreads, kItems, int>;
  __shared__ typename Sort::TempStorage storage;
  unsigned short key[kItems];
  int value[kItems];
  for (int k = 0; k < kItems; ++k) {
    const int i = threadIdx.x * kItems + k;
    key[k] = i < n ? keys[i] : 0xffff;
    value[k] = i < n ? values[i] : -1;
  }
  Sort(storage).Sort(key, value, 0, 12);
  for (int k = 0; k < kItems; ++k) {
    const int i = threadIdx.x * kItems + k;
    if (i < n) keys[i] = key[k], values[i] = value[k];
  }
}
template __global__ void cub_sort<32, 4>(unsigned short*, int*, int);

__global__ void cub_warps(const double* in, double* sums, double* prefixes, int n) {
  using Reduce = cub::WarpReduce<double, 16>;
  using Scan = cub::WarpScan<double>;
  __shared__ typename Reduce::TempStorage reduce[4];
  __shared__ typename Scan::TempStorage scan[2];
  const int i = blockIdx.x * 64 + threadIdx.x;
  const double value = i < n ? in[i] : 0;
  const double sum = Reduce(reduce[threadIdx.x / 16]).Sum(value);
  double prefix;
  Scan(scan[threadIdx.x / 32]).InclusiveSum(value, prefix);
  if (i < n && threadIdx.x % 16 == 0) sums[i / 16] = sum;
  if (i < n) prefixes[i] = prefix;
}
