// `warplens resources --check`: our count of resident blocks against the CUDA driver's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/texts/speech.h"
#include "kernels/device/gpu.h"
#include "kernels/run/run.h"
#include "viz/analysis/limits/resources.h"

namespace warplens::cli {

// A question to the driver, and both answers.
struct AskedOccupancy {
  std::string entry;
  std::uint32_t threads = 0, dynamic_shared_bytes = 0;
  std::uint32_t registers = 0, static_shared_bytes = 0;  // as the driver reports them
  std::uint32_t ours = 0, drivers = 0;                   // blocks an SM
  [[nodiscard]] bool differs() const { return ours != drivers; }
};

struct OccupancyCheck {
  std::string variant;
  std::vector<AskedOccupancy> launches;   // of the variant's plans
  std::uint64_t what_if = 0;              // other block sizes and shared memory that were asked for
  std::vector<AskedOccupancy> different;  // of all
  // Where the driver's compiler came to other registers or static shared memory than the ptxas of
  // assets/ptx/resources.json, a line each. No fault: they are two compilers.
  std::vector<Text> notes;
};

// What our table has of this GPU's multiprocessors and the driver has otherwise, a line each.
// Errors: a compute capability that the table does not have.
Result<std::vector<Text>> multiprocessor_faults(const device::Description& gpu);

// The variant's module is compiled by the driver for `gpu`. Asked for are all launches of its
// plans, with its defaults and with each other value of each parameter that is no problem size;
// then many sizes of blocks and of dynamic shared memory for each of its entries. Errors: what the
// driver says.
Result<OccupancyCheck> check_variant_occupancy(const run::Catalogue& catalogue,
                                               const run::Catalogue::Found& variant,
                                               const analysis::Resources& resources,
                                               const device::Gpu& gpu);

// `name`: a family or a variant; empty: all. Prints, and returns the exit status: 0 where nothing
// differs. Errors: a name that there is not, no GPU, what the driver says.
Result<int> check_occupancy(const std::string& name, const ui::Speech& speech, bool json);

}  // namespace warplens::cli
