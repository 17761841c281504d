// A box of a tensor map, brought by TMA.
#pragma once

__device__ void bring(const CUtensorMap* map, float* out, int x, int y) {
  __shared__ alignas(128) float tile[16][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, map, x, y, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < 512; i += blockDim.x) out[i] = tile[i / 32][i % 32];
}
