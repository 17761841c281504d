// Loads and stores of 2, 4, 8 and 16 bytes a lane, in global and shared memory. No finding.
extern "C" __global__ void vector_access(const int4* in, int4* out, const uchar4* pixels,
                                         uchar4* inverted) {
  __shared__ int4 tile[32];
  __shared__ short2 halves[32];
  int t = threadIdx.x;
  tile[t] = in[t];
  uchar4 p = pixels[t];
  halves[t] = make_short2(p.x, p.w);
  __syncthreads();
  int4 v = tile[31 - t];
  short2 h = halves[31 - t];
  out[t] = make_int4(v.w, v.z, v.y, v.x + h.x);
  inverted[t] = make_uchar4(255 - p.x, 255 - p.y, 255 - p.z, h.y);
}
