// A planted kernel on the machine: its findings, and whether they are what was planted.
//
// May depend on: kernels/run and what is below it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/machine/launch/run_options.h"
#include "kernels/ptx/module.h"
#include "kernels/trace/trace.h"
#include "tests/planted/planted_source.h"

namespace warplens::planted {

// A source of this folder with the PTX beside it.
struct PlantedFile {
  std::string name;  // "global_bounds.cu"
  Source source;
  std::shared_ptr<const ptx::Module> module;
};

// All of this folder, by name. Errors: a file that cannot be read or parsed.
Result<std::vector<PlantedFile>> planted_files();

// What is found in one launch, information included. Errors: as of machine::run.
Result<std::vector<trace::Finding>> findings_of(const PlantedFile& file, const Kernel& kernel,
                                                const machine::RunOptions& options = {});

// Whether `finding` is of the fault's kind, at its line, and where the fault says.
[[nodiscard]] bool is_at(const Fault& fault, const trace::Finding& finding);
// Whether every fault is found; of those that may be named at either end, one at least.
[[nodiscard]] bool are_found(const std::vector<Fault>& faults,
                             const std::vector<trace::Finding>& findings);

}  // namespace warplens::planted
