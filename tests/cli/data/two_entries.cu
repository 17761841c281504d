// Two kernels in one file, so that --entry must choose.
extern "C" __global__ void first(int* out) { out[threadIdx.x] = 1; }
extern "C" __global__ void second(int* out) { out[threadIdx.x] = 2; }
