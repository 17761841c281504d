// The shared family: a kernel that shared memory alone limits.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/plan_parts.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

constexpr std::uint32_t kReads = 32;  // as in shared/strided.cu
constexpr std::uint32_t kWords = kWarpSize * 32 + kReads * kWarpSize;

// In the order in which a thread adds, so that the result is the same to the last bit.
float strided_sum(std::span<const float> words, std::uint32_t first, std::uint32_t rounds) {
  float sum = 0;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::uint32_t read = 0; read < kReads; ++read) sum += words[first + read * kWarpSize];
    first ^= 4;
  }
  return sum;
}

void sum_strided(HostBuffers& buffers, std::uint32_t ways, std::uint32_t rounds) {
  const std::span<const float> words = buffers.as<float>("in");
  const std::span<float> out = buffers.as<float>("out");
  std::vector<float> sums;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    sums.push_back(strided_sum(words, lane * ways, rounds));
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = sums[i % kWarpSize];
}

Result<Plan> plan_strided(std::string_view kernel, const Parameters& p) {
  const std::uint32_t blocks = count(p, "blocks");
  const std::uint32_t threads = count(p, "threads");
  const std::uint32_t ways = count(p, "ways");
  const std::uint32_t rounds = count(p, "rounds");
  Plan plan;
  plan.buffers = {
      {"in", ElementType::f32, BufferRole::in, 1, kWords, 0, {Fill::Kind::random, 1}},
      {"out", ElementType::f32, BufferRole::out, blocks, threads, 0, kUnset},
  };
  plan.steps = {LaunchStep{
      mangled(kernel, "PKfPfii"),
      {blocks, 1, 1},
      {threads, 1, 1},
      0,
      {BufferArgument{"in"}, BufferArgument{"out"}, i32(p.at("ways")), i32(p.at("rounds"))}}};
  plan.reference = [ways, rounds](HostBuffers& buffers) { sum_strided(buffers, ways, rounds); };
  return with_layouts(std::move(plan), {{"words", matrix(kWords / kWarpSize, kWarpSize)}});
}

std::vector<Parameter> shared_parameters() {
  return {
      {"blocks", {"Blocks", "线程块数"}, 1, 4096, 2, {}, {}},
      {"threads",
       {"Threads a block", "每个线程块的线程数"},
       32,
       1024,
       64,
       {32, 64, 128, 256, 512, 1024},
       {}},
      {"ways",
       {"Stride (words), and n-way", "步长（4 字节字），即 n 路冲突"},
       1,
       32,
       4,
       {1, 2, 4, 8, 16, 32},
       {}},
      meaning({"rounds",
               {"Rounds of 32 reads", "轮数（每轮 32 次读取）"},
               1,
               kMaximumSide,
               2,
               {},
               {},
               true},
              [](const Parameters& p) {
                const std::int64_t reads = p.at("rounds") * kReads;
                return Text{fmt::format("{} reads a thread", reads),
                            fmt::format("每个线程读 {} 次", reads)};
              }),
  };
}

}  // namespace

Family shared_family() {
  Family family;
  family.name = "shared";
  family.title = {"Shared memory alone", "只有共享内存"};
  family.timed = shared_timed();
  family.parameters = shared_parameters();
  const VariantOf variant{family.name, {"blocks", "threads", "ways", "rounds"}};
  family.variants = {
      variant("strided",
              {"Reads with a stride between lanes and nothing else to do: each doubling of the "
               "conflict doubles the least time.",
               "lane 之间按步长读取，别无其他工作：冲突每加倍一次，最短时间也加倍。"},
              plan_strided),
  };
  family.full_size = {{"blocks", 264}, {"threads", 256}, {"rounds", 1024}};
  return family;
}

}  // namespace warplens::catalog
