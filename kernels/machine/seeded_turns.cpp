#include "kernels/machine/seeded_turns.h"

namespace warplens::machine {
namespace {

enum class Turns : std::uint8_t { at_waits, seldom_overtaken, often_overtaken, in_step };

Turns turns_of(std::uint64_t seed) { return static_cast<Turns>(seed % 4); }

// One time in `times`.
bool happens(RunControl& control, std::uint64_t times) { return (*control.order)() % times == 0; }

}  // namespace

std::uint64_t runs_in_turn(RunControl& control, std::optional<std::uint64_t> seed) {
  constexpr std::uint64_t kScales = 10;  // of any scale
  if (!seed.has_value() || turns_of(*seed) == Turns::in_step) return ~std::uint64_t{0};
  const std::uint64_t scale = std::uint64_t{1} << (*control.order)() % kScales;
  return scale + (*control.order)() % scale;
}

bool is_overtaken(RunControl& control, std::optional<std::uint64_t> seed) {
  if (!seed.has_value()) return false;
  switch (turns_of(*seed)) {
    case Turns::at_waits:
      return false;
    case Turns::seldom_overtaken:
      return happens(control, 8);
    case Turns::often_overtaken:
      return happens(control, 2);
    case Turns::in_step:
      break;
  }
  return true;
}

bool is_turn_over(RunControl& control, std::optional<std::uint64_t> seed) {
  if (!seed.has_value()) return false;
  const Turns turns = turns_of(*seed);
  const bool by_chance = turns == Turns::seldom_overtaken || turns == Turns::often_overtaken;
  return by_chance && happens(control, 4);
}

}  // namespace warplens::machine
