// One way to run any kernel of the catalogue, or a person's own, on a backend
// (kernels/trace/run.h).
//
//   Catalogue catalogue = Catalogue::open(assets)
//   run_variant(catalogue, "transpose/tile", {{"rows", 64}}, options) → trace::Run
//   run_own(OwnKernel, options) → trace::Run
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/base/memory_watch.h"
#include "kernels/base/result.h"
#include "kernels/catalog/family.h"
#include "kernels/device/counters.h"
#include "kernels/device/gpu.h"
#include "kernels/machine/machine.h"
#include "kernels/trace/run.h"

namespace warplens::run {

// Pixels of a picture that is rows × columns large, row by row.
using PixelsOfSize =
    std::function<Result<std::vector<std::uint32_t>>(std::uint64_t rows, std::uint64_t columns)>;

// Gives the reader of the events of a launch of the module, which are then not kept; null: none.
using ReaderOfLaunch =
    std::function<trace::EventReader*(const std::string& kernel, const ptx::Module& module)>;

struct Options {
  machine::RunOptions machine;
  ReaderOfLaunch reader;              // on the CPU; asked before each launch
  bool keep_buffers = true;           // fill trace::Run::buffers
  std::uint64_t largest_picture = 0;  // pixels of trace::Run::picture; larger ones are left out
  PixelsOfSize picture;               // what buffers of pixels begin with; empty: as drawn
  std::uint64_t memory = kAnyMemory;  // bytes that all buffers may take
  std::shared_ptr<const device::Gpu> gpu;  // runs there, instrumented; null: on the CPU
  std::uint64_t gpu_window_bytes = std::uint64_t{256} << 20;  // for a window of blocks' records
  // If `gpu` is set, the untouched kernels run, too, and these metrics of each launch are counted.
  std::vector<std::string> metrics;
  std::shared_ptr<const device::Counters> counters;  // of `gpu`; null: opened for this run
};

// The families and the PTX that ships with them.
class Catalogue {
 public:
  // `assets` is the folder that holds ptx/; see find_assets().
  static Result<Catalogue> open(const std::filesystem::path& assets);
  // Opens the catalogue in the folder that find_assets() finds.
  static Result<Catalogue> open();

  [[nodiscard]] const std::filesystem::path& assets() const { return assets_; }
  [[nodiscard]] const std::vector<catalog::Family>& families() const { return families_; }
  struct Found {
    const catalog::Family* family;
    const catalog::Variant* variant;
  };
  // "transpose/tile"; errors list what there is.
  Result<Found> find(std::string_view name) const;
  // The same without an error, whose list takes a while: for every frame.
  [[nodiscard]] std::optional<Found> look_up(std::string_view name) const;
  // Parsed and decoded once, then shared. Thread-safe.
  Result<std::shared_ptr<const ptx::Module>> module(const catalog::Family& family,
                                                    const catalog::Variant& variant) const;
  // The .cu text that ships beside the PTX; empty when missing.
  [[nodiscard]] std::string source(const catalog::Variant& variant) const;
  // The files that the module's sites name, looked up above `assets`; missing ones are left out.
  [[nodiscard]] trace::Sources sources(const ptx::Module& module) const;
  // The sources whose comments ship in Chinese, with those comments; a text whose comments differ
  // from the shipped ones is left out.
  [[nodiscard]] trace::Sources chinese_sources(const trace::Sources& sources) const;
  // Both, of the variant's module: read once, then shared. Thread-safe.
  struct Texts {
    std::shared_ptr<const trace::Sources> sources, chinese;
  };
  [[nodiscard]] Texts texts(const Found& found, const ptx::Module& module) const;

 private:
  struct Cache;
  [[nodiscard]] const catalog::Family* family_of(std::string_view name) const;

  std::filesystem::path assets_;
  std::vector<catalog::Family> families_;
  std::shared_ptr<Cache> cache_;
};

// A variant ready to be launched.
struct PlannedVariant {
  Catalogue::Found found;
  catalog::Parameters parameters;  // all that it takes
  catalog::Plan plan;
  std::shared_ptr<const ptx::Module> module;
};
Result<PlannedVariant> plan_variant(const Catalogue& catalogue, std::string_view name,
                                    const catalog::Parameters& settings);

Result<trace::Run> run_planned(const Catalogue& catalogue, const PlannedVariant& planned,
                               const Options& options);
Result<trace::Run> run_variant(const Catalogue& catalogue, std::string_view name,
                               const catalog::Parameters& settings, const Options& options);

// The folder `assets` beside the program, in ../share/warplens, or in a parent of the program's
// folder (a build tree).
Result<std::filesystem::path> find_assets();

}  // namespace warplens::run
