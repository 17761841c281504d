// Adding two vectors where a, b and c are misaligned differently, four floats an access.
//
// Peeling can align one pointer; here it is c, to a sector. The vectors of a and b then begin in the
// middle of a float4: each lane loads the aligned float4 in which its vector begins and takes the
// rest from the next lane's, by shuffles. Shuffles end with the warp, so the last lane loads its
// rest itself.
//
//   shift 1:   own | x  y  z  w |  next lane's | x  y  z  w |
//                       └──────── wanted ────────┘
//
// Loads begin up to 3 elements before and end up to 3 behind the vector that is wanted: prologue and
// epilogue are long enough that they stay inside a and b.
//
// What to look for: the stores are 16 sectors a request at every combination of offsets, and so are
// the loads, or 17, but for one lane's extra load a warp.

constexpr int kVector = 4;  // floats in a float4
constexpr int kSector = 8;  // floats in a sector of 32 bytes
constexpr int kWarp = 32;
constexpr unsigned kWholeWarp = 0xffffffff;

__device__ void add_scalars(const float* __restrict__ a, const float* __restrict__ b,
                            float* __restrict__ c, int n) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) c[i] = a[i] + b[i];
}

// Floats by which `pointer` is behind a boundary of so many floats.
__device__ int floats_behind(const float* pointer, int boundary) {
  return reinterpret_cast<size_t>(pointer) / sizeof(float) % boundary;
}

__device__ float4 joined(float4 own, float4 next, int shift) {
  switch (shift) {
    case 1:
      return {own.y, own.z, own.w, next.x};
    case 2:
      return {own.z, own.w, next.x, next.y};
    case 3:
      return {own.w, next.x, next.y, next.z};
    default:
      return own;
  }
}

// The four floats of `from` at kVector × v, for the whole warp; lanes at `vectors` and above want
// none. One float4 behind the last is loaded too.
__device__ float4 load_misaligned(const float* __restrict__ from, int v, int vectors) {
  const int shift = floats_behind(from, kVector);
  const float4* aligned = reinterpret_cast<const float4*>(from - shift);
  float4 own = {};
  if (v <= vectors) own = aligned[v];

  float4 next;  // w is never wanted
  next.x = __shfl_down_sync(kWholeWarp, own.x, 1);
  next.y = __shfl_down_sync(kWholeWarp, own.y, 1);
  next.z = __shfl_down_sync(kWholeWarp, own.z, 1);
  const bool is_last_lane = threadIdx.x % kWarp == kWarp - 1;
  if (shift != 0 && is_last_lane && v < vectors) next = aligned[v + 1];
  return joined(own, next, shift);
}

// c = a + b, n elements each. Blocks are of whole warps.
__global__ void add_misaligned_shuffle(const float* __restrict__ a, const float* __restrict__ b,
                                       float* __restrict__ c, int n) {
  int prologue = kSector - floats_behind(c, kSector);
  if (prologue < kVector - 1) prologue += kSector;
  prologue = min(prologue, n);
  const int vectors = max((n - prologue) / kVector - 1, 0);  // one float4 more may be loaded
  const int epilogue = prologue + vectors * kVector;

  add_scalars(a, b, c, prologue);

  float4* c4 = reinterpret_cast<float4*>(c + prologue);
  const int threads = gridDim.x * blockDim.x;
  const int lane = threadIdx.x % kWarp;
  // Lanes of a warp go round together, because all of them take part in its shuffles.
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v - lane < vectors; v += threads) {
    const float4 x = load_misaligned(a + prologue, v, vectors);
    const float4 y = load_misaligned(b + prologue, v, vectors);
    if (v < vectors) c4[v] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
  }

  add_scalars(a + epilogue, b + epilogue, c + epilogue, n - epilogue);
}

// Launch, any number of blocks, threads a multiple of 32:
//         add_misaligned_shuffle<<<blocks, threads>>>(a, b, c, n);
