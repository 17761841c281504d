// Neighbouring bytes are different memory: no race. Threads 0 and 1 share byte 100: a race.
extern "C" __global__ void byte_race(unsigned char* out) {
  __shared__ unsigned char bytes[128];
  int t = threadIdx.x;
  bytes[t] = t;
  if (t < 2) bytes[100 + t / 2] = t + 7;  // FINDING: race
  out[t] = bytes[t];
}
