// Four floats a thread, one by one and as one float4.
extern "C" __global__ void narrow_loads(const float* in, float* out) {
  const float* own = in + 4 * threadIdx.x;
  out[threadIdx.x] = own[0] + own[1] + own[2] + own[3];
}

extern "C" __global__ void narrow_loads_right(const float4* in, float* out) {
  const float4 own = in[threadIdx.x];
  out[threadIdx.x] = own.x + own.y + own.z + own.w;
}
