#include "app/cli/text/report_files.h"

#include "app/cli/text/own_options.h"
#include "kernels/base/one_line.h"
#include "kernels/base/whole_file.h"

namespace warplens::cli {

void ReportFiles::add_to(CLI::App& parser) {
  const auto is_named = [](const std::string& name) {
    return name.empty() ? std::string("write a file's name") : std::string();
  };
  parser
      .add_option("--junit", junit_, "Also write a JUnit report, as build servers read it: r.xml")
      ->check(is_named);
  parser
      .add_option("--sarif", sarif_,
                  "Also write a SARIF 2.1.0 report, whose findings code hosts show at their "
                  "lines: r.sarif")
      ->check(is_named);
}

Result<void> ReportFiles::check() const {
  if (are_wanted() && junit_ == sarif_)
    return fail(tr("--junit and --sarif are two files: give each its own name"));
  for (const std::string& name : {junit_, sarif_}) {
    if (is_own_file(name) || name.ends_with(".wlens"))
      return fail(tr("{} is no report: name another file, as r.xml or r.sarif", in_one_line(name)));
  }
  return {};
}

Result<void> ReportFiles::write(const std::vector<LaunchReport>& launches) const {
  if (!junit_.empty()) {
    TRY(write_whole_file(junit_, junit_text(launches)));
  }
  if (!sarif_.empty()) {
    TRY(write_whole_file(sarif_, sarif_text(launches)));
  }
  return {};
}

}  // namespace warplens::cli
