#include "kernels/machine/block/seeded_turns.h"

#include <array>

namespace warplens::machine {
namespace {

// One time in `times`.
bool happens(RunControl& control, std::uint64_t times) { return (*control.order)() % times == 0; }

}  // namespace

Turns turns_of(const RunControl& control, const PreparedLaunch& launch) {
  constexpr std::array kTurns = {Turns::at_waits, Turns::seldom_overtaken, Turns::often_overtaken,
                                 Turns::in_step};
  const std::optional<std::uint64_t>& seed = launch.options->order_seed;
  if (!seed.has_value() || control.without_chance) return Turns::alone;
  return launch.image->order_dependent ? kTurns[*seed % kTurns.size()] : Turns::at_waits;
}

std::uint64_t runs_in_turn(RunControl& control, Turns turns) {
  constexpr std::uint64_t kScales = 10;  // of any scale
  if (turns == Turns::alone || turns == Turns::in_step) return ~std::uint64_t{0};
  const std::uint64_t scale = std::uint64_t{1} << (*control.order)() % kScales;
  return scale + (*control.order)() % scale;
}

bool is_overtaken(RunControl& control, Turns turns) {
  switch (turns) {
    case Turns::alone:
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

bool is_turn_over(RunControl& control, Turns turns) {
  const bool by_chance = turns == Turns::seldom_overtaken || turns == Turns::often_overtaken;
  return by_chance && happens(control, 4);
}

}  // namespace warplens::machine
