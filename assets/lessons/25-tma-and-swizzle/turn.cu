// A tile of 32 × 32 floats is turned. TMA brings it, by a
// tensor map that swizzles by 128 bytes; each thread reads
// four floats of a row, and stores them to four rows of out.

constexpr int kTile = 32;    // floats a side: 128 bytes a row
constexpr int kGroup = 4;    // floats of 16 bytes: a unit
constexpr int kTileBytes = kTile * kTile * sizeof(float);

struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};

struct Shared {
  unsigned long long arrived;  // counts the bytes that have come
  alignas(128) float tile[kTile * kTile];
};

__device__ unsigned address_of(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// The byte of the tile where a row's byte lies.
__device__ int place_of(int row, int byte) {
  const int at = row * 128 + byte;
  return at;
}

__device__ void ask_for_tile(const TensorMap& map, Shared& shared) {
  const unsigned barrier = address_of(&shared.arrived);
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::
               "r"(barrier) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::
      "r"(barrier), "n"(kTileBytes) : "memory");
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile"
      ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
      "r"(address_of(shared.tile)), "l"(&map),
      "r"(0), "r"(0), "r"(barrier) : "memory");
}

__device__ void wait_for_tile(Shared& shared) {
  asm volatile(
      "{\n .reg .pred over;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64"
      " over, [%0], 0;\n @!over bra again;\n}" ::
      "r"(address_of(&shared.arrived)) : "memory");
}

__global__ void turn(const __grid_constant__ TensorMap map,
                     float* out) {
  __shared__ Shared shared;
  if (threadIdx.y == 0 && threadIdx.x == 0) ask_for_tile(map, shared);
  __syncthreads();
  wait_for_tile(shared);
  const int row = threadIdx.x, col = threadIdx.y * kGroup;
  const int at = place_of(row, col * sizeof(float)) / sizeof(float);
  const float4 four =
      *reinterpret_cast<const float4*>(&shared.tile[at]);
  const float values[kGroup] = {four.x, four.y, four.z, four.w};
  for (int i = 0; i < kGroup; ++i) {
    out[(col + i) * kTile + row] = values[i];
  }
}
