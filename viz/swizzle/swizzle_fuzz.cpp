// Any text must give a specification that its own text gives again, with places and costs, or an
// error.
#include <cstdint>
#include <string_view>

#include "viz/swizzle/code.h"
#include "viz/swizzle/cost.h"

using namespace warplens::swizzle;

namespace {

void model(const SwizzleSpec& spec) {
  const auto placement = place(spec.tile, spec.map);
  const auto accesses = accesses_of(spec.read, spec.tile, Direction::read);
  if (placement.has_value() && accesses.has_value())
    static_cast<void>(cost_of(*accesses, spec.tile, *placement));
  static_cast<void>(code(spec, CodeKind::cuda));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto spec = parse_spec(text);
  if (!spec.has_value()) {
    if (spec.error().message.empty()) __builtin_trap();
    return 0;
  }
  const auto again = parse_spec(text_of(*spec));
  if (!again.has_value() || !(*again == *spec)) __builtin_trap();
  // Small ones, so that many texts are tried.
  if (spec->tile.elements() <= 4096) model(*spec);
  return 0;
}
