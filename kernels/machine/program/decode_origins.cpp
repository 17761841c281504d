// Finds what the origin of an address tells about its access.
#include <algorithm>

#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using ptx::StateSpace;

bool is_in(const AddressOrigin& origin, StateSpace space) {
  return std::ranges::any_of(
      origin.variables, [space](const SymbolAddress& variable) { return variable.space == space; });
}

}  // namespace

void Decoder::note_read(const Operand& memory, StateSpace space) {
  if (memory.elements.size() != 1) return;
  const AddressOrigin origin = origins_.of(memory.elements[0]);
  const bool is_generic = space == StateSpace::generic;
  const bool is_unknown =
      origin.is_unknown || (origin.parameters.empty() && origin.variables.empty());
  if (space == StateSpace::local ||
      (is_generic && (is_unknown || is_in(origin, StateSpace::local)))) {
    image_->reads_local = true;
  }
  if (space != StateSpace::global && !is_generic) return;
  if (is_unknown) image_->reads_anywhere = true;
  image_->read_parameters.insert(origin.parameters.begin(), origin.parameters.end());
}

void Decoder::note_non_coherent_read(const Operand& memory) {
  if (memory.elements.size() != 1) return;
  const AddressOrigin origin = origins_.of(memory.elements[0]);
  if (origin.is_unknown || origin.parameters.empty()) image_->non_coherent_anywhere = true;
  image_->non_coherent_parameters.insert(origin.parameters.begin(), origin.parameters.end());
}

void Decoder::note_write(const Operand& memory, StateSpace space) {
  if (space != StateSpace::global && space != StateSpace::generic) return;
  if (memory.elements.size() != 1) return;
  const AddressOrigin origin = origins_.of(memory.elements[0]);
  const bool is_nothing = origin.parameters.empty() && origin.variables.empty();
  if (origin.is_unknown || is_nothing) image_->writes_anywhere = true;
  if (is_in(origin, StateSpace::global)) image_->writes_variables = true;
  image_->written_parameters.insert(origin.parameters.begin(), origin.parameters.end());
}

ArrayReach Decoder::reach_of(const Operand& memory) const {
  if (memory.elements.size() != 1) return {};
  const AddressOrigin origin = origins_.of(memory.elements[0]);
  if (origin.is_unknown || !origin.parameters.empty() || origin.variables.size() != 1) return {};
  const SymbolAddress& array = origin.variables[0];
  const auto begin = static_cast<std::uint32_t>(array.value);
  const auto end = static_cast<std::uint32_t>(array.value + array.bytes);
  if (array.space == StateSpace::local) return {trace::Space::local, begin, end};
  if (array.space != StateSpace::shared) return {};
  if (array.bytes == 0) return {trace::Space::shared, begin};
  return {trace::Space::shared, begin, end};
}

}  // namespace warplens::machine
