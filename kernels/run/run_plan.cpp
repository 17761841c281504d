#include "kernels/run/run_plan.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <cstring>
#include <ctime>

#include "kernels/base/deadline.h"
#include "kernels/base/stopped.h"
#include "kernels/run/expected_result.h"
#include "kernels/run/gpu_trace.h"
#include "kernels/run/launch.h"
#include "kernels/run/memory_steps.h"
#include "kernels/run/non_finite.h"
#include "kernels/run/toolkit/processor_name.h"
#include "kernels/run/whole_check.h"

namespace warplens::run {
namespace {

using catalog::HostStep;
using catalog::LaunchStep;
using catalog::MemoryStep;
using catalog::Plan;

bool is_picture(const catalog::BufferSpec& spec) {
  return spec.fill.kind == catalog::Fill::Kind::picture;
}

// Puts the person's picture in place of the drawn one.
Result<void> put_pixels(const catalog::BufferSpec& spec, const PixelsOfSize& picture,
                        std::span<std::byte> bytes) {
  TRY(const auto pixels, picture(spec.rows, spec.columns));
  std::memcpy(bytes.data(), pixels.data(),
              std::min(bytes.size(), pixels.size() * sizeof(std::uint32_t)));
  return {};
}

Result<DeviceBuffers> allocate(const Plan& plan, const Options& options) {
  DeviceBuffers buffers(options.memory);
  for (const catalog::BufferSpec& spec : plan.buffers) {
    TRY(buffers.add(spec));
    if (!is_picture(spec) || !options.picture) continue;
    TRY(put_pixels(spec, options.picture, buffers.bytes(spec.name)));
  }
  return buffers;
}

std::vector<std::uint32_t> pixels_in(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> pixels(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(pixels.data(), bytes.data(), pixels.size() * sizeof(std::uint32_t));
  return pixels;
}

std::optional<trace::RunPicture> first_picture(const Plan& plan, const Options& options,
                                               DeviceBuffers& buffers) {
  const auto spec = std::ranges::find_if(plan.buffers, is_picture);
  if (spec == plan.buffers.end() || spec->rows * spec->columns > options.largest_picture)
    return std::nullopt;
  return trace::RunPicture{
      spec->name, spec->rows, spec->columns, pixels_in(buffers.bytes(spec->name)), {}};
}

bool has_launch(std::span<const catalog::Step> steps) {
  return std::ranges::any_of(
      steps, [](const auto& step) { return std::holds_alternative<LaunchStep>(step); });
}

Result<trace::Run> trace_on_cpu(std::span<const catalog::Step> steps, const PlanTarget& target,
                                DeviceBuffers& buffers, const Options& options) {
  trace::Run result;
  machine::RunOptions machine_options = options.machine;
  FilledBuffers host_buffers(buffers);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (is_stopped(options.machine.stop)) return fail(tr("cancelled"));
    if (const auto* host = std::get_if<HostStep>(&steps[i])) {
      host->action(host_buffers);
      continue;
    }
    if (const auto* memory = std::get_if<MemoryStep>(&steps[i])) {
      do_step(*memory, buffers);
      continue;
    }
    // The traces of the first launches are kept.
    if (options.machine.halt.stop_requested() && !result.traces.empty()) break;
    const auto& step = std::get<LaunchStep>(steps[i]);
    const auto& module = target.module_of(step);
    if (options.reader) machine_options.reader = options.reader(target.name, *module);
    machine_options.keeps_written = has_launch(steps.subspan(i + 1));
    TRY(auto trace, launch(module, target.name, step, buffers, machine_options));
    result.traces.push_back(std::move(trace));
  }
  return result;
}

// The plan's result against the reference's: as its first step finds the buffers, whole, or where
// that takes long element by element, afterwards.
class Comparison {
 public:
  Comparison(const Plan& plan, const PlanTarget& target, DeviceBuffers& buffers)
      : tolerance_(plan.tolerance) {
    if (!plan.reference) return;
    const auto& of = target.elements;
    if (of && !is_soon_computed(*of->family, *of->variant, of->parameters)) {
      elements_.emplace(*of->family, *of->variant, of->parameters, plan, buffers);
    } else {
      whole_.emplace(plan, buffers);
    }
  }

  // Errors: "cancelled".
  Result<void> compare(DeviceBuffers& buffers, const machine::RunOptions& options,
                       trace::Run& result) const {
    if (!whole_ && !elements_) return {};
    if (whole_) {
      result.mismatch = whole_->compare_with(buffers, tolerance_);
    } else {
      TRY(const bool is_over, compare_elements(buffers, options, result));
      if (!is_over) return {};
    }
    result.verdict = result.mismatch.has_value() ? trace::Verdict::mismatch : trace::Verdict::match;
    return {};
  }

 private:
  // False: it was stopped before it was over.
  Result<bool> compare_elements(DeviceBuffers& buffers, const machine::RunOptions& options,
                                trace::Run& result) const {
    std::stop_source either;
    const auto stop_too = [&] { either.request_stop(); };
    const std::stop_callback stopped(options.stop, stop_too), halted(options.halt, stop_too);
    const Deadline deadline(options.time_limit, either.get_token());
    const auto mismatch = elements_->compare_with(buffers, "", {}, deadline.token());
    if (is_stopped(options.stop)) return fail(tr("cancelled"));
    if (mismatch.has_value()) {
      result.mismatch = *mismatch;
      return true;
    }
    result.notes.push_back(
        tr("its result was not compared: the CPU was stopped before it had computed all of it"));
    return false;
  }

  catalog::Tolerance tolerance_;
  std::optional<ExpectedBuffers> whole_;
  std::optional<WholeCheck> elements_;
};

}  // namespace

bool was_stopped(const trace::Run& result) {
  return std::ranges::any_of(result.traces, [](const auto& trace) {
    return std::ranges::any_of(trace->findings, [](const trace::Finding& finding) {
      return finding.kind == trace::FindingKind::no_end;
    });
  });
}

Result<trace::Run> run_steps(std::span<const catalog::Step> steps, const PlanTarget& target,
                             DeviceBuffers& buffers, const Options& options) {
  TRY(auto result, options.gpu != nullptr ? trace_on_gpu(steps, target, buffers, options)
                                          : trace_on_cpu(steps, target, buffers, options));
  result.device = result.is_on_cpu() ? processor_name() : result.traces.front()->backend;
  result.created = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  return result;
}

Result<trace::Run> run_plan(const Plan& plan, const PlanTarget& target, const Options& options) {
  TRY(DeviceBuffers buffers, allocate(plan, options));
  Comparison comparison(plan, target, buffers);
  auto picture = first_picture(plan, options, buffers);

  TRY(trace::Run result, run_steps(plan.steps, target, buffers, options));
  if (!was_stopped(result)) {
    TRY(comparison.compare(buffers, options.machine, result));
  }
  if (options.keep_buffers) result.buffers = buffers.copies();
  if (picture.has_value()) {
    picture->after = pixels_in(buffers.bytes(picture->buffer));
    result.picture = std::make_shared<const trace::RunPicture>(std::move(*picture));
  }
  find_non_finite(
      plan.steps, target, options, buffers, [&] { return allocate(plan, options); }, result);
  return result;
}

}  // namespace warplens::run
