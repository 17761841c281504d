#include "kernels/timing/against_nvcc.h"

#include <cmath>

#include "kernels/run/toolkit/compiler.h"
#include "kernels/timing/bench_items.h"
#include "kernels/timing/images.h"

namespace warplens::timing {
namespace {

using catalog::Family;
using catalog::Parameters;
using catalog::Variant;
using Bytes = std::vector<std::byte>;

Result<std::filesystem::path> find_nvcc(const Images& images) {
  const auto nvcc = run::find_toolchain().nvcc;
  if (!nvcc.has_value()) {
    return fail(tr("nvcc {} is not here: install the CUDA toolkit, or set CUDA_HOME to its folder",
                   images.nvcc()));
  }
  TRY(const std::string version, run::version_of(*nvcc));
  if (version == images.nvcc()) return *nvcc;
  return fail(
      tr("{} is of CUDA {}, the PTX was made by nvcc {}: set CUDA_HOME to that one's folder",
         nvcc->string(), version, images.nvcc()));
}

class AgainstNvcc {
 public:
  AgainstNvcc(const run::Catalogue& catalogue, const device::Gpu& gpu, const Family& family,
              const NvccRequest& request, const std::stop_token& stop)
      : catalogue_(catalogue), gpu_(gpu), family_(family), request_(request), stop_(stop) {}

  Result<void> open() {
    TRY(auto images, Images::open(catalogue_.assets()));
    TRY(const auto nvcc, find_nvcc(images));
    flags_ = images.flags();
    nvcc_ = nvcc;
    return {};
  }

  Result<void> time(const Variant& variant,
                    const std::function<void(const NvccTiming&)>& timed) const {
    const Result<Bytes> binary = compile(variant);
    for (const Parameters& settings : settings_of(variant)) {
      if (stop_.stop_requested()) return fail(tr("cancelled"));
      NvccTiming one;
      one.name = variant.name;
      one.parameters = settings;
      const Result<void> done =
          binary.has_value() ? time(variant, *binary, one) : Result<void>(fail(binary.error()));
      if (stop_.stop_requested()) return fail(tr("cancelled"));
      if (!done.has_value()) one.problem = done.error().message;
      timed(one);
      TRY(gpu_.synchronize());
    }
    return {};
  }

 private:
  [[nodiscard]] std::vector<Parameters> settings_of(const Variant& variant) const {
    if (request_.sides.empty()) return {full_size_of(family_, variant)};
    std::vector<Parameters> all;
    for (const std::int64_t side : request_.sides) all.push_back(at_side(family_, variant, side));
    return all;
  }

  Result<Bytes> compile(const Variant& variant) const {
    const device::Description& gpu = gpu_.description();
    return run::compile_binary(nvcc_, catalogue_.assets().parent_path() / variant.source,
                               fmt::format("sm_{}{}", gpu.compute_major, gpu.compute_minor), flags_,
                               stop_);
  }

  using Load = std::function<Result<device::LoadedModule>()>;
  Result<Ready> ready(const Subject& subject, const std::shared_ptr<const ptx::Module>& module,
                      const Load& load) const {
    Subject own = subject;
    own.prepare = [&](const device::Gpu& gpu, const catalog::Plan& plan,
                      run::DeviceBuffers& initial) -> Result<Prepared> {
      TRY(device::LoadedModule image, load());
      return prepare_kernel(gpu, module, std::move(image), plan, initial);
    };
    return make_ready(gpu_, own, stop_);
  }

  Result<void> time(const Variant& variant, const Bytes& binary, NvccTiming& into) const {
    TRY(auto parameters, complete(family_, variant, into.parameters));
    TRY(const auto module, catalogue_.module(family_, variant));
    const Subject subject{EntryKind::variant, variant.name, &family_, &variant, parameters, "", {}};
    TRY(const auto driver, ready(subject, module, [&] { return gpu_.compile(module->text); }));
    if (!driver.wrong.empty()) return fail(tr("compiled by the driver, {}", driver.wrong));
    TRY(const auto nvcc, ready(subject, module, [&] { return gpu_.load(binary); }));
    if (!nvcc.wrong.empty()) return fail(tr("compiled by nvcc, {}", nvcc.wrong));
    TRY(const auto seconds, measure_in_turns(gpu_, driver.prepared.run, nvcc.prepared.run,
                                             request_.rounds, request_.repeating, stop_));
    into.driver = seconds.first;
    into.nvcc = seconds.second;
    return {};
  }

  const run::Catalogue& catalogue_;
  const device::Gpu& gpu_;
  const Family& family_;
  const NvccRequest& request_;
  const std::stop_token& stop_;
  std::vector<std::string> flags_;
  std::filesystem::path nvcc_;
};

}  // namespace

bool NvccTiming::is_within(double tolerance) const {
  return problem.empty() && std::abs(ratio() - 1) <= tolerance;
}

Result<void> time_against_nvcc(const run::Catalogue& catalogue, const device::Gpu& gpu,
                               const Family& family, const NvccRequest& request,
                               const std::function<void(const NvccTiming&)>& timed,
                               const std::stop_token& stop) {
  if (!family.timed.has_value()) {
    return fail(tr("{} is not timed: choose another family", family.name));
  }
  TRY(const auto variants, chosen_variants(family, request.variants));
  AgainstNvcc against(catalogue, gpu, family, request, stop);
  TRY(against.open());
  for (const Variant* variant : variants) TRY(against.time(*variant, timed));
  return {};
}

}  // namespace warplens::timing
