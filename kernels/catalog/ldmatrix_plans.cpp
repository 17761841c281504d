#include "kernels/catalog/ldmatrix_plans.h"

#include <bit>
#include <cstring>

#include "kernels/catalog/describe.h"
#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

// The same constants as in access/ldmatrix.cu and shared/ldmatrix.cu.
constexpr std::uint32_t kGroupBytes = 16;  // a row of an 8×8 matrix of halves
constexpr std::uint32_t kBankGroups = 8;   // groups that 32 banks have
constexpr std::uint32_t kGroupWords = kGroupBytes / 4;
constexpr std::uint32_t kMatrices = 4;   // of an ldmatrix
constexpr std::uint32_t kTileRows = 32;  // of access/ldmatrix: one for each lane
constexpr std::uint32_t kRoundRows = 128;

enum Arrangement : std::int64_t { plain, padded, swizzled };

std::uint32_t pitch_of(std::uint32_t groups, std::int64_t arrangement) {
  return groups + (arrangement == padded ? 1 : 0);
}

SharedLayout tile_layout(std::uint32_t rows, std::uint32_t groups, std::int64_t arrangement) {
  SharedLayout layout = matrix(rows, groups, pitch_of(groups, arrangement));
  layout.element_bytes = kGroupBytes;
  if (arrangement == swizzled) layout.swizzle = Swizzle::exclusive_or;
  // Rows that lie in the same 128 bytes take the same exchange.
  layout.row_shift = static_cast<std::uint32_t>(std::countr_zero(kBankGroups / groups));
  return layout;
}

// Group `strip` of each row: lane l of a matrix holds word l % 4 of its row l / 4.
void copy_strip(HostBuffers& buffers, std::size_t row_bytes, std::size_t strip) {
  const std::span<std::byte> in = buffers.bytes("in");
  const std::span<std::byte> out = buffers.bytes("out");
  for (std::size_t row = 0; row < kTileRows; ++row) {
    std::memcpy(&out[row * kGroupBytes], &in[row * row_bytes + strip * kGroupBytes], kGroupBytes);
  }
}

// Adds in the order in which a thread adds, so that the result is the same to the last bit.
float sum_of_rounds(std::span<const float> words, std::uint32_t lane, std::uint32_t rounds) {
  const auto word = [&](std::uint32_t row, std::uint32_t strip) {
    return words[(row + lane / kGroupWords) * kBankGroups * kGroupWords + strip * kGroupWords +
                 lane % kGroupWords];
  };
  float sum = 0;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::uint32_t strip = 0; strip < kBankGroups; ++strip) {
      for (std::uint32_t row = 0; row < kRoundRows; row += kTileRows) {
        sum += (word(row, strip) + word(row + 8, strip)) +
               (word(row + 16, strip) + word(row + 24, strip));
      }
    }
  }
  return sum;
}

void sum_matrices(HostBuffers& buffers, std::uint32_t rounds) {
  const std::span<const float> words = buffers.as<float>("in");
  const std::span<float> out = buffers.as<float>("out");
  std::vector<float> sums;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    sums.push_back(sum_of_rounds(words, lane, rounds));
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = sums[i % kWarpSize];
}

}  // namespace

Parameter ldmatrix_arrangement() {
  return {"arrangement",
          tr("Rows kept"),
          plain,
          swizzled,
          plain,
          {plain, padded, swizzled},
          {tr("plainly"), tr("with padding"), tr("with XOR")}};
}

std::vector<Parameter> ldmatrix_parameters() {
  return {
      {"row_bytes", tr("Bytes a row"), 64, 128, 128, {64, 128}, {}},
      ldmatrix_arrangement(),
      meaning({"strip", tr("Group read of each row"), 0, kBankGroups - 1, 0, {}, {}},
              [](const Parameters& p) {
                const std::int64_t first = p.at("strip") * kGroupBytes;
                return tr("bytes {} to {} of a row", first, first + kGroupBytes - 1);
              }),
  };
}

Result<Plan> plan_ldmatrix(std::string_view kernel, const Parameters& p) {
  const std::uint32_t row_bytes = count(p, "row_bytes");
  const std::uint32_t groups = row_bytes / kGroupBytes;
  const std::uint32_t strip = count(p, "strip");
  const std::int64_t arrangement = p.at("arrangement");
  if (strip >= groups) {
    return fail(
        tr("access/ldmatrix: a row of {} bytes has groups 0 to {}, not {}: choose one of them",
           row_bytes, groups - 1, strip));
  }
  Plan plan;
  plan.buffers = {{"in",
                   ElementType::u32,
                   BufferRole::in,
                   kTileRows,
                   row_bytes / 4,
                   0,
                   {Fill::Kind::random, 1}},
                  {"out", ElementType::u32, BufferRole::out, kTileRows, kGroupWords, 0, kUnset}};
  plan.steps = {LaunchStep{
      mangled(kernel, "PK5uint4Pjiibi"),
      {1, 1, 1},
      {kWarpSize, 1, 1},
      0,
      {BufferArgument{"in"}, BufferArgument{"out"}, i32(groups), i32(pitch_of(groups, arrangement)),
       ScalarArgument{ElementType::u8, arrangement == swizzled ? 1u : 0u}, i32(strip)}}};
  plan.reference = [row_bytes, strip](HostBuffers& buffers) {
    copy_strip(buffers, row_bytes, strip);
  };
  return with_layouts(std::move(plan), {{"tile", tile_layout(kTileRows, groups, arrangement)}});
}

Result<Plan> plan_ldmatrix_rounds(std::string_view kernel, const Parameters& p) {
  const std::uint32_t blocks = count(p, "blocks");
  const std::uint32_t threads = count(p, "threads");
  const std::uint32_t rounds = count(p, "rounds");
  const std::int64_t arrangement = p.at("arrangement");
  Plan plan;
  plan.buffers = {{"in",
                   ElementType::f32,
                   BufferRole::in,
                   kRoundRows,
                   kBankGroups * kGroupWords,
                   0,
                   {Fill::Kind::random, 1}},
                  {"out", ElementType::f32, BufferRole::out, blocks, threads, 0, kUnset}};
  plan.steps = {LaunchStep{
      mangled(kernel, "PK6float4Pfiii"),
      {blocks, 1, 1},
      {threads, 1, 1},
      0,
      {BufferArgument{"in"}, BufferArgument{"out"}, i32(pitch_of(kBankGroups, arrangement)),
       i32(arrangement == swizzled ? kBankGroups - 1 : 0), i32(rounds)}}};
  plan.reference = [rounds](HostBuffers& buffers) { sum_matrices(buffers, rounds); };
  return with_layouts(std::move(plan),
                      {{"tile", tile_layout(kRoundRows, kBankGroups, arrangement)}});
}

}  // namespace warplens::catalog
