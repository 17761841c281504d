#include "app/cli/capture_output.h"

#include <fmt/chrono.h>

#include <ctime>

#include "kernels/run/captured_run.h"
#include "kernels/run/toolkit/processor_name.h"

namespace warplens::cli {

Result<void> write_run(const std::string& path, const run::RunResult& result,
                       const catalog::Parameters& parameters) {
  trace::Capture capture = run::capture_of(result);
  capture.parameters = parameters;
  capture.device = run::processor_name();
  capture.created = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  capture.version = WARPLENS_VERSION;
  return trace::write_capture(path, capture);
}

}  // namespace warplens::cli
