// Rows of 33 floats begin within a sector; padded to 40 they do not.
extern "C" __global__ void misalignment(const float* in, float* out) {
  out[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 33 + threadIdx.x];
}

extern "C" __global__ void misalignment_right(const float* in, float* out) {
  out[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 40 + threadIdx.x];
}
