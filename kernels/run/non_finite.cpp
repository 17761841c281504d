#include "kernels/run/non_finite.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "kernels/run/toolkit/entry_name.h"

namespace warplens::run {
namespace {

using catalog::BufferRole;
using catalog::BufferSpec;
using catalog::ElementType;
using catalog::LaunchStep;

// Enough to show where it begins: what comes after follows from that.
constexpr std::size_t kMostOfALaunch = 5;

// Of so many numbers, without a branch: for a processor's vectors.
template <class Bits, std::size_t kCount>
Bits any_exponent(const std::byte* numbers, Bits exponent) {
  Bits found = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    Bits bits = 0;
    std::memcpy(&bits, numbers + i * sizeof(Bits), sizeof(Bits));
    found |= static_cast<Bits>((bits & exponent) == exponent);
  }
  return found;
}

template <class Bits>
bool has_exponent(std::span<const std::byte> numbers, Bits exponent) {
  constexpr std::size_t kPart = 1024;
  const std::size_t count = numbers.size() / sizeof(Bits);
  std::size_t i = 0;
  for (; i + kPart <= count; i += kPart) {
    if (any_exponent<Bits, kPart>(numbers.data() + i * sizeof(Bits), exponent) != 0) return true;
  }
  for (; i < count; ++i) {
    if (any_exponent<Bits, 1>(numbers.data() + i * sizeof(Bits), exponent) != 0) return true;
  }
  return false;
}

bool holds_non_finite(DeviceBuffers& buffers, BufferRole but_for) {
  return std::ranges::any_of(buffers.specs(), [&](const BufferSpec& spec) {
    return spec.role != but_for && has_non_finite(spec.type, buffers.bytes(spec.name));
  });
}

std::optional<ElementType> element_type_of(ptx::ScalarType type) {
  if (type == ptx::ScalarType::f32) return ElementType::f32;
  if (type == ptx::ScalarType::f64) return ElementType::f64;
  return std::nullopt;
}

bool is_non_finite(const catalog::Argument& argument, ElementType type) {
  if (const auto* value = std::get_if<catalog::ValueArgument>(&argument))
    return has_non_finite(type, value->bytes);
  const auto* scalar = std::get_if<catalog::ScalarArgument>(&argument);
  if (scalar == nullptr) return false;
  return has_non_finite(type, std::as_bytes(std::span(&scalar->bits, 1)).first(size_of(type)));
}

bool passes_non_finite(const LaunchStep& launch, const ptx::Module& module) {
  const auto entry = find_entry(module, launch.entry);
  if (!entry.has_value()) return false;
  const auto& parameters = (*entry)->parameters;
  for (std::size_t i = 0; i < std::min(parameters.size(), launch.arguments.size()); ++i) {
    const auto type = element_type_of(parameters[i].type);
    if (type && is_non_finite(launch.arguments[i], *type)) return true;
  }
  return false;
}

bool pass_non_finite(std::span<const catalog::Step> steps, const PlanTarget& target) {
  return std::ranges::any_of(steps, [&](const catalog::Step& step) {
    const auto* launch = std::get_if<LaunchStep>(&step);
    return launch != nullptr && passes_non_finite(*launch, *target.module_of(*launch));
  });
}

// The same launches, in the same order of blocks, for their findings alone.
Options looking(const Options& options) {
  Options looking = options;
  looking.reader = {};
  looking.machine.recording = machine::Recording::none;
  looking.machine.cost = nullptr;
  looking.machine.reader = nullptr;
  looking.machine.unrecorded = nullptr;
  looking.machine.counts_launch = false;
  looking.machine.on_long_run = {};
  looking.machine.progress = nullptr;
  looking.machine.finds_non_finite = true;
  return looking;
}

std::vector<trace::Finding> first_of(const std::vector<trace::Finding>& findings) {
  std::vector<trace::Finding> first;
  for (const trace::Finding& finding : findings) {
    if (first.size() == kMostOfALaunch) break;
    if (finding.kind == trace::FindingKind::non_finite) first.push_back(finding);
  }
  return first;
}

void add(const std::vector<trace::Finding>& findings, std::shared_ptr<const trace::Trace>& trace) {
  if (findings.empty()) return;
  auto longer = std::make_shared<trace::Trace>(*trace);
  longer->findings.insert(longer->findings.end(), findings.begin(), findings.end());
  trace = std::move(longer);
}

}  // namespace

bool has_non_finite(ElementType type, std::span<const std::byte> numbers) {
  switch (type) {
    case ElementType::f16:
      return has_exponent<std::uint16_t>(numbers, 0x7c00);
    case ElementType::bf16:
      return has_exponent<std::uint16_t>(numbers, 0x7f80);
    case ElementType::f32:
      return has_exponent<std::uint32_t>(numbers, 0x7f80'0000);
    case ElementType::f64:
      return has_exponent<std::uint64_t>(numbers, 0x7ff0'0000'0000'0000);
    default:
      return false;
  }
}

void find_non_finite(std::span<const catalog::Step> steps, const PlanTarget& target,
                     const Options& options, DeviceBuffers& buffers, const MakeBuffers& make,
                     trace::Run& run) {
  if (options.gpu != nullptr || was_stopped(run)) return;
  if (!holds_non_finite(buffers, BufferRole::in)) return;
  if (pass_non_finite(steps, target)) return;
  buffers = DeviceBuffers();
  auto initial = make();
  if (!initial.has_value() || holds_non_finite(*initial, BufferRole::out)) return;
  const auto again = run_steps(steps, target, *initial, looking(options));
  if (!again.has_value() || was_stopped(*again)) return;
  const std::size_t launches = std::min(run.traces.size(), again->traces.size());
  for (std::size_t i = 0; i < launches; ++i)
    add(first_of(again->traces[i]->findings), run.traces[i]);
}

}  // namespace warplens::run
