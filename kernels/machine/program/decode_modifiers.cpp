// The modifiers of an instruction, as the decoder takes them.
#include <algorithm>

#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using ptx::StateSpace;

struct SpaceName {
  std::string_view name;
  StateSpace space;
};

// Whether an address of shared::cluster means another block's, the address itself says.
constexpr SpaceName kSpaces[] = {
    {"global", StateSpace::global},      {"shared", StateSpace::shared},
    {"shared::cta", StateSpace::shared}, {"shared::cluster", StateSpace::shared},
    {"local", StateSpace::local},        {"const", StateSpace::constant},
    {"param", StateSpace::param},        {"param::entry", StateSpace::param},
    {"param::func", StateSpace::param},
};

bool is_cache_hint(std::string_view word) {
  constexpr std::string_view kHints[] = {"ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "unified"};
  return word.starts_with("L1::") || word.starts_with("L2::") ||
         std::ranges::find(kHints, word) != std::end(kHints);
}

}  // namespace

Modifiers::Modifiers(const ptx::Instruction& instruction)
    : modifiers_(instruction.modifiers.begin(), instruction.modifiers.end()) {}

bool Modifiers::take(std::string_view word) {
  const auto found = std::ranges::find(modifiers_, word);
  if (found == modifiers_.end()) return false;
  modifiers_.erase(found);
  return true;
}

std::optional<std::size_t> Modifiers::take_one_of(
    std::initializer_list<std::string_view> modifiers) {
  for (std::size_t i = 0; i < modifiers.size(); ++i) {
    if (take(modifiers.begin()[i])) return i;
  }
  return std::nullopt;
}

void Modifiers::take_cache_hints() { std::erase_if(modifiers_, is_cache_hint); }

void Modifiers::take_completion() {
  if (take("async")) take("mbarrier::complete_tx::bytes");
}

std::optional<ptx::ScalarType> Modifiers::take_type() {
  for (auto word = modifiers_.begin(); word != modifiers_.end(); ++word) {
    if (const auto type = ptx::scalar_type(*word)) {
      modifiers_.erase(word);
      return type;
    }
  }
  return std::nullopt;
}

StateSpace Modifiers::take_space() {
  for (const SpaceName& space : kSpaces) {
    if (take(space.name)) return space.space;
  }
  return StateSpace::generic;
}

std::uint32_t Modifiers::take_vector() {
  constexpr std::uint32_t kWidths[] = {2, 4, 8};
  const auto vector = take_one_of({"v2", "v4", "v8"});
  return vector ? kWidths[*vector] : 1;
}

Strength take_strength(Modifiers& modifiers) {
  Strength strength;
  modifiers.take("weak");
  strength.is_volatile = modifiers.take("volatile");
  const auto order = modifiers.take_one_of({"acquire", "release", "acq_rel"});
  strength.is_ordering = order.has_value();
  strength.acquires = order == 0u || order == 2u;
  strength.releases = order == 1u || order == 2u;
  const bool is_relaxed = modifiers.take("relaxed");
  const bool is_mmio = modifiers.take("mmio");
  strength.is_strong = strength.is_ordering || is_relaxed || is_mmio;
  strength.is_of_block = modifiers.take_one_of({"cta", "cluster", "gpu", "sys"}) == 0u;
  return strength;
}

}  // namespace warplens::machine
