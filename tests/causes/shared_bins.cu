// One bin for all lanes, or as many bins as lanes.
extern "C" __global__ void shared_bins(const int* in, int* out) {
  __shared__ int bins[64];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x / 64], in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void shared_bins_right(const int* in, int* out) {
  __shared__ int bins[64];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 64], in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
