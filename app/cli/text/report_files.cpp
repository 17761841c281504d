#include "app/cli/text/report_files.h"

#include "kernels/base/whole_file.h"

namespace warplens::cli {

void ReportFiles::add_to(CLI::App& parser) {
  parser.add_option("--junit", junit_,
                    "Also write a JUnit report, as build servers read it: r.xml");
  parser.add_option("--sarif", sarif_,
                    "Also write a SARIF 2.1.0 report, whose findings code hosts show at their "
                    "lines: r.sarif");
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
