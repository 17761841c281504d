#include "kernels/timing/subject.h"

#include "kernels/run/elements.h"
#include "kernels/run/expected_result.h"

namespace warplens::timing {
namespace {

constexpr double kGibibyte = 1 << 30;

void randomise(catalog::Plan& plan) {
  for (catalog::BufferSpec& spec : plan.buffers) {
    using Kind = catalog::Fill::Kind;
    if (spec.fill.kind == Kind::iota || spec.fill.kind == Kind::picture) {
      spec.fill = {Kind::random, 1};
    }
  }
}

// Checks the memory that the plan needs before the host fills anything.
Result<void> check_memory(const device::Gpu& gpu, const catalog::Plan& plan) {
  std::uint64_t needed = 0;
  for (const catalog::BufferSpec& spec : plan.buffers) {
    TRY(const std::uint64_t bytes, run::bytes_of(spec));
    needed += bytes;
  }
  TRY(const std::uint64_t free, gpu.free_bytes());
  if (needed <= free) return {};
  return fail(tr("it needs {:.1f} GiB of GPU memory, {:.1f} GiB are free",
                 static_cast<double>(needed) / kGibibyte, static_cast<double>(free) / kGibibyte));
}

Result<void> run_once(const device::Gpu& gpu, const Run& run) {
  device::EventTimer timer(gpu);
  const Result<void> queued = run(timer);
  return queued.has_value() ? gpu.synchronize() : queued;
}

// How the result is wrong; empty when it is not.
std::string wrongness(const std::optional<trace::Mismatch>& wrong) {
  if (!wrong.has_value()) return "";
  return fmt::format("its result is wrong: {}[{}] is {}, not {} ({} elements differ)",
                     wrong->buffer, wrong->element, wrong->actual, wrong->expected, wrong->count);
}

}  // namespace

Result<Prepared> prepare_kernel(const device::Gpu& gpu,
                                const std::shared_ptr<const ptx::Module>& module,
                                device::LoadedModule image, const catalog::Plan& plan,
                                run::DeviceBuffers& initial) {
  run::GpuImages images;
  images.push_back({module, std::move(image)});
  TRY(run::GpuPlan prepared, run::GpuPlan::prepare(gpu, std::move(images), plan.steps, initial));
  const auto kept = std::make_shared<run::GpuPlan>(std::move(prepared));
  return Prepared{[kept](device::EventTimer& timer) { return kept->run(timer); },
                  {kept, &kept->buffers()}};
}

Result<Ready> make_ready(const device::Gpu& gpu, const Subject& subject,
                         const std::stop_token& stop, const Checking& checking) {
  TRY(catalog::Plan plan, subject.variant->plan(subject.parameters));
  randomise(plan);
  TRY(check_memory(gpu, plan));
  run::DeviceBuffers buffers(checking.memory);
  for (const catalog::BufferSpec& spec : plan.buffers) {
    TRY(buffers.add(spec));
  }
  const run::ExpectedResult expected(*subject.family, *subject.variant, subject.parameters, plan,
                                     buffers);
  std::optional<run::WholeCheck> whole;
  if (checking.whole && !expected.is_whole())
    whole.emplace(*subject.family, *subject.variant, subject.parameters, plan, buffers);
  if (stop.stop_requested()) return fail(tr("cancelled"));
  TRY(Prepared prepared, subject.prepare(gpu, plan, buffers));
  TRY(run_once(gpu, prepared.run));
  TRY(prepared.buffers->download_results(buffers));
  if (whole.has_value()) {
    TRY(const auto wrong, whole->compare_with(buffers, subject.result, checking.progress, stop));
    return Ready{std::move(prepared), Checked::whole, wrongness(wrong)};
  }
  const Checked checked = expected.is_whole() ? Checked::whole : Checked::samples;
  const auto wrong = expected.compare_with(buffers, subject.result);
  return Ready{std::move(prepared), checked, wrongness(wrong)};
}

Result<Timing> time_subject(const device::Gpu& gpu, const Subject& subject,
                            const Repeating& repeating, const std::stop_token& stop,
                            const Checking& checking) {
  TRY(const Ready ready, make_ready(gpu, subject, stop, checking));
  if (!ready.wrong.empty()) return Timing{{}, 0, ready.wrong, ready.checked};
  TRY(const Seconds seconds, measure(gpu, ready.prepared.run, repeating, stop));
  return Timing{seconds, ready.prepared.buffers->total_bytes(), "", ready.checked};
}

Result<Timing> time_copy(const device::Gpu& gpu, double bytes, const Repeating& repeating,
                         const std::stop_token& stop) {
  const auto half = static_cast<std::uint64_t>(bytes / 2);
  TRY(device::DeviceMemory from, gpu.allocate(half));
  TRY(device::DeviceMemory to, gpu.allocate(half));
  TRY(from.fill(1));
  const Run copy = [&](device::EventTimer& timer) -> Result<void> {
    TRY(timer.begin());
    TRY(to.copy_from(from, half));
    return timer.end();
  };
  TRY(const Seconds seconds, measure(gpu, copy, repeating, stop));
  return Timing{seconds, 2 * half, ""};
}

}  // namespace warplens::timing
