// A float4 access at a 4-byte-aligned address is misaligned in every lane; the aligned ones are done.
extern "C" __global__ void misaligned_float4(const float* in, float* out) {
  int t = threadIdx.x;
  float4 good = reinterpret_cast<const float4*>(in)[t];
  reinterpret_cast<float4*>(out)[t] = good;
  float4 bad = reinterpret_cast<const float4*>(in + 1)[t];  // FINDING: misaligned
  reinterpret_cast<float4*>(out)[t + 32] = make_float4(bad.w, bad.z, bad.y, bad.x);
}
