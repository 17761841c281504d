// The upper half exits; the lower half shuffles with them. Lanes that read an exited lane get an
// undefined value: a finding at the shuffle. Those that read a live lane get its value.
extern "C" __global__ void shuffle_exited_lane(const int* in, int* out) {
  int lane = threadIdx.x;
  int v = in[lane];
  if (lane >= 16) return;
  int from = __shfl_down_sync(0xffffffffu, v, 8);  // FINDING: inactive_shuffle
  out[lane] = from;
}
