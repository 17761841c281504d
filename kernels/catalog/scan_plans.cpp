#include "kernels/catalog/scan_plans.h"

#include <algorithm>

#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

constexpr std::uint32_t kScanBanks = 32;
constexpr std::uint32_t kFourEach = 4, kSixteenEach = 16;  // elements a thread
constexpr std::uint32_t kScanResetThreads = 256;
// In words of look_back.cu.
constexpr std::uint64_t kWholeSum = std::uint64_t{2} << 32;

// The contents of a buffer that a kernel must not rely on.
constexpr Fill kScanLeftovers{Fill::Kind::random, 7, true};

BufferSpec scan_buffer(std::string name, ElementType type, std::uint64_t elements) {
  return {std::move(name), type, BufferRole::out, 1, elements, 0, kScanLeftovers};
}

// What fits in no int wraps around, as on the device.
void scan_on_the_host(HostBuffers& buffers) {
  const std::span<const std::uint32_t> in = buffers.as<std::uint32_t>("in");
  const std::span<std::uint32_t> out = buffers.as<std::uint32_t>("out");
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = sum += in[i];
}

// The sum of everything up to the end of each tile.
std::uint32_t sum_up_to(std::span<const std::uint32_t> sums, std::size_t tile, std::size_t size) {
  return sums[std::min((tile + 1) * size, sums.size()) - 1];
}

Plan scan_plan(const Parameters& p) {
  const std::uint64_t n = count(p, "n");
  Plan plan;
  plan.buffers = {{"in", ElementType::i32, BufferRole::in, 1, n, 0, {Fill::Kind::random, 1}},
                  scan_buffer("out", ElementType::i32, n)};
  return plan;
}

// "totals", "totals_2" …: the totals of each level, down to a single one.
std::string totals_name(std::size_t level) {
  return level == 0 ? "totals" : fmt::format("totals_{}", level + 1);
}

struct ScanLevel {
  std::string in, out, totals;
  std::uint32_t elements = 0, blocks = 0;
};

std::vector<ScanLevel> levels_of(std::uint32_t n, std::uint32_t a_block) {
  std::vector<ScanLevel> levels = {{"in", "out", totals_name(0), n, blocks_for(n, a_block)}};
  while (levels.back().blocks > 1) {
    const ScanLevel& below = levels.back();
    levels.push_back({below.totals, below.totals, totals_name(levels.size()), below.blocks,
                      blocks_for(below.blocks, a_block)});
  }
  return levels;
}

LaunchStep scan_launch(std::string_view kernel, const ScanLevel& level, std::uint32_t threads,
                       std::uint32_t shared_bytes) {
  return {mangled(kernel, "PKiPiS1_i"),
          {level.blocks, 1, 1},
          {threads, 1, 1},
          shared_bytes,
          {BufferArgument{level.in}, BufferArgument{level.out}, BufferArgument{level.totals},
           i32(level.elements)}};
}

LaunchStep add_launch(std::string_view kernel, const ScanLevel& level, std::uint32_t threads) {
  return {mangled(fmt::format("{}_add", kernel), "PiPKii"),
          {level.blocks, 1, 1},
          {threads, 1, 1},
          0,
          {BufferArgument{level.out}, BufferArgument{level.totals}, i32(level.elements)}};
}

// `own`: elements a thread.
Plan in_levels(std::string_view kernel, const Parameters& p, std::uint32_t own,
               std::uint32_t shared_bytes) {
  const std::uint32_t threads = count(p, "threads"), a_block = threads * own;
  const std::vector<ScanLevel> levels = levels_of(count(p, "n"), a_block);
  Plan plan = scan_plan(p);
  for (const ScanLevel& level : levels) {
    plan.buffers.push_back(scan_buffer(level.totals, ElementType::i32, level.blocks));
    plan.steps.emplace_back(scan_launch(kernel, level, threads, shared_bytes));
  }
  for (std::size_t at = levels.size() - 1; at-- > 0;)
    plan.steps.emplace_back(add_launch(kernel, levels[at], threads));
  plan.reference = [levels, a_block](HostBuffers& buffers) {
    scan_on_the_host(buffers);
    const std::span<const std::uint32_t> sums = buffers.as<std::uint32_t>("out");
    std::size_t size = a_block;  // elements of a block of this level
    for (const ScanLevel& level : levels) {
      const std::span<std::uint32_t> totals = buffers.as<std::uint32_t>(level.totals);
      for (std::size_t i = 0; i < totals.size(); ++i) totals[i] = sum_up_to(sums, i, size);
      size *= a_block;
    }
  };
  return plan;
}

std::uint32_t words_for(const Parameters& p) {
  return count(p, "threads") * size_of(ElementType::i32);
}

