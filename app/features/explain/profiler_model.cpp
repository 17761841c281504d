#include "app/features/explain/profiler_model.h"

#include "app/features/explain/report_file.h"

namespace warplens::explain {

ProfilerModel profiler_model(const std::shared_ptr<const trace::Trace>& trace,
                             const std::optional<analysis::Executed>& executed,
                             const std::string& file, const std::stop_token& stop) {
  ProfilerModel model;
  NcuReport report;
  const ProfiledLaunch* launch = nullptr;
  if (!file.empty()) {
    auto read = read_report_file(file, stop);
    if (read.has_value()) {
      report = std::move(*read);
      const auto found = launch_of(report, *trace);
      if (found.has_value()) launch = *found;
      if (!found.has_value()) model.trouble = found.error().message;
    } else {
      model.trouble = read.error().message;
    }
  }
  const analysis::Code code;  // the session does not keep its instructions
  const analysis::Executed figures = executed ? *executed : analysis::executed(*trace, code);
  model.explanation = explain({*trace, code, figures}, launch);
  model.rows = scene::profiler_rows(model.explanation);
  if (launch != nullptr) model.profiled = launch->short_name();
  return model;
}

}  // namespace warplens::explain
