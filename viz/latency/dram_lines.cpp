#include "viz/latency/dram_lines.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "kernels/cost/access_cost.h"

namespace warplens::latency {
namespace {

constexpr std::uint64_t kLineBytes = 128;

bool is_untold(const ptx::Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  if (opcode == "cp") return instruction.has("bulk") || instruction.has("reduce");
  return opcode == "tex" || opcode == "tld4" || opcode == "suld" || opcode == "wgmma";
}

// Goes through a block's accesses to global memory in the machine's order.
class LineReader {
 public:
  LineReader(const BlockRun& run, const Chain& chain) : run_(run) {
    for (const ChainStep& step : chain.steps) {
      if (step.kind == StepKind::l2) waited_.insert(step.record);
    }
  }

  std::optional<ChainLines> read() {
    const auto& records = run_.records();
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto* instruction = run_.instructions->instruction(records[i].instruction);
      if (instruction == nullptr) continue;
      if (is_untold(*instruction)) return std::nullopt;
      read_record(i, *instruction);
    }
    ChainLines lines;
    for (const auto& [line, is_of_chain] : is_of_chain_) {
      ++(is_of_chain ? lines.waited_for : lines.beside);
    }
    lines.most_at_once = most_at_once_;
    return lines;
  }

 private:
  void read_record(std::size_t index, const ptx::Instruction& instruction) {
    const auto& records = run_.records();
    const std::size_t end =
        index + 1 < records.size() ? records[index + 1].events : run_.trace->events.size();
    const bool is_waited = waited_.contains(index);
    std::unordered_set<std::uint64_t> lines;
    for (std::size_t row = records[index].events; row < end; ++row) {
      const trace::EventView event = run_.trace->events.view(row);
      const trace::Site& site = run_.trace->sites[event.site];
      if (site.space != trace::Space::global || site.ptx_line != instruction.ptx_line) continue;
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        if ((event.mask >> lane & 1) != 0) {
          read_lane(event.address[lane], site.width, is_waited, lines);
        }
      }
    }
    if (is_waited) most_at_once_ = std::max<std::uint64_t>(most_at_once_, lines.size());
  }

  void read_lane(std::uint64_t address, std::uint32_t width, bool is_waited,
                 std::unordered_set<std::uint64_t>& lines) {
    const std::uint64_t last = address + std::max(width, 1u) - 1;
    for (std::uint64_t sector = address / analysis::kSectorBytes;
         sector <= last / analysis::kSectorBytes; ++sector) {
      if (!sectors_.insert(sector).second) continue;
      const std::uint64_t line = sector * analysis::kSectorBytes / kLineBytes;
      bool& is_of_chain = is_of_chain_.try_emplace(line, true).first->second;
      is_of_chain = is_of_chain && is_waited;
      lines.insert(line);
    }
  }

  const BlockRun& run_;
  std::unordered_set<std::size_t> waited_;  // records
  std::unordered_set<std::uint64_t> sectors_;
  std::unordered_map<std::uint64_t, bool> is_of_chain_;  // by line
  std::uint64_t most_at_once_ = 1;
};

}  // namespace

std::optional<ChainLines> chain_lines(const BlockRun& run, const Chain& chain) {
  if (run.is_cut()) return std::nullopt;
  return LineReader(run, chain).read();
}

double lines_from_dram(const ChainLines& lines, std::uint64_t fetched, std::uint64_t blocks) {
  const double average = static_cast<double>(fetched) / kLineBytes / static_cast<double>(blocks);
  const double least = average - static_cast<double>(lines.beside);
  return std::clamp(least, 0.0, static_cast<double>(lines.waited_for));
}

}  // namespace warplens::latency
