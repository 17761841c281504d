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

// Without clusters, shared::cluster addresses are the block's own shared memory.
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

Words::Words(const ptx::Instruction& instruction)
    : words_(instruction.modifiers.begin(), instruction.modifiers.end()) {}

bool Words::take(std::string_view word) {
  const auto found = std::ranges::find(words_, word);
  if (found == words_.end()) return false;
  words_.erase(found);
  return true;
}

std::optional<std::size_t> Words::take_one_of(std::initializer_list<std::string_view> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (take(words.begin()[i])) return i;
  }
  return std::nullopt;
}

void Words::take_cache_hints() { std::erase_if(words_, is_cache_hint); }

std::optional<ptx::ScalarType> Words::take_type() {
  for (auto word = words_.begin(); word != words_.end(); ++word) {
    if (const auto type = ptx::scalar_type(*word)) {
      words_.erase(word);
      return type;
    }
  }
  return std::nullopt;
}

StateSpace Words::take_space() {
  for (const SpaceName& space : kSpaces) {
    if (take(space.name)) return space.space;
  }
  return StateSpace::generic;
}

std::uint32_t Words::take_vector() {
  constexpr std::uint32_t kWidths[] = {2, 4, 8};
  const auto vector = take_one_of({"v2", "v4", "v8"});
  return vector ? kWidths[*vector] : 1;
}

Strength take_strength(Words& words) {
  Strength strength;
  words.take("weak");
  strength.is_volatile = words.take("volatile");
  const auto order = words.take_one_of({"acquire", "release", "acq_rel"});
  strength.is_ordering = order.has_value();
  strength.acquires = order == 0u || order == 2u;
  strength.releases = order == 1u || order == 2u;
  const bool is_relaxed = words.take("relaxed");
  const bool is_mmio = words.take("mmio");
  strength.is_strong = strength.is_ordering || is_relaxed || is_mmio;
  strength.is_of_block = words.take_one_of({"cta", "cluster", "gpu", "sys"}) == 0u;
  return strength;
}

}  // namespace warplens::machine
