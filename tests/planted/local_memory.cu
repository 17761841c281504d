// Local memory: arrays of a thread, and its stack.
// TOOL: memcheck
// nvcc: -arch=compute_80

// A thread's array is written past its end, far out of its frame.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32], value i32 3000000
extern "C" __global__ void local_far_past_end(const int* in, int* out, int step) {
  int t = threadIdx.x;
  int values[8];
  for (int i = 0; i < 8; ++i) values[i] = in[t] + i;
  values[(t == 5) * step + t % 8] = -1;  // FAULT: out_of_bounds block 0 warp 0 lane 5
  out[t] = values[in[t] % 8] + values[7];
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32], value i32 3000000
extern "C" __global__ void local_far_past_end_right(const int* in, int* out, int step) {
  int t = threadIdx.x;
  int values[8];
  for (int i = 0; i < 8; ++i) values[i] = in[t] + i;
  values[((t == 5) * step + t % 8) % 8] = -1;
  out[t] = values[in[t] % 8] + values[7];
}

// A thread's array is written just past its end.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 9, out i32[32]
extern "C" __global__ void local_past_end(const int* in, int* out) {
  int t = threadIdx.x;
  int values[8];
  for (int i = 0; i < 8; ++i) values[i] = i;
  values[in[t]] = t;  // FAULT: out_of_bounds block 0 warp 0 lane 8
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += values[(in[t] + i) % 8] * i;
  out[t] = sum;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 9, out i32[32]
extern "C" __global__ void local_past_end_right(const int* in, int* out) {
  int t = threadIdx.x;
  int values[9];
  for (int i = 0; i < 9; ++i) values[i] = i;
  values[in[t]] = t;
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += values[(in[t] + i) % 8] * i;
  out[t] = sum;
}

// One of a thread's two arrays is read where the other lies.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 12, out i32[32]
extern "C" __global__ void local_into_neighbour(const int* in, int* out) {
  int t = threadIdx.x;
  int low[8], high[8];
  for (int i = 0; i < 8; ++i) {
    low[i] = in[t] + i;
    high[i] = in[t] - i;
  }
  int a = low[in[t]];   // FAULT: out_of_bounds (either end)
  int b = high[in[t]];  // FAULT: out_of_bounds (either end)
  out[t] = a * b;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 12, out i32[32]
extern "C" __global__ void local_into_neighbour_right(const int* in, int* out) {
  int t = threadIdx.x;
  int low[12], high[12];
  for (int i = 0; i < 12; ++i) {
    low[i] = in[t] + i;
    high[i] = in[t] - i;
  }
  out[t] = low[in[t]] * high[in[t]];
}

// A negative index leaves a thread's frame.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32], value i32 4000000
extern "C" __global__ void local_before_start(const int* in, int* out, int far) {
  int t = threadIdx.x;
  int stack[16];
  for (int i = 0; i < 16; ++i) stack[i] = in[t] * i;
  int top = t % 16 - (t == 31 ? far : 0);
  out[t] = stack[top];  // FAULT: out_of_bounds block 0 warp 0 lane 31
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void local_before_start_right(const int* in, int* out) {
  int t = threadIdx.x;
  int stack[16];
  for (int i = 0; i < 16; ++i) stack[i] = in[t] * i;
  out[t] = stack[t % 16];
}

// A pointer to one thread's local array is followed by another thread.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void anothers_local(const int* in, int* out) {
  __shared__ int* volatile handed;
  int t = threadIdx.x;
  int mine[4];
  for (int i = 0; i < 4; ++i) mine[i] = in[t] + i;
  if (t == 0) handed = mine;
  __syncwarp();
  const int* theirs = handed;
  out[t] = theirs[t % 4] + mine[in[t] % 4];  // FAULT: foreign_local block 0 warp 0 lane 1
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void anothers_local_right(const int* in, int* out) {
  __shared__ int handed[4];
  int t = threadIdx.x;
  int mine[4];
  for (int i = 0; i < 4; ++i) mine[i] = in[t] + i;
  if (t == 0) {
    for (int i = 0; i < 4; ++i) handed[i] = mine[i];
  }
  __syncwarp();
  out[t] = handed[t % 4] + mine[in[t] % 4];
}

__device__ __noinline__ int depth_without_end(const int* p, int n) {
  return *p + depth_without_end(p, n + 1) + n;  // FAULT: stack_overflow block 0 warp 0 lane 0
}
// A recursion without an end: the stack overflows.
// LAUNCH: grid 1 block 32
// ARGS: in i32[1] all 1, out i32[32]
extern "C" __global__ void endless_recursion(const int* in, int* out) {
  out[threadIdx.x] = depth_without_end(in, threadIdx.x);
}
__device__ __noinline__ int depth_with_end(const int* p, int n) {
  return n == 0 ? 0 : *p + depth_with_end(p, n - 1);
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[1] all 1, out i32[32]
extern "C" __global__ void endless_recursion_right(const int* in, int* out) {
  out[threadIdx.x] = depth_with_end(in, threadIdx.x % 8);
}

// A small sort in a local array: indices that follow the data, all inside.
// LAUNCH: grid 1 block 32
// ARGS: in i32[256] mod 97, out i32[256]
extern "C" __global__ void local_sort_right(const int* in, int* out) {
  int t = threadIdx.x, values[8];
  for (int i = 0; i < 8; ++i) values[i] = in[t * 8 + i];
  for (int i = 1; i < 8; ++i) {
    int v = values[i], k = i;
    for (; k > 0 && values[k - 1] > v; --k) values[k] = values[k - 1];
    values[k] = v;
  }
  for (int i = 0; i < 8; ++i) out[t * 8 + i] = values[i];
}

// An index in bytes taken for one in floats, in an array of structures.
struct Cell {
  float weight[3];
  int count;
};
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 4, out f32[32], value i32 65536
extern "C" __global__ void local_structure_far(const int* in, float* out, int scale) {
  int t = threadIdx.x;
  Cell cells[4];
  for (int i = 0; i < 4; ++i) cells[i] = {{1.0f * t, 2.0f * i, 3}, i};
  cells[in[t] * scale].count += 1;  // FAULT: out_of_bounds block 0 warp 0 lane 1
  out[t] = cells[in[t]].weight[in[t] % 3] + cells[0].count;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 4, out f32[32], value i32 1
extern "C" __global__ void local_structure_far_right(const int* in, float* out, int scale) {
  int t = threadIdx.x;
  Cell cells[4];
  for (int i = 0; i < 4; ++i) cells[i] = {{1.0f * t, 2.0f * i, 3}, i};
  cells[in[t] * scale].count += 1;
  out[t] = cells[in[t]].weight[in[t] % 3] + cells[0].count;
}
