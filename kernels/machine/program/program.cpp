#include <algorithm>

#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/program.h"
#include "kernels/machine/program/program_image.h"
#include "kernels/machine/program/symbols.h"

namespace warplens::machine {
namespace {

// Between a thread's own accesses of two kinds, or of mbarriers, which are the block's.
bool is_of_proxies(const ptx::Instruction& instruction) {
  const bool is_between_threads = instruction.has("acquire") || instruction.has("release");
  return (instruction.has("proxy") && !is_between_threads) || instruction.has("mbarrier_init");
}

// A fence says that blocks talk to each other; one for the block alone does not.
bool is_wide_fence(const ptx::Instruction& instruction) {
  if (instruction.opcode != "membar" && instruction.opcode != "fence") return false;
  return !instruction.has("cta") && !is_of_proxies(instruction);
}

bool has_wide_fence(const ptx::Function& function) {
  return std::ranges::any_of(function.instructions, is_wide_fence);
}

// A barrier, or an operation of a warp's lanes together.
bool is_waiting(const ptx::Instruction& instruction) {
  constexpr std::string_view kOpcodes[] = {"bar",   "barrier", "shfl",  "vote",
                                           "match", "redux",   "wgmma", "movmatrix"};
  return std::ranges::find(kOpcodes, instruction.opcode) != std::end(kOpcodes);
}

bool is_called_and_waits(const ptx::Function& function) {
  return !function.is_entry && std::ranges::any_of(function.instructions, is_waiting);
}

// An access that is written because the memory may be another block's; copies have no other way to
// name their own.
bool is_for_cluster(const ptx::Instruction& instruction) {
  constexpr std::string_view kOpcodes[] = {"ld", "st", "atom", "red", "mbarrier"};
  if (std::ranges::find(kOpcodes, instruction.opcode) == std::end(kOpcodes)) return false;
  return instruction.has("async") || instruction.has("shared::cluster");
}

void note_cluster(const ptx::Function& function, ProgramImage& image) {
  for (const ptx::Instruction& instruction : function.instructions) {
    const bool is_map = instruction.opcode == "mapa" || is_for_cluster(instruction);
    const bool is_barrier = instruction.opcode == "barrier" && instruction.has("cluster");
    image.maps_cluster = image.maps_cluster || is_map;
    image.uses_cluster =
        image.uses_cluster || is_map || is_barrier || instruction.opcode == "getctarank";
  }
}

std::string entry_names(const ptx::Module& module) {
  std::string names;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry) continue;
    names += names.empty() ? "" : ", ";
    names += function.name;
  }
  return names.empty() ? "none" : names;
}

// Refuses sizes that no compiler writes and that would only take the host's memory.
Result<void> check_sizes(const FunctionImage& function) {
  constexpr std::uint64_t kMaximumRegisters = 1 << 18;
  constexpr std::uint64_t kMaximumParameterBytes = 1 << 16;
  std::uint64_t registers = 0, local = 0, parameters = 0;
  for (const ptx::Register& reg : function.function->registers) registers += reg.vector_width;
  const auto add = [&](const ptx::Variable& variable) {
    if (variable.space == ptx::StateSpace::local) local = std::max(local, variable.size);
    if (variable.space == ptx::StateSpace::param) parameters = std::max(parameters, variable.size);
  };
  std::ranges::for_each(function.function->variables, add);
  std::ranges::for_each(function.function->parameters, add);
  std::ranges::for_each(function.function->returns, add);
  if (registers > kMaximumRegisters || local > kMaximumLocalBytes ||
      parameters > kMaximumParameterBytes || function.local_bytes > kMaximumLocalBytes ||
      function.parameter_bytes > kMaximumParameterBytes) {
    return fail(tr(
        "{} declares {} registers, {} bytes of local memory and {} of parameters: at most {}, {} "
        "and {}",
        function.function->name, registers, std::max<std::uint64_t>(local, function.local_bytes),
        std::max<std::uint64_t>(parameters, function.parameter_bytes), kMaximumRegisters,
        kMaximumLocalBytes, kMaximumParameterBytes));
  }
  return {};
}

Result<std::shared_ptr<const ProgramImage>> decode(std::shared_ptr<const ptx::Module> module,
                                                   const ptx::Function& entry) {
  auto image = std::make_shared<ProgramImage>();
  image->module = std::move(module);
  for (const ptx::Function* function : reachable_functions(*image->module, entry)) {
    image->functions.emplace_back().function = function;
    image->order_dependent = image->order_dependent || has_wide_fence(*function);
    image->calls_may_wait = image->calls_may_wait || is_called_and_waits(*function);
    note_cluster(*function, *image);
  }
  const Symbols symbols(*image);
  for (const FunctionImage& function : image->functions) {
    TRY(check_sizes(function));
  }
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < image->functions.size(); ++i) {
    image->functions[i].first_instruction = next;
    Decoder(*image, symbols, i).run();
    next += static_cast<std::uint32_t>(image->functions[i].code.size());
  }
  return image;
}

}  // namespace

Result<Program> Program::load(std::shared_ptr<const ptx::Module> module, std::string_view entry) {
  const ptx::Function* function = module->find_entry(entry);
  if (function == nullptr) {
    return fail(tr("{} has no kernel '{}': choose one of these: {}", module->file_name, entry,
                   entry_names(*module)));
  }
  Program program;
  program.module_ = module;
  program.entry_ = function;
  TRY(auto image, decode(std::move(module), *function));
  program.image_ = std::move(image);
  return program;
}

bool Program::order_dependent() const { return image_->order_dependent; }

const std::vector<trace::Site>& Program::sites() const { return image_->sites; }

// The unsized array takes the dynamic part, which starts where the static one ends.
std::vector<trace::SharedArray> Program::shared_arrays(std::uint32_t dynamic_shared_bytes) const {
  std::vector<trace::SharedArray> arrays = image_->shared_arrays;
  for (trace::SharedArray& array : arrays) {
    if (array.bytes == 0) array.bytes = dynamic_shared_bytes;
  }
  return arrays;
}

const std::vector<PlacedVariable>& Program::placed_variables() const { return image_->placed; }

std::vector<const ptx::Variable*> Program::module_variables() const { return image_->variables; }

}  // namespace warplens::machine
