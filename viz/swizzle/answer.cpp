#include "viz/swizzle/answer.h"

#include "viz/swizzle/held_against_run.h"
#include "viz/swizzle/kernel_text.h"
#include "viz/swizzle/known_layout.h"
#include "viz/swizzle/run_kernel.h"

namespace warplens::swizzle {

namespace {

Result<PatternAnswer> answer_pattern(const Pattern& pattern, Direction direction,
                                     const SwizzleAnswer& answer) {
  const Tile& tile = answer.spec.tile;
  TRY(auto accesses, accesses_of(pattern, tile, direction));
  PatternAnswer result;
  result.before = cost_of(accesses, tile, answer.before);
  result.after = cost_of(accesses, tile, answer.after);
  result.accesses = std::move(accesses);
  return result;
}

// An access whose bytes a map takes apart may reach beyond the last element, which is no matter of
// the array's bounds.
std::uint32_t room_of(const Placement& placement) {
  constexpr std::uint32_t kWidestAccess = 16;
  return (placement.bytes + kWidestAccess - 1) / kWidestAccess * kWidestAccess;
}

// So that views name the array's elements by row and column.
void name_layout(const SwizzleAnswer& answer, trace::Run& run) {
  const auto layout = known_layout(answer.spec.tile, answer.after);
  if (!layout.has_value()) return;
  auto named = std::make_shared<trace::Trace>(*run.traces.front());
  for (trace::SharedArray& array : named->shared_arrays) array.layout = *layout;
  run.traces.front() = std::move(named);
}

template <class Value>
Result<void> keep(Result<Value> value, Value& to) {
  TRY(value);
  to = std::move(*value);
  return {};
}

}  // namespace

Result<SwizzleAnswer> modelled_answer(const SwizzleSpec& spec) {
  SwizzleAnswer answer;
  answer.spec = spec;
  Result<void> kept = keep(place(spec.tile, Map{}), answer.before);
  if (kept.has_value()) kept = keep(place(spec.tile, spec.map), answer.after);
  if (kept.has_value())
    kept = keep(answer_pattern(spec.write, Direction::write, answer), answer.write);
  if (kept.has_value())
    kept = keep(answer_pattern(spec.read, Direction::read, answer), answer.read);
  TRY(kept);
  answer.formula = offset_expression(spec.map, spec.tile)->text();
  return answer;
}

Result<SwizzleAnswer> answer(const SwizzleSpec& spec, std::stop_token stop) {
  TRY(auto answer, modelled_answer(spec));
  TRY(const auto kernel, kernel_text(spec));
  TRY(auto run, run_kernel(answer, {kernel.ptx, "swizzle", kernel.warps, room_of(answer.after)},
                           std::move(stop)));
  run.sources =
      std::make_shared<const trace::Sources>(trace::Sources{{"swizzle.cu", kernel.source}});
  TRY(hold_against(run, kernel.warps, answer));
  name_layout(answer, run);
  answer.run = std::make_shared<const trace::Run>(std::move(run));
  return answer;
}

}  // namespace warplens::swizzle
