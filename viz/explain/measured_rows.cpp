#include "viz/explain/measured_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace warplens::explain {
namespace {

constexpr std::size_t kNoAccess = ~std::size_t{0};

struct Instruction {
  AccessClass kind{};
  std::vector<const ProfiledRow*> rows;  // the same under each line that it belongs to
  std::size_t access = kNoAccess;
};

// In the order of their addresses, which are all as long.
std::vector<Instruction> instructions_in(const std::vector<ProfiledRow>& rows) {
  std::map<std::pair<std::size_t, std::string>, Instruction> by_address;
  std::size_t without = 0;
  for (const ProfiledRow& row : rows) {
    const auto kind = row.is_instruction() ? class_of_sass(row.sass) : std::nullopt;
    if (!kind) continue;
    const std::string address = row.address.empty() ? std::to_string(without++) : row.address;
    Instruction& instruction = by_address[{address.size(), address}];
    instruction.kind = *kind;
    instruction.rows.push_back(&row);
  }
  std::vector<Instruction> instructions;
  for (auto& [address, instruction] : by_address) instructions.push_back(std::move(instruction));
  return instructions;
}

std::string_view bare(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

std::size_t at_line(const Instruction& instruction, const std::vector<ExplainedAccess>& accesses) {
  for (const ProfiledRow* row : instruction.rows) {
    for (std::size_t i = 0; i < accesses.size() && row->line != 0; ++i) {
      const ExplainedAccess& access = accesses[i];
      if (access.kind == instruction.kind && access.place.line == row->line &&
          bare(access.place.file) == row->file) {
        return i;
      }
    }
  }
  return kNoAccess;
}

std::size_t of_ptx_line(std::uint32_t ptx_line, AccessClass kind, const trace::Trace& trace,
                        const std::vector<ExplainedAccess>& accesses) {
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    if (accesses[i].kind != kind) continue;
    for (const std::uint32_t site : accesses[i].sites) {
      if (trace.sites[site].ptx_line == ptx_line) return i;
    }
  }
  return kNoAccess;
}

// The code's accesses are the report's where both are of the same classes in the same order.
void place_by_code(const Explained& launch, const std::vector<ExplainedAccess>& accesses,
                   std::vector<Instruction>& instructions) {
  std::vector<const sass::Access*> own;
  for (const sass::Access& access : launch.code.accesses()) {
    if (access.function == launch.trace.entry && class_of_sass(access.text)) own.push_back(&access);
  }
  const bool are_alike =
      std::ranges::equal(own, instructions, [](const sass::Access* access, const Instruction& row) {
        return class_of_sass(access->text) == row.kind;
      });
  if (!are_alike) return;
  for (std::size_t i = 0; i < own.size(); ++i) {
    Instruction& instruction = instructions[i];
    if (instruction.access != kNoAccess) continue;
    instruction.access = of_ptx_line(own[i]->ptx_line, instruction.kind, launch.trace, accesses);
  }
}

void place_the_only_one(const std::vector<ExplainedAccess>& accesses,
                        std::vector<Instruction>& instructions) {
  for (Instruction& instruction : instructions) {
    if (instruction.access != kNoAccess) continue;
    const auto is_alike = [&](const ExplainedAccess& access) {
      return access.kind == instruction.kind;
    };
    if (std::ranges::count_if(accesses, is_alike) != 1) continue;
    instruction.access =
        static_cast<std::size_t>(std::ranges::find_if(accesses, is_alike) - accesses.begin());
  }
}

std::uint64_t whole(double value) {
  return static_cast<std::uint64_t>(std::llround(std::clamp(value, 0.0, 9e18)));
}

void add(std::optional<std::uint64_t>& sum, const ProfiledRow& row, std::string_view title,
         std::string_view name) {
  auto value = row.value(title);
  if (!value) value = row.value(name);
  if (value) sum = sum.value_or(0) + whole(*value);
}

void add_row(const ProfiledRow& row, ExplainedAccess& access) {
  if (!access.measured) access.measured.emplace();
  MeasuredAccess& sum = *access.measured;
  sum.sass.push_back(row.sass);
  std::optional<std::uint64_t> executed;
  add(executed, row, "Instructions Executed", "inst_executed");
  sum.executed += executed.value_or(0);
  if (!access.wavefronts.empty()) {
    add(sum.wavefronts, row, "L1 Wavefronts Shared", "memory_l1_wavefronts_shared");
    add(sum.ideal_wavefronts, row, "L1 Wavefronts Shared Ideal",
        "memory_l1_wavefronts_shared_ideal");
  }
  if (!access.sectors.empty()) {
    add(sum.sectors, row, "L2 Theoretical Sectors Global", "memory_l2_theoretical_sectors_global");
    add(sum.ideal_sectors, row, "L2 Theoretical Sectors Global Ideal",
        "memory_l2_theoretical_sectors_global_ideal");
  }
}

}  // namespace

std::size_t place_rows(const std::vector<ProfiledRow>& rows, const Explained& launch,
                       std::vector<ExplainedAccess>& accesses) {
  std::vector<Instruction> instructions = instructions_in(rows);
  for (Instruction& each : instructions) each.access = at_line(each, accesses);
  place_by_code(launch, accesses, instructions);
  place_the_only_one(accesses, instructions);
  std::size_t unplaced = 0;
  for (const Instruction& each : instructions) {
    if (each.access == kNoAccess) {
      ++unplaced;
    } else {
      add_row(*each.rows.front(), accesses[each.access]);
    }
  }
  return unplaced;
}

}  // namespace warplens::explain
