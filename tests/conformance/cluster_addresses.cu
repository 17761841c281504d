// Addresses of shared memory in a cluster, as an H200 has them: rank << 24 | offset, a block's own
// too, whether mapa made them or not; so a bit of one names the other block of a pair.
// nvcc: -arch=compute_90
__device__ unsigned address(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}
__device__ unsigned map(unsigned shared, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(shared), "r"(rank));
  return there;
}
__device__ bool is_own(const void* generic) {
  unsigned is;
  asm volatile("{ .reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is) : "l"(generic));
  return is != 0;
}
extern "C" __global__ void __cluster_dims__(4) cluster_addresses(unsigned* out) {
  __shared__ unsigned slots[32];
  extern __shared__ unsigned dynamic[];
  unsigned rank, found;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  const unsigned own = address(slots), offset = own & 0xffffff;
  out += blockIdx.x * 12;
  slots[threadIdx.x] = 0;
  dynamic[threadIdx.x] = rank;
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (threadIdx.x == 0) {
    out[0] = own - offset;
    out[1] = map(own, rank) == own;
    out[2] = map(own, 2) - offset;
    out[3] = map(map(own, 3), 0) == offset;
    out[4] = address(dynamic) >> 24;
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(found) : "r"(own & 0xfeffffff));
    out[5] = found;
    // Generic addresses: the window's first byte is that of the first block.
    const unsigned long long generic = reinterpret_cast<unsigned long long>(slots);
    const void* const first = reinterpret_cast<const void*>(generic - (rank << 24));
    out[6] = is_own(slots) * 2 + is_own(first);
    asm volatile("getctarank.u64 %0, %1;" : "=r"(found) : "l"(generic ^ 1 << 24));
    out[7] = found;
    // To the even block of the pair, in the place of one's own rank.
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"((own & 0xfeffffff) + 4 * (1 + rank)), "r"(10 + rank) : "memory");
    // From the other one of the pair, by a generic address.
    asm volatile("ld.u32 %0, [%1];" : "=r"(found) : "l"(reinterpret_cast<unsigned long long>(dynamic) ^ 1 << 24) : "memory");
    out[8] = found;
  }
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (threadIdx.x == 0) {
    for (int i = 1; i <= 2; ++i) out[8 + i] = slots[(rank & 2) + i];
    out[11] = dynamic[0];
  }
}
