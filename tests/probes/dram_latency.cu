// How long a chain of loads takes a load where DRAM has what is loaded: LATENCY.md.
//
//   nvcc -std=c++17 -O3 -gencode arch=compute_90a,code=sm_90a -o dram_latency
//   tests/probes/dram_latency.cu && ./dram_latency
//
// A lane follows words that each name the next line, so far apart or in no order, each once, on
// each SM alone: the mean cycles a load, of the SM where it is least, of the median and of the
// most.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "side_by_side.cuh"

namespace {

constexpr int kSteps = 2048;

using Link = unsigned long long;

__host__ __device__ std::uint64_t after(std::uint64_t i, std::uint64_t links, bool in_order) {
  return in_order ? (i + 1) % links : (i * 1664525 + 1013904223) % links;  // links: a power of two
}

__global__ void make_links(char* memory, std::uint64_t links, std::uint64_t stride, bool in_order) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < links;
       i += threads) {
    *reinterpret_cast<Link*>(memory + i * stride) =
        reinterpret_cast<Link>(memory + after(i, links, in_order) * stride);
  }
}

// On one SM alone.
__global__ void follow(char* start, unsigned sm, long long* cycles, Link* end) {
  unsigned own;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(own));
  if (own != sm) return;
  Link at = reinterpret_cast<Link>(start);
  const long long before = clock64();
  for (int i = 0; i < kSteps; ++i) asm volatile("ld.global.u64 %0, [%0];" : "+l"(at));
  if (at != 0) *cycles = clock64() - before;
  *end = at;
}

struct Room {
  char* memory;
  std::size_t bytes;
  Link* out;
};

void clear_l2(const Room& room) {
  check(cudaMemset(room.memory + room.bytes, 0, 256 << 20), "cudaMemset");
}

void print_means(const Room& room, const char* name, std::uint64_t stride, bool in_order) {
  const std::uint64_t links = room.bytes / stride;
  make_links<<<1056, 256>>>(room.memory, links, stride, in_order);
  clear_l2(room);
  int sms = 0;
  check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "SMs");
  std::vector<double> means;
  for (int sm = 0; sm < sms; ++sm) {
    std::uint64_t first = in_order ? links / sms * sm : (sm * 7919 + 1) % links;
    follow<<<sms, 1, 200 << 10>>>(room.memory + first * stride, sm,
                                  reinterpret_cast<long long*>(room.out), room.out + 1);
    check(cudaDeviceSynchronize(), name);
    long long cycles = 0;
    check(cudaMemcpy(&cycles, room.out, sizeof cycles, cudaMemcpyDefault), "copy");
    means.push_back(static_cast<double>(cycles) / kSteps);
  }
  std::sort(means.begin(), means.end());
  std::printf("%s\t%.1f\t%.1f\t%.1f\n", name, means.front(), means[means.size() / 2], means.back());
}

}  // namespace

int main() {
  Room room{nullptr, std::size_t{8} << 30, device_array<Link>(1 << 20)};
  room.memory = device_array<char>(room.bytes + (256 << 20));
  check(cudaFuncSetAttribute(follow, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10),
        "shared memory");
  std::printf("# cycles a load, the mean\tof the nearest SM\tof the median\tof the farthest\n");
  for (int i = 0; i < 2; ++i) {
    print_means(room, "DRAM, sectors in order", 32, true);
    print_means(room, "DRAM, lines in order", 128, true);
    print_means(room, "DRAM, every second line", 256, true);
    print_means(room, "DRAM, every fourth line", 512, true);
    print_means(room, "DRAM, 4 KiB apart", 4096, true);
    print_means(room, "DRAM, lines in no order", 128, false);
  }
}
