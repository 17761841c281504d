#include "kernels/run/captured_run.h"

namespace warplens::run {

namespace {

Verdict verdict_named(std::string_view name) {
  for (const Verdict verdict : {Verdict::match, Verdict::mismatch}) {
    if (name_of(verdict) == name) return verdict;
  }
  return Verdict::unchecked;
}

}  // namespace

trace::Capture capture_of(const RunResult& result) {
  trace::Capture capture;
  if (!result.traces.empty()) {
    const trace::Trace& first = *result.traces.front();
    capture.kernel = first.kernel;
    capture.backend = first.backend == "cpu" ? "cpu" : "gpu";
  }
  capture.verdict = name_of(result.verdict);
  if (result.mismatch.has_value()) {
    const Mismatch& found = *result.mismatch;
    capture.mismatch = {found.buffer, found.element, found.expected, found.actual, found.count};
  }
  capture.traces = result.traces;
  capture.ptx = result.ptx;
  capture.sources = result.sources;
  capture.notes = result.notes;
  capture.counters = result.counters;
  return capture;
}

RunResult run_of(trace::Capture capture) {
  RunResult result;
  result.traces = std::move(capture.traces);
  result.verdict = verdict_named(capture.verdict);
  if (capture.mismatch.has_value()) {
    const trace::CapturedMismatch& found = *capture.mismatch;
    result.mismatch = {found.buffer, found.element, found.expected, found.actual, found.count};
  }
  result.sources = std::move(capture.sources);
  result.ptx = std::move(capture.ptx);
  result.notes = std::move(capture.notes);
  result.counters = std::move(capture.counters);
  return result;
}

}  // namespace warplens::run
