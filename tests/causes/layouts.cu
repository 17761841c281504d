// Columns of shared tiles, by accesses of several widths, with the layouts that take their conflicts away.
template <class T, unsigned kPitch>
__device__ void columns(const T* in, T* out) {
  __shared__ T tile[32 * kPitch];
  for (unsigned i = threadIdx.x; i < 32 * 16; i += 32) tile[i / 16 * kPitch + i % 16] = in[i];
  __syncthreads();
#pragma unroll 1
  for (unsigned x = 0; x < 16; ++x) out[x * 32 + threadIdx.x] = tile[threadIdx.x * kPitch + x];
}
extern "C" __global__ void doubles(const double* in, double* out) { columns<double, 16>(in, out); }
extern "C" __global__ void doubles_right(const double* in, double* out) {
  columns<double, 17>(in, out);
}
extern "C" __global__ void vectors(const float4* in, float4* out) { columns<float4, 16>(in, out); }
extern "C" __global__ void vectors_right(const float4* in, float4* out) {
  columns<float4, 17>(in, out);
}

// Four neighbouring elements of each lane's own row at a time.
template <unsigned kPitch>
__device__ void sums_of_rows(const float* in, float* out) {
  __shared__ float tile[32 * kPitch];
  for (unsigned i = threadIdx.x; i < 32 * 64; i += 32) tile[i / 64 * kPitch + i % 64] = in[i];
  __syncthreads();
  float sum = 0;
#pragma unroll 4
  for (unsigned x = 0; x < 64; ++x) sum += tile[threadIdx.x * kPitch + x];
  out[threadIdx.x] = sum;
}
extern "C" __global__ void row_sums(const float* in, float* out) { sums_of_rows<64>(in, out); }
extern "C" __global__ void row_sums_right(const float* in, float* out) {
  sums_of_rows<65>(in, out);
}

// Rows of halves as ldmatrix takes them: 16 bytes a row of a matrix.
template <unsigned kPitch, class Place>
__device__ void matrices(const unsigned short* in, unsigned* out, Place place) {
  __shared__ __align__(128) unsigned short tile[32 * kPitch];
  for (unsigned i = threadIdx.x; i < 32 * 32; i += 32) tile[place(i / 32, i % 32)] = in[i];
  __syncthreads();
#pragma unroll 1
  for (unsigned group = 0; group < 4; ++group) {
    const auto address = static_cast<unsigned>(
        __cvta_generic_to_shared(&tile[place(threadIdx.x, group * 8)]));
    unsigned a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(address));
    out[group * 32 + threadIdx.x] = a ^ b ^ c ^ d;
  }
}
template <unsigned kPitch>
struct Rows {
  __device__ unsigned operator()(unsigned row, unsigned column) const {
    return row * kPitch + column;
  }
};
// Swizzle<2,3,kShift> of rows of 32 halves.
template <unsigned kShift>
struct Swizzled {
  __device__ unsigned operator()(unsigned row, unsigned column) const {
    const unsigned i = row * 32 + column;
    return i ^ (i >> kShift & 3 << 3);
  }
};
extern "C" __global__ void halves(const unsigned short* in, unsigned* out) {
  matrices<64>(in, out, Rows<64>());
}
extern "C" __global__ void halves_right(const unsigned short* in, unsigned* out) {
  matrices<72>(in, out, Rows<72>());
}
extern "C" __global__ void short_rows(const unsigned short* in, unsigned* out) {
  matrices<32>(in, out, Swizzled<2>());
}
extern "C" __global__ void short_rows_right(const unsigned short* in, unsigned* out) {
  matrices<32>(in, out, Swizzled<3>());
}
