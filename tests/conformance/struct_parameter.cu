// A structure of mixed members passed by value, then indexed at run time. No finding.
struct Settings {
  char letter;
  double scale;
  short offsets[5];
  const int* data;
  int3 box;
};
extern "C" __global__ void struct_parameter(int* out, const Settings s, char last) {
  int t = threadIdx.x;
  out[t] = s.data[t] * int(s.scale) + s.offsets[t % 5] + s.letter + s.box.y * s.box.z + last;
}
