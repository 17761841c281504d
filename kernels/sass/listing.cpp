#include "kernels/sass/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>

#include "kernels/sass/instruction.h"
#include "kernels/sass/text_parts.h"

namespace warplens::sass {

namespace {

constexpr std::string_view kFunctionLabel = ".text.";
constexpr std::string_view kPtxLine = "//## File \".nv_debug_ptx_txt\", line ";

// After these, lanes of a warp can part or meet.
constexpr std::array<std::string_view, 14> kEndsOfRuns{
    "BRA", "BRX",  "BRXU",  "JMP",   "JMX",   "JMXU",     "CALL",
    "RET", "EXIT", "BSYNC", "BREAK", "YIELD", "WARPSYNC", "KILL"};
constexpr std::array<std::string_view, 3> kBranches{"BRA", "JMP", "CALL"};

std::string_view first_word(std::string_view opcode) { return opcode.substr(0, opcode.find('.')); }

bool is_one_of(std::string_view opcode, std::span<const std::string_view> names) {
  return std::ranges::find(names, first_word(opcode)) != names.end();
}

// "/*0340*/   @!P1 LDS.128 R4, [R2] ;", trimmed: its address and its text.
struct DisassembledLine {
  std::uint32_t address = 0;
  std::string_view text;
};

std::optional<DisassembledLine> disassembled_line(std::string_view line) {
  const std::size_t close = line.find("*/");
  if (!line.starts_with("/*") || close == std::string_view::npos) return std::nullopt;
  std::string_view rest = trimmed(line.substr(close + 2));
  if (rest.starts_with('{')) rest = trimmed(rest.substr(1));
  rest = trimmed(rest.substr(0, rest.find(';')));
  if (rest.empty()) return std::nullopt;
  return DisassembledLine{number<std::uint32_t>(line.substr(2), 16).value_or(0), rest};
}

// Where "`(.L_x_4)" stands in a text.
struct LabelPlace {
  std::size_t begin = 0, size = 0;
  std::string_view name;
};

std::optional<LabelPlace> label_in(std::string_view text) {
  const std::size_t open = text.find("`(");
  if (open == std::string_view::npos) return std::nullopt;
  const std::string_view inside = text.substr(open + 2);
  const std::size_t size = std::min(inside.find(')'), inside.size());
  return LabelPlace{open, std::min(size + 3, text.size() - open), inside.substr(0, size)};
}

// The text behind ".text." of the line that a function's code begins with.
std::optional<std::string_view> function_name(std::string_view line) {
  if (!line.starts_with(kFunctionLabel) || !line.ends_with(':')) return std::nullopt;
  return line.substr(kFunctionLabel.size(), line.size() - kFunctionLabel.size() - 1);
}

// One function's instructions, in the order of the text.
class ListedFunctionReader {
 public:
  explicit ListedFunctionReader(std::string_view name) : function_{std::string(name), {}} {}

  void label(std::string_view name) {
    labels_.emplace(name, function_.instructions.size());
    ++run_;
  }
  void ptx_line(std::uint32_t line) { ptx_line_ = line; }
  void read(const DisassembledLine& line) {
    ListedInstruction instruction;
    instruction.address = line.address;
    instruction.text = line.text;
    instruction.ptx_line = ptx_line_;
    instruction.straight_run = run_;
    if (is_one_of(opcode_of(instruction), kEndsOfRuns)) {
      ++run_;
      add_loop(line.text);
    }
    function_.instructions.push_back(std::move(instruction));
  }
  // Hands over what was read.
  void finish(Listing& into) {
    remove_padding();
    if (function_.instructions.empty()) return;
    mark_loops();
    for (ListedInstruction& instruction : function_.instructions) resolve_label(instruction);
    into.functions.push_back(std::move(function_));
  }

 private:
  struct Loop {
    std::size_t first, last;
  };

  // What fills the last bytes behind the code.
  void remove_padding() {
    auto& all = function_.instructions;
    while (!all.empty() && all.back().text == "NOP") all.pop_back();
  }

  void add_loop(std::string_view text) {
    const auto place = label_in(text);
    if (!place.has_value()) return;
    const auto target = labels_.find(place->name);
    if (target != labels_.end()) loops_.push_back({target->second, function_.instructions.size()});
  }

  void mark_loops() {
    std::vector<std::int64_t> change(function_.instructions.size() + 1);
    for (const Loop& loop : loops_) {
      ++change[loop.first];
      --change[loop.last + 1];
    }
    std::int64_t depth = 0;
    for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
      depth += change[i];
      function_.instructions[i].is_in_loop = depth > 0;
    }
  }

  // Only where the label's instruction is known. An access's own text stays as it is.
  void resolve_label(ListedInstruction& instruction) const {
    const auto place = label_in(instruction.text);
    if (!place.has_value() || access_of(instruction_of(instruction.text)).has_value()) return;
    const auto label = labels_.find(place->name);
    if (label == labels_.end() || label->second >= function_.instructions.size()) return;
    instruction.text.replace(place->begin, place->size,
                             fmt::format("0x{:x}", function_.instructions[label->second].address));
    instruction.target = target_of(instruction.text);
  }

