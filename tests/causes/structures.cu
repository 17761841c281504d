// The same sums of three members, of an array of structures and of a structure of arrays.
struct Particle {
  float x, y, z, mass, vx, vy, vz;
};

extern "C" __global__ void structures(const Particle* particles, float* out) {
  const Particle& own = particles[blockIdx.x * blockDim.x + threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = own.x * own.vx + own.z * own.mass;
}

extern "C" __global__ void structures_right(const float* members, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  out[i] = members[i] * members[n * 4 + i] + members[n * 2 + i] * members[n * 3 + i];
}
