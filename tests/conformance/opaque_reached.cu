// The same instruction, executed: a finding with its name and line.
extern "C" __global__ void opaque_reached(const int* in, int* out, cudaTextureObject_t texture) {
  int t = threadIdx.x;
  out[t] = in[t];
  int order = 0;
  if (in[t] > 20)
    asm("txq.channel_order.b32 %0, [%1];"
        : "=r"(order)
        : "l"(texture));  // FINDING: opaque_instruction
  if (order != 0) out[t] = order;
}