  ListedFunction function_;
  std::uint32_t ptx_line_ = 0;
  std::uint32_t run_ = 0;
  std::map<std::string, std::size_t, std::less<>> labels_;
  std::vector<Loop> loops_;  // by instruction, both ends in it
};

// "12", "" of a cell between two bars.
std::uint16_t live_count(std::string_view& cells) {
  const std::size_t bar = std::min(cells.find('|'), cells.size());
  const auto count = number<std::uint16_t>(trimmed(cells.substr(0, bar)), 10);
  cells.remove_prefix(std::min(bar + 1, cells.size()));
  return count.value_or(0);
}

// Columns of "// | GPR | PRED | UGPR | UPRED |", which nvdisasm orders by what the code uses.
class LiveColumns {
 public:
  // A line of names takes the place of those of the function before.
  void read_names(std::string_view cells) {
    std::vector<std::uint16_t LiveRegisters::*> columns;
    while (cells.find('|') != std::string_view::npos) {
      const std::size_t bar = cells.find('|');
      columns.push_back(column_of(trimmed(cells.substr(0, bar))));
      cells.remove_prefix(bar + 1);
    }
    if (std::ranges::find(columns, &LiveRegisters::general) != columns.end()) columns_ = columns;
  }
  [[nodiscard]] std::optional<LiveRegisters> read(std::string_view cells) const {
    if (columns_.empty()) return std::nullopt;
    LiveRegisters live;
    for (const auto column : columns_) {
      const std::uint16_t count = live_count(cells);
      if (column != nullptr) live.*column = count;
    }
    return live;
  }

 private:
  static std::uint16_t LiveRegisters::*column_of(std::string_view name) {
    if (name == "GPR") return &LiveRegisters::general;
    if (name == "UGPR") return &LiveRegisters::uniform;
    if (name == "PRED") return &LiveRegisters::predicates;
    if (name == "UPRED") return &LiveRegisters::uniform_predicates;
    return nullptr;
  }

  std::vector<std::uint16_t LiveRegisters::*> columns_;
};

// Instructions by their address: both texts are of one image, in the order of addresses.
class LiveReader {
 public:
  explicit LiveReader(Listing& listing) : listing_(&listing) {}

  void function(std::string_view name) {
    const auto found = std::ranges::find(listing_->functions, name, &ListedFunction::name);
    instructions_ = found == listing_->functions.end() ? nullptr : &found->instructions;
    next_ = 0;
  }
  void read(const DisassembledLine& line, std::string_view cells) {
    if (instructions_ == nullptr) return;
    while (next_ < instructions_->size() && (*instructions_)[next_].address < line.address) ++next_;
    if (next_ == instructions_->size() || (*instructions_)[next_].address != line.address) return;
    (*instructions_)[next_++].live = columns_.read(cells);
  }
  void names(std::string_view cells) { columns_.read_names(cells); }

 private:
  Listing* listing_;
  std::vector<ListedInstruction>* instructions_ = nullptr;
  std::size_t next_ = 0;
  LiveColumns columns_;
};

}  // namespace

std::string_view opcode_of(const ListedInstruction& instruction) {
  return instruction_of(instruction.text).opcode;
}

std::string_view operation_of(const ListedInstruction& instruction) {
  return first_word(opcode_of(instruction));
}

std::string_view predicate_of(const ListedInstruction& instruction) {
  return instruction_of(instruction.text).predicate;
}

const ListedFunction* Listing::find(std::string_view name) const {
  const auto found = std::ranges::find(functions, name, &ListedFunction::name);
  return found == functions.end() ? nullptr : &*found;
}

bool Listing::has_live() const {
  return std::ranges::any_of(functions, [](const ListedFunction& function) {
    return std::ranges::any_of(function.instructions, [](const ListedInstruction& instruction) {
      return instruction.live.has_value();
    });
  });
}

std::optional<std::uint32_t> target_of(std::string_view text) {
  const Instruction instruction = instruction_of(text);
  if (!is_one_of(instruction.opcode, kBranches)) return std::nullopt;
  const std::size_t hex = instruction.operands.rfind("0x");
  if (hex == std::string_view::npos) return std::nullopt;
  return number<std::uint32_t>(instruction.operands.substr(hex + 2), 16);
}

Listing list(std::string_view text) {
  Listing listing;
  ListedFunctionReader function("");
  while (!text.empty()) {
    const std::string_view line = trimmed(take_line(text));
    if (const auto name = function_name(line)) {
      function.finish(listing);
      function = ListedFunctionReader(*name);
    } else if (line.starts_with(kPtxLine)) {
      function.ptx_line(number<std::uint32_t>(line.substr(kPtxLine.size()), 10).value_or(0));
    } else if (line.ends_with(':')) {
      function.label(line.substr(0, line.size() - 1));
    } else if (const auto read = disassembled_line(line)) {
      function.read(*read);
    }
  }
  function.finish(listing);
  return listing;
}

void add_live(std::string_view life_ranges, Listing& listing) {
  constexpr std::string_view kColumns = "// |";
  LiveReader reader(listing);
  while (!life_ranges.empty()) {
    const std::string_view whole = take_line(life_ranges);
    const std::size_t bar = whole.rfind(kColumns);
    const std::string_view line = trimmed(whole.substr(0, whole.find("// ")));
    const std::string_view cells =
        bar == std::string_view::npos ? std::string_view() : whole.substr(bar + kColumns.size());
    if (const auto name = function_name(line)) {
      reader.function(*name);
    } else if (const auto read = disassembled_line(line)) {
      reader.read(*read, cells);
    } else if (line.empty() && !cells.empty()) {
      reader.names(cells);
    }
  }
}

}  // namespace warplens::sass
