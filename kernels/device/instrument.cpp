#include "kernels/device/instrument.h"

#include <algorithm>

#include "kernels/device/bulk_copy_records.h"
#include "kernels/device/insertions.h"
#include "kernels/device/pin_rounding.h"
#include "kernels/device/recording_code.h"

namespace warplens::device {
namespace {

// Letters that occur nowhere in the text begin no name in it.
std::string free_prefix(std::string_view text) {
  std::string prefix = "warplens_";
  while (text.find(prefix) != std::string_view::npos) prefix += '_';
  return prefix;
}

// The offset at which module-scope declarations may begin: after the line of .address_size, or of
// .target.
std::uint32_t end_of_header(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t next = std::min(text.find('\n', line), text.size() - 1) + 1;
    const std::string_view words = text.substr(line, next - line);
    const std::size_t first = words.find_first_not_of(" \t");
    if (first != std::string_view::npos) {
      const bool is_target = words.substr(first).starts_with(".target");
      const bool is_size = words.substr(first).starts_with(".address_size");
      if (is_target || is_size) end = line + words.find_last_not_of(" \t\r\n") + 1;
      if (is_size) break;
    }
    line = next;
  }
  return static_cast<std::uint32_t>(end);
}

const ptx::Function* definition(const ptx::Module& module, std::string_view name) {
  const auto found = std::ranges::find_if(module.functions, [&](const ptx::Function& function) {
    return function.name == name && !function.is_declaration;
  });
  return found == module.functions.end() ? nullptr : &*found;
}

bool is_aligned_barrier(const ptx::Instruction& instruction) {
  if (instruction.has("warp")) return false;
  return instruction.opcode == "bar" ||
         (instruction.opcode == "barrier" && instruction.has("aligned"));
}

// One for each instruction that has sites, in the order of the sites.
std::vector<RecordedInstruction> recorded_instructions(const machine::Program& program) {
  std::vector<RecordedInstruction> recorded;
  const std::vector<trace::Site>& sites = program.sites();
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    const ptx::Function* function = definition(program.module(), sites[i].function);
    const ptx::Instruction* instruction = &function->instructions[sites[i].instruction];
    if (!recorded.empty() && recorded.back().instruction == instruction) {
      ++recorded.back().sites;
    } else {
      recorded.push_back({function, instruction, i, 1, sites[i].kind, sites[i].space});
    }
  }
  return recorded;
}

std::uint32_t records_of(const RecordedInstruction& one) {
  if (one.kind == trace::EventKind::async_copy) return 2;
  if (!trace::is_bulk_copy(one.kind)) return 1;
  return bulk_copy_records(*machine::read_bulk_copy_form(*one.instruction));
}

std::vector<SiteKind> site_kinds(const std::vector<RecordedInstruction>& recorded) {
  std::vector<SiteKind> kinds;
  for (const RecordedInstruction& one : recorded) {
    kinds.insert(
        kinds.end(), one.sites,
        {one.first_site, is_aligned_barrier(*one.instruction), records_of(one), one.instruction});
  }
  return kinds;
}

bool is_of_a_called_function(const machine::PlacedVariable& variable) {
  return variable.space == ptx::StateSpace::local && variable.function != nullptr &&
         !variable.function->is_entry;
}

class Rewriter {
 public:
  explicit Rewriter(const machine::Program& program)
      : program_(program),
        prefix_(free_prefix(program.module().text)),
        has_parameter_window_(program.module().text.find("cvta.param") != std::string::npos),
        has_frames_(std::ranges::any_of(program.placed_variables(), is_of_a_called_function)) {}

  Instrumented run() {
    const ptx::Module& module = program_.module();
    InsertedCode control(prefix_);
    declare_control(control);
    insertions_.add(end_of_header(module.text), control.text());
    const auto recorded = recorded_instructions(program_);
    for (const ptx::Function& function : module.functions) {
      if (!function.is_declaration) rewrite(function, recorded);
    }
    return {program_, site_kinds(recorded), insertions_.apply_to(module.text), prefix_ + "control",
            program_.placed_variables()};
  }

 private:
  void rewrite(const ptx::Function& function, const std::vector<RecordedInstruction>& recorded) {
    pin_rounding(program_.module(), function, insertions_);
    const bool records = std::ranges::any_of(
        recorded, [&](const RecordedInstruction& one) { return one.function == &function; });
    if ((!records && !has_frames_) || function.instructions.empty()) return;
    InsertedCode declarations(prefix_), prologue(prefix_);
    declare_registers(declarations);
    insertions_.add(function.body_begin, declarations.text());
    begin_function(function, program_.placed_variables(), prologue);
    insertions_.add(function.instructions.front().text_begin, prologue.text());
    if (has_frames_) follow_calls(function);
    for (const RecordedInstruction& one : recorded) {
      if (one.function != &function) continue;
      InsertedCode code(prefix_);
      record_before(one, has_parameter_window_, code);
      insertions_.add(one.instruction->text_begin, code.text());
    }
  }

  void follow_calls(const ptx::Function& function) {
    for (const ptx::Instruction& instruction : function.instructions) {
      if (instruction.opcode != "call") continue;
      InsertedCode before(prefix_), after(prefix_);
      before_call(function, program_.placed_variables(), before);
      after_call(after);
      insertions_.add(instruction.text_begin, before.text());
      insertions_.add(instruction.text_end, after.text());
    }
  }

  const machine::Program& program_;
  std::string prefix_;
  bool has_parameter_window_;
  bool has_frames_;  // functions that are called have local variables
  Insertions insertions_;
};

}  // namespace

Result<Instrumented> instrument(const std::shared_ptr<const ptx::Module>& module,
                                std::string_view entry) {
  TRY(auto program, machine::Program::load(module, entry));
  constexpr std::uint32_t kActiveMask = 62;  // PTX ISA, "activemask": introduced in 6.2
  if (10 * module->version_major + module->version_minor < kActiveMask) {
    return fail(tr("{} is PTX {}.{}: recording on a GPU needs 6.2 or later; compile it again",
                   module->file_name, module->version_major, module->version_minor));
  }
  return Rewriter(program).run();
}

}  // namespace warplens::device
