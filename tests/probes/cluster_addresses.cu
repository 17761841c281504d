// Which addresses shared memory has in a cluster, and what reaches what by them: those of a block's
// own variables, mapa's, those without the block's rank.
//
//   nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o cluster_addresses
//     tests/probes/cluster_addresses.cu && for i in $(seq 0 14); do ./cluster_addresses $i; done
//
// A line a form: what came of it in each of 4 blocks, or the error, which ends the process. An H200
// (2026-11-30): own addresses are rank << 24 | offset, and so is what mapa gives, for any rank;
// without the rank, generic addresses and .shared::cluster mean block 0, and .shared::cta is an
// illegal instruction in the others.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr unsigned kBlocks = 4, kOffset = 0xffffff;

#define PROBE_READ(number, text, constraint, operand)                  \
  if (form == number && threadIdx.x == 0) {                            \
    asm volatile(text : "=r"(value) : constraint(operand) : "memory"); \
  }

__global__ void __cluster_dims__(kBlocks) probe(std::uint32_t* out, int form) {
  __shared__ alignas(1024) std::uint32_t words[64];
  std::uint32_t rank, value = 0;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  words[threadIdx.x] = rank * 1000 + threadIdx.x;
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  const auto own = static_cast<std::uint32_t>(__cvta_generic_to_shared(words));
  const std::uint32_t plain = own & kOffset, third = plain | 2u << 24;
  const auto generic = reinterpret_cast<std::uint64_t>(words);
  const std::uint64_t generic_plain = generic - (rank << 24);
  if (form == 0) value = own;
  PROBE_READ(1, "mapa.shared::cluster.u32 %0, %1, 1;", "r", own)
  PROBE_READ(2, "mapa.shared::cluster.u32 %0, %1, 1;", "r", third)
  PROBE_READ(3, "mapa.shared::cluster.u32 %0, %1, 9;", "r", own)
  PROBE_READ(4, "getctarank.shared::cluster.u32 %0, %1;", "r", plain)
  PROBE_READ(5, "{.reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p;}", "l", generic)
  PROBE_READ(6, "{.reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p;}", "l",
             generic_plain)
  PROBE_READ(7, "{.reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p;}", "l",
             generic_plain)
  PROBE_READ(8, "ld.shared::cluster.u32 %0, [%1+4];", "r", plain)
  PROBE_READ(9, "ld.u32 %0, [%1+4];", "l", generic_plain)
  PROBE_READ(10, "ld.shared::cta.u32 %0, [%1+4];", "r", own)
  PROBE_READ(11, "ld.shared::cta.u32 %0, [%1+4];", "r", plain)
  PROBE_READ(12, "ld.shared::cta.u32 %0, [%1+4];", "r", third)
  PROBE_READ(13, "atom.shared::cta.add.u32 %0, [%1+4], 1;", "r", plain)
  PROBE_READ(14, "mbarrier.init.shared::cta.b64 [%1+64], 5; ld.shared::cta.u32 %0, [%1+64];", "r",
             plain)
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  if (threadIdx.x == 0) out[rank] = value;
}

}  // namespace

int main(int count, char** arguments) {
  const int form = count < 2 ? 0 : std::atoi(arguments[1]);
  std::uint32_t *out, values[kBlocks] = {};
  cudaMalloc(&out, sizeof values);
  probe<<<kBlocks, 32>>>(out, form);
  const cudaError_t error = cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("form %d: %s", form, cudaGetErrorString(error));
  for (const std::uint32_t value : values) std::printf(" %#x", value);
  std::printf("\n");
}
