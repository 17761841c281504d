// Structures by value, as kernels take their parameters when there are many.

struct View {
  long long offset;
  int rows, columns, pitch;
  __device__ long long index(int r, int c) const { return offset + r * pitch + c; }
};
struct Options {
  float alpha, beta;
  short border;
  bool transposed;
};

__global__ void blend(float* out, View target, const float* in, View source, Options options) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c >= target.columns || r >= target.rows || c < options.border) return;
  const float value = in[options.transposed ? source.index(c, r) : source.index(r, c)];
  float& result = out[target.index(r, c)];
  result = options.alpha * value + options.beta * result;
}
