// A three-dimensional grid of three-dimensional blocks whose last warp is not full. No finding.
extern "C" __global__ void grid_3d(int* out) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int threads = blockDim.x * blockDim.y * blockDim.z;
  out[block * threads + thread] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z +
                                  1000 * blockIdx.x + 10000 * blockIdx.y + 100000 * blockIdx.z;
}