// What a pass over the array takes besides `in` and `out`, and the launch before it that clears it.
struct ScanPass {
  std::string parameters, reset_parameters;  // as C++ mangles them
  std::vector<std::string> cleared;          // by the reset; the counter comes behind them
  std::vector<std::string> kept;             // of the pass, in its order
  std::uint32_t tiles = 0;
};

Plan in_one_pass(std::string_view kernel, const Parameters& p, Plan plan, const ScanPass& pass) {
  LaunchStep reset{mangled(fmt::format("{}_reset", kernel), pass.reset_parameters),
                   {blocks_for(pass.tiles, kScanResetThreads), 1, 1},
                   {kScanResetThreads, 1, 1},
                   0,
                   {}};
  for (const std::string& name : pass.cleared) reset.arguments.push_back(BufferArgument{name});
  reset.arguments.insert(reset.arguments.end(), {BufferArgument{"counter"}, i32(pass.tiles)});
  LaunchStep scan{mangled(kernel, pass.parameters),
                  {pass.tiles, 1, 1},
                  {count(p, "threads"), 1, 1},
                  0,
                  {BufferArgument{"in"}, BufferArgument{"out"}}};
  for (const std::string& name : pass.kept) scan.arguments.push_back(BufferArgument{name});
  scan.arguments.insert(scan.arguments.end(), {BufferArgument{"counter"}, i32(p.at("n"))});
  plan.buffers.push_back(scan_buffer("counter", ElementType::i32, 1));
  plan.steps = {std::move(reset), std::move(scan)};
  return plan;
}

Plan looking_back(std::string_view kernel, const Parameters& p, std::uint32_t own) {
  const std::uint32_t a_tile = count(p, "threads") * own;
  const std::uint32_t tiles = blocks_for(p.at("n"), a_tile);
  Plan plan = scan_plan(p);
  plan.buffers.push_back(scan_buffer("words", ElementType::u64, tiles));
  plan.reference = [a_tile, tiles](HostBuffers& buffers) {
    scan_on_the_host(buffers);
    const std::span<const std::uint32_t> sums = buffers.as<std::uint32_t>("out");
    const std::span<std::uint64_t> words = buffers.as<std::uint64_t>("words");
    for (std::size_t i = 0; i < tiles; ++i) words[i] = kWholeSum | sum_up_to(sums, i, a_tile);
    buffers.as<std::uint32_t>("counter")[0] = tiles;
  };
  return in_one_pass(kernel, p, std::move(plan),
                     {"PKiPiPVyS1_i", "PyPii", {"words"}, {"words"}, tiles});
}

}  // namespace

Result<Plan> plan_scan_levels(std::string_view kernel, const Parameters& p) {
  return in_levels(kernel, p, 1, words_for(p));
}

Result<Plan> plan_scan_padded(std::string_view kernel, const Parameters& p) {
  return in_levels(kernel, p, 1, words_for(p) + words_for(p) / kScanBanks);
}

Result<Plan> plan_scan_static(std::string_view kernel, const Parameters& p) {
  return in_levels(kernel, p, 1, 0);
}

Result<Plan> plan_scan_vectors(std::string_view kernel, const Parameters& p) {
  return in_levels(kernel, p, kFourEach, 0);
}

Result<Plan> plan_scan_chained(std::string_view kernel, const Parameters& p) {
  const std::uint32_t a_tile = count(p, "threads") * kFourEach;
  const std::uint32_t tiles = blocks_for(p.at("n"), a_tile);
  Plan plan = scan_plan(p);
  plan.buffers.push_back(scan_buffer("sums", ElementType::i32, tiles));
  plan.buffers.push_back(scan_buffer("flags", ElementType::i32, tiles));
  plan.reference = [a_tile, tiles](HostBuffers& buffers) {
    scan_on_the_host(buffers);
    const std::span<const std::uint32_t> all = buffers.as<std::uint32_t>("out");
    const std::span<std::uint32_t> sums = buffers.as<std::uint32_t>("sums");
    for (std::size_t i = 0; i < tiles; ++i) sums[i] = sum_up_to(all, i, a_tile);
    for (std::uint32_t& flag : buffers.as<std::uint32_t>("flags")) flag = 1;
    buffers.as<std::uint32_t>("counter")[0] = tiles;
  };
  return in_one_pass(kernel, p, std::move(plan),
                     {"PKiPiS1_S1_S1_i", "PiS_i", {"flags"}, {"sums", "flags"}, tiles});
}

Result<Plan> plan_scan_look_back(std::string_view kernel, const Parameters& p) {
  return looking_back(kernel, p, kFourEach);
}

Result<Plan> plan_scan_look_back_wide(std::string_view kernel, const Parameters& p) {
  return looking_back(kernel, p, kSixteenEach);
}

}  // namespace warplens::catalog
