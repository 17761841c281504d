#include "app/features/explain/report_file.h"

#include <fmt/ranges.h>
#include <algorithm>
#include <string>
#include <vector>

#include "kernels/run/toolkit/entry_name.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::explain {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostReportBytes = std::uint64_t{256} << 20;

// What has the metrics of a launch's instructions under their names, as the source page has them.
constexpr const char* kPrinter = R"(
import csv, sys
import ncu_report
out = csv.writer(sys.stdout, quoting=csv.QUOTE_ALL)
columns = ["inst_executed", "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal",
           "memory_l2_theoretical_sectors_global", "memory_l2_theoretical_sectors_global_ideal"]
for of_range in ncu_report.load_report(sys.argv[1]):
    for action in of_range:
        out.writerow(["Kernel Name", action.name()])
        out.writerow(["File Path", ""])
        out.writerow(["Line No", "Source", "Address", "Source"] + columns)
        values = {}
        for column in columns:
            metric = action.metric_by_name(column)
            if metric is None or not metric.has_correlation_ids():
                continue
            ids = metric.correlation_ids()
            for i in range(metric.num_instances()):
                values.setdefault(ids.as_uint64(i), {})[column] = metric.as_double(i)
        last = None
        for address in sorted(values):
            place = action.source_info(address)
            sass = action.sass_by_pc(address)
            file, line = ("", 0) if place is None else (place.file_name(), place.line())
            if file != last:
                out.writerow(["File Path", file])
                last = file
            out.writerow([line, "", hex(address), sass] +
                         [values[address].get(column, "") for column in columns])
)";

struct Printer {
  std::vector<std::string> source, raw;  // what prints either page; empty: none does
};

Printer printer_of(const fs::path& path) {
  const std::string file = fs::absolute(path).string();
  if (const auto ncu = run::find_executable("ncu", run::path_folders())) {
    const std::vector<std::string> begin{ncu->string(), "--import", file, "--csv"};
    Printer printer{begin, begin};
    for (const char* each : {"--page", "source", "--print-source", "cuda,sass"})
      printer.source.emplace_back(each);
    for (const char* each : {"--page", "raw", "--print-units", "base"})
      printer.raw.emplace_back(each);
    return printer;
  }
  if (const auto python = run::find_executable("python3", run::path_folders()))
    return {{python->string(), "-c", kPrinter, file}, {}};
  return {};
}

Result<std::string> printed(const std::vector<std::string>& arguments,
                            const std::stop_token& stop) {
  TRY(const auto folder, run::TemporaryFolder::make());
  const fs::path log = folder.path() / "report.csv";
  TRY(const int status, run::run_process(arguments, log, stop));
  TRY(std::string text, run::read_text(log.string(), kMostReportBytes));
  if (status != 0) return fail(tr("the program that prints it failed"));
  return text;
}

tl::unexpected<Error> cannot_print(const fs::path& path) {
  const std::string name = path.filename().string();
  return fail(
      tr("{} is read where ncu is on PATH or python3 has ncu_report; elsewhere print it first: ncu "
         "--import {} --csv --page source --print-source cuda,sass > report.csv",
         name, name));
}

Result<NcuReport> read_profile(const fs::path& path, const std::stop_token& stop) {
  const Printer printer = printer_of(path);
  if (printer.source.empty()) return cannot_print(path);
  const auto source = printed(printer.source, stop);
  if (!source.has_value()) return cannot_print(path);
  auto report = read_ncu_report(*source, path.filename().string());
  if (printer.raw.empty()) return report;
  const auto raw = printed(printer.raw, stop);
  auto metrics = raw.has_value() ? read_ncu_report(*raw, path.filename().string())
                                 : Result<NcuReport>(NcuReport{});
  if (!report.has_value()) return metrics;
  if (metrics.has_value()) merge_into(*report, std::move(*metrics));
  return report;
}

}  // namespace

Result<NcuReport> read_report_file(const fs::path& path, const std::stop_token& stop) {
  if (path.extension() == ".ncu-rep") {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return fail(tr("cannot read {}", path.string()));
    return read_profile(path, stop);
  }
  TRY(const std::string text, run::read_text(path.string(), kMostReportBytes));
  return read_ncu_report(text, path.filename().string());
}

Result<const ProfiledLaunch*> launch_of(const NcuReport& report, const trace::Trace& trace) {
  const std::string name = short_kernel_name(run::source_name(trace.entry));
  const ProfiledLaunch* found = nullptr;
  std::vector<std::string> names;
  for (const ProfiledLaunch& launch : report.launches) {
    if (launch.short_name() != name) {
      names.push_back(launch.short_name());
      continue;
    }
    const bool is_exact = launch.grid == trace.launch.grid && launch.block == trace.launch.block;
    if (found == nullptr || is_exact) found = &launch;
    if (is_exact) break;
  }
  if (found != nullptr) return found;
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
  return fail(
      tr("the report is of {}, not of {}", fmt::format("{}", fmt::join(names, ", ")), name));
}

}  // namespace warplens::explain
