// The same instruction, executed: a finding with its name and line.
extern "C" __global__ void opaque_reached(const int* in, int* out, cudaTextureObject_t texture) {
  int t = threadIdx.x;
  out[t] = in[t];
  if (in[t] > 20) out[t] = texCubemap<int>(texture, t, 0, 0);  // FINDING: opaque_instruction
}
