// Every other element: a warp's load spreads over twice the sectors that its store takes.
extern "C" __global__ void evens(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[2 * i];
}

// launched as: evens<<<ceil(n / 128), 128>>>(in, out, n)
