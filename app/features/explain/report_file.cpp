#include "app/features/explain/report_file.h"

#include <fmt/ranges.h>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/features/explain/report_script.h"
#include "kernels/run/toolkit/entry_name.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::explain {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostReportBytes = std::uint64_t{256} << 20;

// What prints a page of a report: ncu, or python3 by its module.
struct Printer {
  std::vector<std::string> source, raw;
  bool is_python = false;
};

std::optional<Printer> printer_of(const fs::path& path) {
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
  const auto python = run::find_executable("python3", run::path_folders());
  if (!python) return std::nullopt;
  const auto page = [&](const char* name) {
    return std::vector<std::string>{python->string(), "-c", kReportScript, name, file};
  };
  return Printer{page("source"), page("raw"), true};
}

tl::unexpected<Error> no_printer(const std::string& name) {
  return fail(
      tr("{} is read where ncu is on PATH or python3 has ncu_report; elsewhere print it first: ncu "
         "--import {} --csv --page source --print-source cuda,sass > report.csv",
         name, name));
}

tl::unexpected<Error> failed(const Printer& printer, int status, const std::string& name) {
  if (printer.is_python && status == kNoModule) {
    return fail(
        tr("python3 has no ncu_report, and ncu is not on PATH: {} is read where PYTHONPATH names "
           "Nsight Compute's folder extras/python, as in "
           "/opt/nvidia/nsight-compute/2025.3.1/extras/python",
           name));
  }
  if (printer.is_python && status != kNoReport) {
    return fail(tr("python3 could not print {} by ncu_report", name));
  }
  return fail(tr("{} has no profile that {} can read: it is damaged, or of a newer Nsight Compute",
                 name, printer.is_python ? "ncu_report" : "ncu"));
}

Result<NcuReport> printed(const Printer& printer, const std::vector<std::string>& arguments,
                          const std::string& name, const std::stop_token& stop) {
  TRY(const auto folder, run::TemporaryFolder::make());
  const fs::path log = folder.path() / "report.csv";
  TRY(const int status, run::run_process(arguments, log, stop));
  if (status != 0) return failed(printer, status, name);
  TRY(const std::string text, run::read_text(log.string(), kMostReportBytes));
  return read_ncu_report(text, name);
}

// A profile without source counters has the raw page alone.
Result<NcuReport> read_profile(const fs::path& path, const std::stop_token& stop) {
  const std::string name = path.filename().string();
  const auto printer = printer_of(path);
  if (!printer) return no_printer(name);
  TRY(auto metrics, printed(*printer, printer->raw, name, stop));
  auto report = printed(*printer, printer->source, name, stop);
  if (!report.has_value()) return metrics;
  merge_into(*report, std::move(metrics));
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
