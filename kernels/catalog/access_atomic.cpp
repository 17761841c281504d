#include "kernels/catalog/access_atomic.h"

#include <algorithm>

#include "kernels/catalog/describe.h"
#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

// The same constants as in access/atomic.cu.
constexpr std::int64_t kAtomicTurns = kWarpSize;
constexpr std::int64_t kAtomicValues = 64;

enum Atomic : std::int64_t {
  atomic_inc,
  atomic_dec,
  atomic_cas,
  atomic_or,
  atomic_add,
  atomic_exch,
  atomic_sub,
  atomic_min,
  atomic_max,
  atomic_and,
  atomic_xor
};

// The value that one lane makes of `old` (CUDA C++ Programming Guide, "Atomic Functions").
std::int64_t after_atomic(std::int64_t old, const Parameters& p) {
  const std::int64_t limit = p.at("limit"), value = p.at("value");
  switch (p.at("operation")) {
    case atomic_inc:
      return old >= limit ? 0 : old + 1;
    case atomic_dec:
      return old == 0 || old > limit ? limit : old - 1;
    case atomic_cas:
      return old == limit ? value : old;
    case atomic_or:
      return old | value;
    case atomic_add:
      return old + value;
    case atomic_sub:
      return old - value;
    case atomic_min:
      return std::min(old, value);
    case atomic_max:
      return std::max(old, value);
    case atomic_and:
      return old & value;
    case atomic_xor:
      return old ^ value;
    default:
      return value;
  }
}

void mark_found(HostBuffers& buffers, const Parameters& p) {
  const std::span<std::uint8_t> found = buffers.as<std::uint8_t>("found");
  std::int64_t word = p.at("start");
  for (std::int64_t row = 0; row <= kAtomicTurns; ++row) {
    found[static_cast<std::size_t>(row * kAtomicValues + word)] = 1;
    if (row < kAtomicTurns) word = after_atomic(word, p);
  }
  buffers.as<std::uint32_t>("word")[0] = static_cast<std::uint32_t>(word);
}

bool compares(const Parameters& p) { return p.at("operation") == atomic_cas; }

Text use_of_limit(const Parameters& p) {
  if (compares(p)) return tr("what it compares with");
  return tr("the limit");
}

}  // namespace

Result<Plan> plan_access_atomic(std::string_view kernel, const Parameters& p) {
  if (p.at("operation") == atomic_add &&
      p.at("start") + kAtomicTurns * p.at("value") >= kAtomicValues) {
    return fail(tr("32 lanes add {} each, and {} is beyond the {} columns: choose 1 or 0",
                   p.at("value"), p.at("start") + kAtomicTurns * p.at("value"), kAtomicValues));
  }
  if (p.at("operation") == atomic_sub && p.at("start") < kAtomicTurns * p.at("value")) {
    return fail(tr("32 lanes take away {} each, and {} is below 0: choose 0, or 1 from 32 on",
                   p.at("value"), p.at("start") - kAtomicTurns * p.at("value")));
  }
  Plan plan;
  plan.buffers = {
      {"word",
       ElementType::u32,
       BufferRole::inout,
       1,
       1,
       0,
       {.kind = Fill::Kind::constant, .value = static_cast<double>(p.at("start"))}},
      {"found", ElementType::u8, BufferRole::inout, kAtomicTurns + 1, kAtomicValues, 0, {}}};
  LaunchStep launch;
  launch.entry = mangled(kernel, "PjPhjj", {p.at("operation")});
  launch.block = {kWarpSize, 1, 1};
  launch.arguments = {BufferArgument{"word"}, BufferArgument{"found"},
                      ScalarArgument{ElementType::u32, static_cast<std::uint32_t>(p.at("limit"))},
                      ScalarArgument{ElementType::u32, static_cast<std::uint32_t>(p.at("value"))}};
  plan.steps = {launch};
  plan.reference = [p](HostBuffers& buffers) { mark_found(buffers, p); };
  return plan;
}

std::vector<Parameter> atomic_parameters() {
  Parameter limit = meaning({"limit", tr("Limit or compare"), 0, 31, 5, {}, {}}, use_of_limit);
  limit.matters = [](const Parameters& p) { return p.at("operation") <= atomic_cas; };
  Parameter value{"value", tr("Value"), 0, 31, 1, {}, {}};
  value.matters = [](const Parameters& p) { return p.at("operation") >= atomic_cas; };
  return {{"operation",
           tr("Atomic"),
           atomic_inc,
           atomic_xor,
           atomic_inc,
           {atomic_inc, atomic_dec, atomic_cas, atomic_or, atomic_add, atomic_exch, atomic_sub,
            atomic_min, atomic_max, atomic_and, atomic_xor},
           {tr("atomicInc: up"), tr("atomicDec: down"), tr("atomicCAS: compare"),
            tr("atomicOr: set bits"), tr("atomicAdd: add"), tr("atomicExch: replace"),
            tr("atomicSub: take away"), tr("atomicMin: the smaller"), tr("atomicMax: the larger"),
            tr("atomicAnd: keep bits"), tr("atomicXor: flip bits")}},
          {"start", tr("Value at first"), 0, 63, 0, {}, {}},
          std::move(limit),
          std::move(value)};
}

}  // namespace warplens::catalog
