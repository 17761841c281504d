// Variables of the module: tables, pointers to functions and to data, objects with virtual functions,
// structures by value.

__device__ int table[5] = {3, 1, 4, 1, 5};
__device__ int* middle = &table[2];
__device__ unsigned long long launches;
__constant__ float2 corners[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
__device__ const char words[3][6] = {"warp", "lane", "block"};

__global__ void read_tables(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) ++launches;
  if (i >= n) return;
  const int k = in[i];
  out[i] = middle[k % 3 - 1] * 1000 + words[k % 3][k % 4] + static_cast<int>(corners[k % 4].y);
}

__global__ void change_table(int by) {
  if (threadIdx.x < 5) table[threadIdx.x] += by;
}

typedef int (*Binary)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ Binary operations[3] = {add, subtract, multiply};

__global__ void by_table(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = operations[in[i] % 3](in[i], i);
}

struct Figure {
  __device__ virtual float area() const = 0;
};
struct Square : Figure {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Triangle : Figure {
  float base, height;
  __device__ Triangle(float b, float h) : base(b), height(h) {}
  __device__ float area() const override { return base * height * 0.5f; }
};

__global__ void areas(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Square square(in[i]);
  Triangle triangle(in[i], 3);
  const Figure* figure = i % 3 == 0 ? static_cast<const Figure*>(&triangle) : &square;
  out[i] = figure->area();
}
