#include "kernels/own/infer_form.h"

#include <algorithm>

#include "kernels/own/array_words.h"
#include "kernels/own/included_headers.h"
#include "kernels/own/inference.h"
#include "kernels/own/probe.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::own {
namespace {

// The names of parameters that are integers by value; empty for the others.
std::vector<std::string> scalar_names(const ArgumentGuesses& guesses) {
  std::vector<std::string> names;
  for (const FormArgument& argument : guesses.arguments) {
    const auto* scalar = std::get_if<FormScalar>(&argument);
    const bool is_size = scalar != nullptr &&
                         std::ranges::find(guesses.sizes, scalar->value.text, &FormSize::name) !=
                             guesses.sizes.end();
    names.push_back(is_size ? scalar->value.text : "");
  }
  return names;
}

bool names(const ptx::Operand& operand, const std::string& symbol) {
  if (operand.kind == ptx::Operand::Kind::symbol && operand.text == symbol) return true;
  return std::any_of(operand.elements.begin(), operand.elements.end(),
                     [&](const ptx::Operand& one) { return names(one, symbol); });
}

bool names(const ptx::Function& function, const std::string& symbol) {
  for (const ptx::Instruction& instruction : function.instructions)
    for (const ptx::Operand& operand : instruction.operands)
      if (names(operand, symbol)) return true;
  return false;
}

// Whether the entry itself, or a function that it may call, uses dynamic shared memory.
bool uses_dynamic_shared(const ptx::Module& module, const ptx::Function& entry) {
  const auto is_used = [&](const ptx::Variable& variable) {
    if (variable.space != ptx::StateSpace::shared || !variable.is_extern) return false;
    return std::any_of(module.functions.begin(), module.functions.end(),
                       [&](const ptx::Function& function) {
                         const bool is_reached = &function == &entry || !function.is_entry;
                         return is_reached && names(function, variable.name);
                       });
  };
  return std::any_of(module.variables.begin(), module.variables.end(), is_used) ||
         std::any_of(entry.variables.begin(), entry.variables.end(), is_used);
}

// One size over two dimensions of blocks is a square's.
void keep_small(const std::array<bool, 3>& read, const GridGuess& grid,
                std::vector<FormSize>& sizes) {
  for (FormSize& size : sizes) {
    const bool is_block_bound = std::find(grid.block_bound.begin(), grid.block_bound.end(),
                                          size.name) != grid.block_bound.end();
    if (size.value == 1024 && (read[1] || read[2])) size.value = 64;
    if (is_block_bound || !read[0]) size.value = std::min<std::int64_t>(size.value, 256);
  }
}

// A kernel without bounds of its own works on whole steps.
void make_whole(const GridGuess& grid, std::vector<FormSize>& sizes) {
  constexpr std::int64_t kLargestWhole = 4096;
  for (FormSize& size : sizes) {
    const auto found = grid.multiples.find(size.name);
    if (found == grid.multiples.end()) continue;
    const std::int64_t step = found->second;
    const std::int64_t whole = (size.value + step - 1) / step * step;
    if (whole <= kLargestWhole) size.value = whole;
  }
}

// Bytes of what each pointer points to; 0 where nothing says it.
std::vector<std::int64_t> units_of(const Signature& signature) {
  std::vector<std::int64_t> units;
  for (const SignatureParameter& parameter : signature.parameters) {
    const ParameterType& type = parameter.type;
    const bool is_known = type.is_pointer && type.element.has_value();
    units.push_back(is_known ? static_cast<std::int64_t>(catalog::size_of(*type.element)) *
                                   static_cast<std::int64_t>(type.lanes)
                             : 0);
  }
  return units;
}

// A cluster's blocks are one program: the grid counts blocks.
void take_cluster(const caches::ToldLaunch& told, const Text& why, LaunchForm& form) {
  if (told.cluster == 1) return;
  form.cluster[0] = {std::to_string(told.cluster), why};
  if (form.grid[0].text.empty()) form.grid[0].text = "1";
  form.grid[0].text = fmt::format("({})*{}", form.grid[0].text, told.cluster);
}

// What the compiler says is taken, and the rest guessed.
void take_told(const caches::ToldLaunch& told, const ptx::Function& entry, Inference& inference) {
  const Text why = tr("{} says so", told.file);
  const std::int64_t threads = entry.required_threads.value_or(told.threads);
  inference.blocks = {{{threads, 1, 1}, why}};
  if (told.shared > 0) inference.form.shared = {std::to_string(told.shared), why};
  inference.has_dynamic_shared = false;
  take_cluster(told, why, inference.form);
  inference.form.assumptions.insert(
      inference.form.assumptions.begin(),
      tr("compiled by {}: parameters, block and shared memory are of {}; no cache says the grid",
         told.compiler, told.file));
}

}  // namespace

