// Adding two vectors that are equally misaligned, four floats an access.
//
// When all three pointers are the same distance behind a 16-byte boundary, one number of elements
// aligns them all: these are peeled off and added one by one (prologue), then come whole vectors
// (body), then what is left (epilogue). The prologue goes on to the next sector, not just the next
// 16 bytes: a body that began in the middle of one would touch 17 sectors a request.
//
// What to look for: the body's 16 sectors a request at any common offset, where add_vector4 falls
// back to scalars of 5.

constexpr int kVector = 4;  // floats in a float4
constexpr int kSector = 8;  // floats in a sector of 32 bytes

__device__ void add_scalars(const float* __restrict__ a, const float* __restrict__ b,
                            float* __restrict__ c, int n) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) c[i] = a[i] + b[i];
}

// c = a + b, n elements each. The three addresses are equal modulo 16.
__global__ void add_peeled(const float* __restrict__ a, const float* __restrict__ b,
                           float* __restrict__ c, int n) {
  const int behind = reinterpret_cast<size_t>(c) / sizeof(float) % kSector;
  const int prologue = min((kSector - behind) % kSector, n);
  const int vectors = (n - prologue) / kVector;
  const int epilogue = prologue + vectors * kVector;

  add_scalars(a, b, c, prologue);

  const float4* a4 = reinterpret_cast<const float4*>(a + prologue);
  const float4* b4 = reinterpret_cast<const float4*>(b + prologue);
  float4* c4 = reinterpret_cast<float4*>(c + prologue);
  const int threads = gridDim.x * blockDim.x;
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < vectors; v += threads) {
    const float4 x = a4[v];
    const float4 y = b4[v];
    c4[v] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
  }

  add_scalars(a + epilogue, b + epilogue, c + epilogue, n - epilogue);
}

// Launch, any number of blocks and threads:
//         add_peeled<<<blocks, threads>>>(a, b, c, n);
