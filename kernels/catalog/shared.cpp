// The shared family: kernels that shared memory alone limits.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/ldmatrix_plans.h"
#include "kernels/catalog/plan_parts.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

// The same constants as in shared/strided.cu and shared/wide.cu.
constexpr std::uint32_t kReads = 32;
constexpr std::uint32_t kWords = kWarpSize * 32 + kReads * kWarpSize;
constexpr std::uint32_t kWideWords = 4;  // words of a float4

// Adds in the order in which a thread adds, so that the result is the same to the last bit.
float strided_sum(std::span<const float> words, std::uint32_t first, std::uint32_t rounds) {
  float sum = 0;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::uint32_t read = 0; read < kReads; ++read) sum += words[first + read * kWarpSize];
    first ^= 4;
  }
  return sum;
}

// The same of float4; `first` counts these.
float wide_sum(std::span<const float> words, std::uint32_t first, std::uint32_t rounds) {
  float sum = 0;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::uint32_t read = 0; read < kReads; ++read) {
      const float* const v = &words[first * kWideWords + read * kWarpSize];
      sum += (v[0] + v[1]) + (v[2] + v[3]);
    }
    first ^= 1;
  }
  return sum;
}

using SumOfLane = float (*)(std::span<const float> words, std::uint32_t first,
                            std::uint32_t rounds);

void sum_lanes(HostBuffers& buffers, SumOfLane sum_of_lane, std::uint32_t ways,
               std::uint32_t rounds) {
  const std::span<const float> words = buffers.as<float>("in");
  const std::span<float> out = buffers.as<float>("out");
  std::vector<float> sums;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    sums.push_back(sum_of_lane(words, lane * ways, rounds));
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = sums[i % kWarpSize];
}

// A plan for a kernel whose parameters are mangled as `signature`, and whose array has this name
// and layout.
Result<Plan> plan_reads(std::string_view kernel, const Parameters& p, std::string_view signature,
                        SumOfLane sum_of_lane,
                        const std::pair<const std::string, SharedLayout>& array) {
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
      mangled(kernel, signature),
      {blocks, 1, 1},
      {threads, 1, 1},
      0,
      {BufferArgument{"in"}, BufferArgument{"out"}, i32(p.at("ways")), i32(p.at("rounds"))}}};
  plan.reference = [=](HostBuffers& buffers) { sum_lanes(buffers, sum_of_lane, ways, rounds); };
  return with_layouts(std::move(plan), {array});
}

Result<Plan> plan_strided(std::string_view kernel, const Parameters& p) {
  return plan_reads(kernel, p, "PKfPfii", strided_sum,
                    {"words", matrix(kWords / kWarpSize, kWarpSize)});
}

Result<Plan> plan_wide(std::string_view kernel, const Parameters& p) {
  SharedLayout layout = matrix(kWords / kWarpSize, kWarpSize / kWideWords);
  layout.element_bytes = kWideWords * sizeof(float);
  return plan_reads(kernel, p, "PK6float4Pfii", wide_sum, {"vectors", layout});
}

// The parameter for n-way conflicts: 8 lanes are served together, so at most 8 meet at the same
// bank.
Parameter ways_of_wide() {
  return {"ways", tr("Stride (float4), and n-way"), 1, 8, 4, {1, 2, 4, 8}, {}};
}

std::vector<Parameter> shared_parameters() {
  return {
      {"blocks", tr("Blocks"), 1, 4096, 2, {}, {}},
      {"threads", tr("Threads a block"), 32, 1024, 64, {32, 64, 128, 256, 512, 1024}, {}},
      {"ways", tr("Stride (words), and n-way"), 1, 32, 4, {1, 2, 4, 8, 16, 32}, {}},
      meaning({"rounds", tr("Rounds of 32 reads"), 1, kMaximumSide, 2, {}, {}, true},
              [](const Parameters& p) {
                const std::int64_t reads = p.at("rounds") * kReads;
                return tr("{} reads a thread", reads);
              }),
      ldmatrix_arrangement(),
  };
}

}  // namespace

Family shared_family() {
  Family family;
  family.name = "shared";
  family.title = tr("Shared memory alone");
  family.timed = shared_timed();
  family.parameters = shared_parameters();
  const VariantOf variant{family.name, {"blocks", "threads", "rounds"}};
  family.variants = {
      variant("strided",
              tr("Reads with a stride between lanes and nothing else to do: each doubling of the "
                 "conflict doubles the least time."),
              plan_strided, {"ways"}),
      with_range(
          variant("wide",
                  tr("The same bytes 16 a lane: four wavefronts a read without conflicts, and "
                     "twice as many with each doubling of the stride."),
                  plan_wide, {"ways"}),
          ways_of_wide()),
      variant("ldmatrix",
              tr("Strips of a tile of 128-byte rows read by ldmatrix: 8-way as they stand, free of "
                 "conflicts with padding or XOR."),
              plan_ldmatrix_rounds, {"arrangement"}),
  };
  family.full_size = {{"blocks", 264}, {"threads", 256}, {"rounds", 1024}};
  return family;
}

}  // namespace warplens::catalog