Inference infer(const ptx::Module& module, const ptx::Function& entry,
                const std::vector<std::string>& sources,
                const std::optional<caches::ToldLaunch>& told) {
  Inference inference;
  const Signature signature = signature_of(entry, sources, told);
  const ValueGraph graph(entry);
  const ThreadDimensions dimensions = thread_dimensions(graph);
  const ParameterUses uses{pointer_uses(module, graph), size_uses(module, graph)};
  ArgumentGuesses guesses = infer_arguments(signature, entry, uses);
  GridGuess grid = infer_grid(
      module, graph,
      {guesses.sizes, scalar_names(guesses), uses.sizes, units_of(signature), dimensions});
  keep_small(dimensions.grid, grid, guesses.sizes);
  make_whole(grid, guesses.sizes);
  LaunchForm& form = inference.form;
  form.entry = entry.name;
  form.signature = readable(signature);
  form.arguments = std::move(guesses.arguments);
  form.buffers = std::move(guesses.buffers);
  form.assumptions = std::move(guesses.assumptions);
  form.sizes = std::move(guesses.sizes);
  form.sizes.insert(form.sizes.end(), grid.free_sizes.begin(), grid.free_sizes.end());
  form.grid = std::move(grid.grid);
  inference.block_bound = std::move(grid.block_bound);
  for (const auto& [name, step] : grid.multiples) inference.whole.push_back(name);
  inference.blocks = infer_blocks(module, graph, {constants_of(entry, sources), dimensions});
  inference.has_dynamic_shared = uses_dynamic_shared(module, entry);
  form.is_guessed = true;
  for (const SignatureParameter& parameter : signature.parameters)
    if (!parameter.count.empty()) inference.given_counts.insert(parameter.name);
  for (const FormBuffer& buffer : form.buffers) inference.given_counts.insert(buffer.name);
  if (told.has_value() && told->entry == entry.name) take_told(*told, entry, inference);
  set_block(form, inference.blocks.front());
  return inference;
}

std::string entry_name(const ptx::Module& module, const ptx::Function& entry) {
  std::string name = run::source_name(entry.name);
  const auto found = run::find_entry(module, name);
  return found.has_value() && *found == &entry ? name : entry.name;
}

void set_block(LaunchForm& form, const BlockGuess& guess) {
  for (std::size_t d = 0; d < 3; ++d) {
    const bool is_shown = d == 0 || guess.threads[d] > 1;
    form.block[d] = is_shown ? Entry{std::to_string(guess.threads[d]), guess.why} : Entry{};
  }
}

LaunchForm infer_form(const ptx::Module& module, const ptx::Function& entry,
                      const std::vector<std::string>& sources,
                      const std::optional<caches::ToldLaunch>& told) {
  return infer(module, entry, sources, told).form;
}

Result<LaunchForm> guess_form(const run::LoadedKernel& loaded, std::string_view entry,
                              const std::stop_token& stop, const GivenLaunch& given) {
  TRY(const auto found, run::find_entry(*loaded.module, entry));
  Inference inference = infer(*loaded.module, *found, source_texts(loaded), loaded.told);
  inference.form.entry = entry_name(*loaded.module, *found);
  TRY(const auto words, in_words(given, inference));
  TRY(const auto sizes, give(words, inference));
  TRY(auto form, probe_form(inference, loaded, stop));
  TRY(resize_guess(form, sizes, loaded, stop));
  return form;
}

}  // namespace warplens::own
