// Sites: what the trace says about an instruction.
#include <fmt/format.h>

#include <algorithm>

#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/source_place.h"

namespace warplens::machine {
namespace {

using ptx::StateSpace;
using trace::Space;

std::vector<Space> spaces_of(StateSpace space) {
  switch (space) {
    case StateSpace::generic:
      return {Space::global, Space::shared, Space::local};
    case StateSpace::global:
      return {Space::global};
    case StateSpace::shared:
      return {Space::shared};
    case StateSpace::local:
      return {Space::local};
    case StateSpace::constant:
      return {Space::constant};
    default:
      return {};
  }
}

std::string instruction_text(const ptx::Module& module, const ptx::Instruction& instruction) {
  std::string text;
  for (std::uint32_t i = instruction.text_begin; i < instruction.text_end && i < module.text.size();
       ++i) {
    const char c = module.text[i];
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_space) text += c;
    if (is_space && !text.empty() && text.back() != ' ') text += ' ';
  }
  return text;
}

// One of CUDA's own headers, which nvcc inlines atomics, shuffles and CUB from: in the toolkit's
// folder, or as the PTX that ships names them.
bool is_cuda_header(std::string_view path) {
  const bool is_header = path.ends_with(".h") || path.ends_with(".hpp") || path.ends_with(".cuh") ||
                         path.ends_with(".inl");
  if (!is_header) return false;
  const std::size_t include = path.rfind("/include/");
  if (include == std::string_view::npos) return path.starts_with("cuda/");
  const std::string_view toolkit = path.substr(0, include);
  return toolkit.find("/cuda") != std::string_view::npos ||
         toolkit.find("/nvidia/") != std::string_view::npos;
}

}  // namespace

SourcePlace source_place(const ptx::Module& module, const ptx::Instruction& instruction) {
  std::vector<const ptx::SourceLocation*> chain;  // innermost first
  std::uint32_t index = instruction.location;
  // A chain is never longer than the list that it runs through.
  while (index < module.locations.size() && chain.size() < module.locations.size()) {
    chain.push_back(&module.locations[index]);
    index = chain.back()->inlined_at;
  }
  if (chain.empty()) return {};
  const auto file_name = [&](const ptx::SourceLocation& location) {
    return location.file < module.files.size() ? module.files[location.file] : std::string();
  };
  const auto written = std::ranges::find_if(
      chain, [&](const ptx::SourceLocation* place) { return !is_cuda_header(file_name(*place)); });
  const ptx::SourceLocation& inner = written == chain.end() ? *chain.front() : **written;
  const ptx::SourceLocation& outer = *chain.back();
  const ptx::SourceLocation& own = **std::ranges::find_if(
      chain, [&](const ptx::SourceLocation* place) { return place->file == outer.file; });
  return {file_name(inner), inner.line, outer.line, file_name(own), own.line};
}

trace::Site Decoder::site(const Instruction& instruction, trace::EventKind kind, trace::Space space,
                          std::uint32_t width) const {
  const SourcePlace place = source_place(*image_->module, instruction);
  trace::Site site;
  site.file = place.file;
  site.line = place.line;
  site.call_line = place.call_line;
  site.function = ptx_->name;
  site.ptx = instruction_text(*image_->module, instruction);
  site.ptx_line = instruction.ptx_line;
  site.instruction = static_cast<std::uint32_t>(&instruction - ptx_->instructions.data());
  site.kind = kind;
  site.space = space;
  site.width = static_cast<std::uint8_t>(width);
  return site;
}

std::uint32_t Decoder::add_site(trace::Site site) {
  image_->sites.push_back(std::move(site));
  return static_cast<std::uint32_t>(image_->sites.size() - 1);
}

void Decoder::add_access_sites(const Instruction& instruction, trace::EventKind kind,
                               trace::AccessTraits traits, MemoryAccess& access) {
  std::vector<Space> spaces = spaces_of(access.space);
  const bool is_of_cluster =
      access.space == StateSpace::generic || instruction.has("shared::cluster");
  if (image_->maps_cluster && is_of_cluster) spaces.push_back(Space::distributed);
  for (const Space space : spaces) {
    trace::Site record = site(instruction, kind, space, access.width);
    record.traits = traits;
    access.sites[static_cast<std::size_t>(space)] = add_site(std::move(record));
  }
}

ProgramImage::Place ProgramImage::place(std::uint32_t instruction) const {
  for (const FunctionImage& function : functions) {
    const std::uint32_t index = instruction - function.first_instruction;
    if (instruction < function.first_instruction || index >= function.code.size()) continue;
    const auto& list = function.function->instructions;
    return {&function, index < list.size() ? &list[index] : nullptr, index};
  }
  return {};
}

CodePlace ProgramImage::code_place(std::uint32_t instruction) const {
  const Place where = place(instruction);
  if (where.instruction == nullptr) return {};
  const SourcePlace source = source_place(*module, *where.instruction);
  return {source.own_file, source.own_line, where.instruction->ptx_line};
}

std::string ProgramImage::text(std::uint32_t instruction) const {
  const Place where = place(instruction);
  return where.instruction == nullptr ? std::string()
                                      : instruction_text(*module, *where.instruction);
}

}  // namespace warplens::machine
