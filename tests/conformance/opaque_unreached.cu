// An instruction that the machine does not know is no matter while nobody executes it.
extern "C" __global__ void opaque_unreached(const int* in, int* out, cudaTextureObject_t texture) {
  int t = threadIdx.x;
  out[t] = in[t];
  if (in[t] > 1000) asm("txq.channel_order.b32 %0, [%1];" : "=r"(out[t]) : "l"(texture));
}
