#include "app/cli/text/executed_reading.h"

namespace warplens::cli {

run::ReaderOfLaunch ExecutedReading::reader() {
  return
      [this](const std::string& kernel, const ptx::Module& module) { return next(kernel, module); };
}

trace::EventReader* ExecutedReading::next(const std::string& kernel, const ptx::Module& module) {
  if (!capability_.has_value()) return &nobody_;
  if (!code_.has_value()) code_ = code_of(kernel, module.text, *capability_, limits_);
  if (!code_->assembled.has_value()) return &nobody_;
  readers_.push_back(std::make_unique<analysis::SassReader>(code_->accesses()));
  return readers_.back().get();
}

std::optional<ExecutedReport> ExecutedReading::report(const trace::Run& result) const {
  if (!capability_.has_value()) return std::nullopt;
  if (!code_.has_value()) return executed_report(result, *capability_, limits_);
  ExecutedReport report{*code_, {}};
  for (std::size_t i = 0; i < result.traces.size(); ++i) {
    const trace::Trace& trace = *result.traces[i];
    report.launches.push_back(code_->assembled.has_value()
                                  ? analysis::executed(trace, *code_, *readers_[i])
                                  : analysis::executed(trace, *code_));
  }
  return report;
}

}  // namespace warplens::cli
