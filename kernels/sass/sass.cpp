#include "kernels/sass/sass.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "kernels/sass/instruction.h"
#include "kernels/sass/text_parts.h"

namespace warplens::sass {

namespace {

constexpr std::string_view kFunction = ".text.";
constexpr std::string_view kPtxLine = "//## File \".nv_debug_ptx_txt\", line ";

// After these, lanes of a warp can part or meet.
constexpr std::array<std::string_view, 14> kEndsOfRuns{
    "BRA", "BRX",  "BRXU",  "JMP",   "JMX",   "JMXU",     "CALL",
    "RET", "EXIT", "BSYNC", "BREAK", "YIELD", "WARPSYNC", "KILL"};

// "/*0340*/   @!P1 LDS.128 R4, [R2] ;", trimmed.
std::optional<Instruction> instruction(std::string_view line) {
  const std::size_t close = line.find("*/");
  if (!line.starts_with("/*") || close == std::string_view::npos) return std::nullopt;
  std::string_view rest = trimmed(line.substr(close + 2));
  if (rest.starts_with('{')) rest = trimmed(rest.substr(1));
  rest = trimmed(rest.substr(0, rest.find(';')));
  if (rest.empty()) return std::nullopt;
  return instruction_of(rest);
}

// The label in "P0, `(.L_x_4)".
std::string_view branch_target(std::string_view operands) {
  const std::size_t open = operands.find("`(");
  if (open == std::string_view::npos) return {};
  const std::string_view inside = operands.substr(open + 2);
  return inside.substr(0, inside.find(')'));
}

// One function's instructions, counted in the order of the text.
class FunctionReader {
 public:
  explicit FunctionReader(std::string name) : name_(std::move(name)) {}

  void label(std::string_view name) {
    labels_.emplace(name, instructions_);
    ++run_;
  }
  void ptx_line(std::uint32_t line) { ptx_line_ = line; }
  void read(const Instruction& instruction) {
    add_access(instruction);
    const std::string_view name = instruction.opcode.substr(0, instruction.opcode.find('.'));
    if (std::ranges::find(kEndsOfRuns, name) != kEndsOfRuns.end()) {
      ++run_;
      const auto target = labels_.find(branch_target(instruction.operands));
      if (target != labels_.end()) loops_.push_back({target->second, instructions_});
    }
    ++instructions_;
  }
  // Hands over what was read.
  void finish(std::vector<Access>& into) {
    mark_loops();
    for (Access& access : accesses_) into.push_back(std::move(access));
    accesses_.clear();
  }

 private:
  struct Loop {
    std::size_t first, last;
  };

  void add_access(const Instruction& instruction) {
    std::optional<Access> access = access_of(instruction);
    if (!access.has_value()) return;
    access->function = name_;
    access->ptx_line = ptx_line_;
    access->straight_run = run_;
    positions_.push_back(instructions_);
    accesses_.push_back(std::move(*access));
  }

  void mark_loops() {
    std::vector<std::int64_t> change(instructions_ + 1);
    for (const Loop& loop : loops_) {
      ++change[loop.first];
      --change[loop.last + 1];
    }
    for (std::size_t i = 1; i < change.size(); ++i) change[i] += change[i - 1];
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
      accesses_[i].is_in_loop = change[positions_[i]] > 0;
    }
  }

  std::string name_;
  std::uint32_t ptx_line_ = 0;
  std::uint32_t run_ = 0;
  std::size_t instructions_ = 0;
  std::map<std::string, std::size_t, std::less<>> labels_;
  std::vector<Loop> loops_;  // by instruction, both ends in it
  std::vector<Access> accesses_;
  std::vector<std::size_t> positions_;  // beside accesses_
};

}  // namespace

std::vector<Access> parse(std::string_view text) {
  std::vector<Access> accesses;
  FunctionReader function("");
  while (!text.empty()) {
    const std::string_view line = trimmed(take_line(text));
    if (line.starts_with(kFunction) && line.ends_with(':')) {
      function.finish(accesses);
      function = FunctionReader(
          std::string(line.substr(kFunction.size(), line.size() - kFunction.size() - 1)));
    } else if (line.starts_with(kPtxLine)) {
      function.ptx_line(number<std::uint32_t>(line.substr(kPtxLine.size()), 10).value_or(0));
    } else if (line.ends_with(':')) {
      function.label(line.substr(0, line.size() - 1));
    } else if (const auto read = instruction(line)) {
      function.read(*read);
    }
  }
  function.finish(accesses);
  return accesses;
}

}  // namespace warplens::sass
