// Kernels that lean on calls: recursion with variables of its own, structures by reference and by
// value, virtual functions.

// All ways to place n queens: recursion with a board in each call's own variables, the mirror image
// of its caller's.
__device__ __noinline__ int queens(const int* above, int row, int n) {
  if (row == n) return 1;
  int board[8], count = 0;
  for (int r = 0; r < row; ++r) board[r] = n - 1 - above[r];
  for (int column = 0; column < n; ++column) {
    bool is_free = true;
    for (int r = 0; r < row; ++r) {
      const int distance = board[r] - column;
      is_free &= distance != 0 && abs(distance) != row - r;
    }
    board[row] = column;
    if (is_free) count += queens(board, row + 1, n);
  }
  return count;
}
__global__ void count_queens(int* out, int most) {
  const int n = threadIdx.x + 1;
  if (n <= most) out[n - 1] = queens(nullptr, 0, n);
}

// Spheres hit by rays that bounce: structures by reference and by value, recursion.
struct Vector {
  float x, y, z;
  __device__ Vector operator+(Vector o) const { return {x + o.x, y + o.y, z + o.z}; }
  __device__ Vector operator-(Vector o) const { return {x - o.x, y - o.y, z - o.z}; }
  __device__ Vector operator*(float s) const { return {x * s, y * s, z * s}; }
};
__device__ float dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
struct Sphere {
  Vector centre;
  float radius, mirror;
};
struct Hit {
  float distance;
  int sphere;
};
__device__ __noinline__ void nearest(const Sphere* spheres, int count, const Vector& from,
                                     const Vector& along, Hit& hit) {
  for (int s = 0; s < count; ++s) {
    const Vector to = spheres[s].centre - from;
    const float b = dot(to, along);
    const float inside = b * b - dot(to, to) + spheres[s].radius * spheres[s].radius;
    const float distance = inside > 0 ? b - sqrtf(inside) : -1;
    if (distance > 1e-3f && distance < hit.distance) hit = {distance, s};
  }
}
__device__ __noinline__ float radiance(const Sphere* spheres, int count, Vector from, Vector along,
                                       int bounces) {
  Hit hit{1e9f, -1};
  nearest(spheres, count, from, along, hit);
  if (hit.sphere < 0) return along.y > 0 ? along.y : 0;
  const Sphere sphere = spheres[hit.sphere];
  const Vector at = from + along * hit.distance;
  const Vector normal = (at - sphere.centre) * (1 / sphere.radius);
  const float own = 0.5f + 0.5f * normal.y;
  if (bounces == 0) return own;
  const Vector mirrored = along - normal * (2 * dot(normal, along));
  return own * (1 - sphere.mirror) +
         sphere.mirror * radiance(spheres, count, at, mirrored, bounces - 1);
}
__global__ void trace_rays(const Sphere* spheres, int count, float* image, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const Vector along = {(x + 0.5f) / width - 0.5f, (y + 0.5f) / height - 0.5f, 1};
  image[y * width + x] = radiance(spheres, count, {0, 0, -3}, along * rsqrtf(dot(along, along)), 3);
}

// Objects with virtual functions, made by the thread in local memory and through a base's pointer.
struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual int corners() const { return 0; }
};
struct Disc : Shape {
  float radius;
  __device__ explicit Disc(float r) : radius(r) {}
  __device__ float area() const override { return 3.0f * radius * radius; }
};
struct Box : Shape {
  float width, height;
  __device__ Box(float w, float h) : width(w), height(h) {}
  __device__ float area() const override { return width * height; }
  __device__ int corners() const override { return 4; }
};
__device__ __noinline__ float measure(const Shape* shape) {
  return shape->area() + 1000 * shape->corners();
}
__global__ void areas(const float* sizes, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Disc disc(sizes[i]);
  const Box box(sizes[i], 2);
  const Shape* shapes[] = {&disc, &box, &disc};
  out[i] = measure(shapes[i % 3]) + measure(shapes[(i + 1) % 3]);
}
