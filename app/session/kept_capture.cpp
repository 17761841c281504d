#include "app/session/kept_capture.h"

#include <fmt/chrono.h>

#include <ctime>

#include "kernels/run/toolkit/processor_name.h"

namespace warplens::session {

trace::Capture kept_capture(const KernelResult& result) {
  trace::Capture capture = *result.run;
  capture.version = WARPLENS_VERSION;
  if (result.recorded) {
    capture.parameters = result.recorded->parameters;
    capture.device = result.recorded->device;
    capture.created = result.recorded->created;
    return capture;
  }
  capture.parameters = result.selection.parameters;
  capture.device =
      capture.backend == "cpu" ? run::processor_name() : result.launches.front().trace->backend;
  capture.created = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  return capture;
}

}  // namespace warplens::session
