// Sparse matrices and graphs, text: irregular loops, queues, lists and trees built by atomics.

__global__ void spmv_scalar(const int* rows, const int* columns, const float* values,
                            const float* x, float* y, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int j = rows[row]; j < rows[row + 1]; ++j) sum += values[j] * x[columns[j]];
  y[row] = sum;
}

// Eight lanes a row.
__global__ void spmv_vector(const int* rows, const int* columns, const float* values,
                            const float* x, float* y, int n) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
  float sum = 0;
  if (row < n)
    for (int j = rows[row] + lane; j < rows[row + 1]; j += 8) sum += values[j] * __ldg(x + columns[j]);
  for (int offset = 4; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset, 8);
  if (row < n && lane == 0) y[row] = sum;
}

__global__ void spmv_coo(const int* rows, const int* columns, const float* values, const float* x,
                         float* y, int entries) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < entries) atomicAdd(&y[rows[i]], values[i] * x[columns[i]]);
}

// One level of a breadth-first search: whoever marks a vertex first puts it into the next frontier.
__global__ void bfs_level(const int* offsets, const int* edges, const int* frontier,
                          const int* frontier_size, int* next, int* next_size, int* depth,
                          int level) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < *frontier_size;
       i += gridDim.x * blockDim.x) {
    const int vertex = frontier[i];
    for (int e = offsets[vertex]; e < offsets[vertex + 1]; ++e)
      if (atomicCAS(&depth[edges[e]], -1, level) == -1) next[atomicAdd(next_size, 1)] = edges[e];
  }
}

__device__ int find(volatile int* parents, int v) {
  int parent;
  while ((parent = parents[v]) != v) v = parent;
  return v;
}

// Connected components: the larger root is hung below the smaller one.
__global__ void unite(const int2* edges, int* parents, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int a = edges[i].x, b = edges[i].y;
  while (true) {
    a = find(parents, a);
    b = find(parents, b);
    if (a == b) return;
    const int low = min(a, b), high = max(a, b);
    if (atomicCAS(&parents[high], high, low) == high) return;
  }
}

__global__ void flatten(int* parents, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) {
    const int root = find(parents, v);
    atomicExch(&parents[v], root);
  }
}

// Chained hashing: every bucket is a list that atomicExch pushes to.
__global__ void push_lists(const unsigned* keys, int* heads, int* nexts, int buckets, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  nexts[i] = atomicExch(&heads[keys[i] * 2654435761u % buckets], i);
}

__global__ void list_lengths(const int* heads, const int* nexts, int* lengths, int buckets) {
  const int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= buckets) return;
  int length = 0;
  for (int i = heads[b]; i >= 0; i = nexts[i]) ++length;
  lengths[b] = length;
}

// Open addressing with linear probing, 64-bit keys and values.
__device__ unsigned long long mix(unsigned long long x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdull;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ull;
  return x ^ x >> 33;
}

__global__ void insert(const unsigned long long* keys, unsigned long long* table, int* counts,
                       unsigned slots, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long key = keys[i];
  for (unsigned slot = mix(key) & (slots - 1);; slot = (slot + 1) & (slots - 1)) {
    const unsigned long long old = atomicCAS(&table[slot], 0ull, key);
    if (old == 0 || old == key) {
      atomicAdd(&counts[slot], 1);
      return;
    }
  }
}

__global__ void look_up(const unsigned long long* keys, const unsigned long long* table,
                        const int* counts, int* found, unsigned slots, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned slot = mix(keys[i]) & (slots - 1);
  while (table[slot] != 0 && table[slot] != keys[i]) slot = (slot + 1) & (slots - 1);
  found[i] = table[slot] == 0 ? 0 : counts[slot];
}

__global__ void find_pattern(const char* text, int n, const char* pattern, int m, int* places,
                             int* count) {
  extern __shared__ char shared[];
  const int base = blockIdx.x * blockDim.x, i = base + threadIdx.x;
  for (int j = threadIdx.x; j < blockDim.x + m - 1; j += blockDim.x)
    shared[j] = base + j < n ? text[base + j] : 0;
  __syncthreads();
  if (i + m > n) return;
  for (int j = 0; j < m; ++j)
    if (shared[threadIdx.x + j] != pattern[j]) return;
  places[atomicAdd(count, 1)] = i;
}

// The table goes along its diagonals; three of them are kept.
__global__ void levenshtein(const char* a, int n, const char* b, int m, int* out) {
  __shared__ int diagonals[3][96];
  for (int d = 0; d <= n + m; ++d) {
    int* now = diagonals[d % 3];
    const int* last = diagonals[(d + 2) % 3];
    const int* before = diagonals[(d + 1) % 3];
    const int i = threadIdx.x, j = d - i;
    if (i <= n && j >= 0 && j <= m) {
      if (i == 0 || j == 0)
        now[i] = i + j;
      else
        now[i] = min(min(last[i - 1], last[i]) + 1, before[i - 1] + (a[i - 1] != b[j - 1]));
      if (i == n && j == m) *out = now[i];
    }
    __syncthreads();
  }
}

__global__ void floyd_warshall(int* distance, int n, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  // Row and column k do not change in step k.
  if (j >= n || i == k || j == k) return;
  const int through = distance[i * n + k] + distance[k * n + j];
  if (through < distance[i * n + j]) distance[i * n + j] = through;
}
