// Cooperative and cluster launches, and a graph: fills, copies, kernels, a child, an update.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

#include "../group_kernels.cuh"

__global__ void __cluster_dims__(2, 1, 1) swap_halves(const int* in, int* out) {
  __shared__ int half[64];
  const auto cluster = cg::this_cluster();
  half[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  cluster.sync();
  const int* other = cluster.map_shared_rank(half, cluster.block_rank() ^ 1);
  out[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x];
  cluster.sync();
}
__global__ void increment(int* x, int by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}
__global__ void multiply(int* x, const int* by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by[i];
}

int main() {
  const int n = 2048;
  int *in, *out, *parts;
  cudaMallocManaged(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMalloc(&parts, n * 4);
  for (int i = 0; i < n; ++i) in[i] = i * 5 % 31;
  int count = n;
  void* arguments[] = {&in, &parts, &out, &count};
  cudaLaunchCooperativeKernel(grid_sum, dim3(4), dim3(64), arguments, 0, nullptr);
  swap_halves<<<8, 64>>>(in, out);
  cudaLaunchConfig_t config{};
  config.gridDim = 8;
  config.blockDim = 32;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 4;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, rank_of_block, out);
  cudaDeviceSynchronize();

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(out, 0, n * 4, stream);
  increment<<<8, 256, 0, stream>>>(out, 3, n);
  cudaMemcpyAsync(parts, out, n * 2, cudaMemcpyDeviceToDevice, stream);
  multiply<<<8, 256, 0, stream>>>(out, in, n);
  increment<<<4, 128, 0, stream>>>(parts, 7, 512);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);

  // Built by hand, a child in it, and a kernel's parameters changed afterwards.
  cudaGraph_t outer;
  cudaGraphCreate(&outer, 0);
  cudaGraphNode_t child, last;
  cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph);
  int by = 11, few = 100;
  void* of_last[] = {&out, &by, &few};
  cudaKernelNodeParams parameters{};
  parameters.func = reinterpret_cast<void*>(increment);
  parameters.gridDim = 1;
  parameters.blockDim = 128;
  parameters.kernelParams = of_last;
  cudaGraphAddKernelNode(&last, outer, &child, 1, &parameters);
  cudaGraphExec_t changed;
  cudaGraphInstantiate(&changed, outer, 0);
  cudaGraphLaunch(changed, stream);
  by = 1000;
  cudaGraphExecKernelNodeSetParams(changed, last, &parameters);
  cudaGraphLaunch(changed, stream);
  cudaStreamSynchronize(stream);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
