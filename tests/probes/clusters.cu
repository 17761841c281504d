// What the machine takes for granted of clusters: addresses that mapa makes, what exited threads
// and blocks do to barrier.cluster, st.async, and sizes that the driver refuses.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o clusters tests/probes/clusters.cu && ./clusters
//   compute-sanitizer ./clusters exits      a block's shared memory is read after it has exited
//
// An H200 (2026-11-29): a block's own shared address has its rank, too (rank << 24 | offset; here the
// own one has none), so that isspacep.shared::cta holds of the own address that mapa made; exited
// threads and blocks count as arrived; all 512 words of st.async come; 16 blocks run, 32 are refused,
// and so is a grid that is no multiple; arriving twice goes on; `exits` is a launch failure.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace cg = cooperative_groups;

namespace {

__device__ unsigned in_shared(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ unsigned mapped(unsigned address, unsigned rank) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}

// Of each block: the address of its array, the same mapped to itself and to the next one, whose it
// is, and whether isspacep says shared::cta and shared::cluster of the generic addresses.
__global__ void addresses(unsigned* out) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = 0;
  cluster.sync();
  const unsigned rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks();
  if (threadIdx.x == 0) {
    const unsigned own = in_shared(tile);
    unsigned of_next;
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(of_next) : "r"(mapped(own, next)));
    const auto space = [](const void* pointer) {
      unsigned of_block, of_cluster;
      asm("{ .reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; }"
          : "=r"(of_block) : "l"(pointer));
      asm("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }"
          : "=r"(of_cluster) : "l"(pointer));
      return of_block * 2 + of_cluster;
    };
    const unsigned all[] = {own, mapped(own, rank), mapped(own, next), of_next,
                            space(tile), space(cluster.map_shared_rank(tile, rank)),
                            space(cluster.map_shared_rank(tile, next))};
    for (int i = 0; i < 7; ++i) out[blockIdx.x * 8 + i] = all[i];
  }
  cluster.sync();
}

// Half of the threads exit, and block 1 altogether: the others must go on.
__global__ void exited(unsigned* out) {
  if (blockIdx.x == 1 || threadIdx.x % 2 == 0) return;
  asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
  asm volatile("barrier.cluster.wait;" ::: "memory");
  atomicAdd(out, 1u);
}

// Arrives twice, and waits once: does the barrier complete, and how often?
__global__ void twice(unsigned* out) {
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  asm volatile("barrier.cluster.wait;" ::: "memory");
  atomicAdd(out, 1u);
}

// st.async of 16 bytes a thread to the next block: every word must come.
__global__ void sent(unsigned* out) {
  __shared__ alignas(16) unsigned tile[128];
  __shared__ alignas(8) unsigned long long bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(in_shared(&bar)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(in_shared(&bar))
                 : "memory");
  }
  cluster.sync();
  const unsigned to = (cluster.block_rank() + 1) % cluster.num_blocks();
  asm volatile(
      "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %1, %1, %1}, [%2];"
      ::"r"(mapped(in_shared(tile + 4 * threadIdx.x), to)), "r"(threadIdx.x + 1),
      "r"(mapped(in_shared(&bar), to)) : "memory");
  asm volatile(
      "{ .reg .pred p; again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;"
      " @!p bra again; }" ::"r"(in_shared(&bar)) : "memory");
  for (int i = 0; i < 4; ++i) {
    if (tile[4 * threadIdx.x + i] == threadIdx.x + 1) atomicAdd(out, 1u);
  }
  cluster.sync();
}

// Block 1 has long exited when block 0 reads its shared memory.
__global__ void exits(unsigned* out) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = 7;
  cluster.sync();
  if (cluster.block_rank() == 1) return;
  const long long begin = clock64();
  while (clock64() - begin < 1000000) continue;
  atomicAdd(out, static_cast<unsigned>(cluster.map_shared_rank(tile, 1)[threadIdx.x]));
}

std::vector<unsigned> run(const char* name, void (*kernel)(unsigned*), unsigned grid,
                          unsigned blocks) {
  unsigned* device = nullptr;
  std::vector<unsigned> out(512);
  cudaMalloc(&device, 2048);
  cudaMemset(device, 0, 2048);
  cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                       cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {blocks, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  const cudaError_t launched = cudaLaunchKernelEx(&config, kernel, device);
  const cudaError_t ended = cudaDeviceSynchronize();
  cudaMemcpy(out.data(), device, 2048, cudaMemcpyDeviceToHost);
  std::printf("%s, grid %u, clusters of %u: %s, %s\n", name, grid, blocks,
              cudaGetErrorString(launched), cudaGetErrorString(ended));
  cudaFree(device);
  return out;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "exits") == 0) {
    std::printf("  sum %u (32 times 7 is 224)\n", run("exits", exits, 2, 2)[0]);
    return 0;
  }
  for (const unsigned blocks : {2u, 16u}) {
    const auto out = run("addresses", addresses, 16, blocks);
    for (unsigned block = 0; block < 2; ++block) {
      const unsigned* row = &out[block * 8];
      std::printf("  block %u: tile %#x, mapped to itself %#x, to the next %#x of rank %u; "
                  "cta*2+cluster %u %u %u\n",
                  block, row[0], row[1], row[2], row[3], row[4], row[5], row[6]);
    }
  }
  std::printf("  %u threads went on (32)\n", run("exited", exited, 3, 3)[0]);
  std::printf("  %u words came (512)\n", run("sent", sent, 4, 4)[0]);
  run("no multiple", addresses, 6, 4);
  run("too many", addresses, 32, 32);
  std::printf("  %u threads went on (64)\n", run("twice", twice, 2, 2)[0]);
  return 0;
}
