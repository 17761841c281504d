#include "app/cli/folder_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/text/captured_launches.h"
#include "app/cli/text/check_report.h"
#include "app/cli/text/own_launches.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/progress_line.h"
#include "app/cli/text/trace_status.h"
#include "kernels/base/json.h"
#include "kernels/caches/places.h"
#include "viz/analysis/table.h"

namespace warplens::cli {

namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& name) {
  std::error_code error;
  return fs::is_directory(name, error);
}

Result<std::vector<std::string>> files_of(const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const std::string& name : names) {
    if (!is_folder(name)) {
      if (!is_own_file(name)) return fail(tr("{} is no .cu or .ptx file and no folder", name));
      TRY(const auto kernel, caches::only_kernel(name));
      all.push_back(kernel.string());
      continue;
    }
    TRY(const auto files, kernel_files_in(name));
    all.insert(all.end(), files.begin(), files.end());
  }
  return all;
}

LaunchReport not_run(const std::string& file, const std::string& name, const Error& error) {
  LaunchReport report;
  report.file = file;
  report.name = name;
  report.error = error.message;
  return report;
}

class FilesCheck {
 public:
  FilesCheck(const FolderCheck& how, const std::stop_token& stop) : how_(how), stop_(stop) {}

  // Errors: cancelled.
  Result<void> check(const std::string& file) {
    line_.show(file);
    const auto launches = launches_of(file, {how_.own, how_.limits, stop_});
    if (!launches.has_value()) {
      reports_.push_back(not_run(file, "-", launches.error()));
      return {};
    }
    for (const FileLaunch& launch : *launches) {
      line_.show(fmt::format("{} {}", file, launch.name));
      reports_.push_back(checked(file, launch));
      if (stop_.stop_requested()) return fail(tr("cancelled: not all was checked"));
    }
    return {};
  }

  [[nodiscard]] const std::vector<LaunchReport>& reports() const { return reports_; }

 private:
  [[nodiscard]] LaunchReport checked(const std::string& file, const FileLaunch& launch) const {
    if (!launch.target.has_value()) return not_run(file, launch.name, launch.target.error());
    const auto checked = check_launch(*launch.target, how_.checker);
    if (!checked.has_value()) return not_run(file, launch.name, checked.error());
    LaunchReport report = report_of(*launch.target, *checked);
    if (is_program_file(file)) report.name = launch.name;
    return report;
  }

  const FolderCheck& how_;
  const std::stop_token& stop_;
  const ProgressLine line_;
  std::vector<LaunchReport> reports_;
};

int count_of(const LaunchReport& report, trace::Severity severity) {
  return static_cast<int>(std::ranges::count(report.items, severity, &ReportedItem::severity));
}

TextView given_by(const LaunchReport& report) {
  if (is_program_file(report.file)) return tr("a program");
  return report.is_guessed ? tr("a guess") : tr("its sidecar");
}

TextView verdict_of(const LaunchReport& report) {
  if (!report.error.empty()) return tr("NOT RUN");
  return report.failed() ? tr("FAIL") : tr("pass");
}

// What is wrong with a launch, a line each; warnings and information are counted.
void print_wrong(const ui::Speech& speech, const LaunchReport& report) {
  if (!report.error.empty())
    print_text("{} {}: {}\n", report.file, report.name, speech.say(report.error));
  for (const ReportedItem& item : report.items) {
    if (item.severity != trace::Severity::error) continue;
    const std::string where =
        item.line == 0 ? report.file : fmt::format("{}:{}", item.file, item.line);
    print_text("{}: {}: {}: {}\n", where, report.name, item.rule, speech.say(item.message));
  }
}

tables::Row headings(const ui::Speech& speech) {
  tables::Row row;
  for (const TextView heading : {tr_in("column", "file"), tr_in("column", "launch"), tr("given by"),
                                 tr_in("column", "errors"), tr_in("column", "warnings"),
                                 tr_in("column", "seconds"), tr_in("column", "result")})
    row.emplace_back(speech.say(heading));
  return row;
}

void print_table(const ui::Speech& speech, const std::vector<LaunchReport>& reports) {
  tables::Table table{headings(speech)};
  for (const LaunchReport& report : reports) {
    table.push_back({report.file, report.name, std::string(speech.say(given_by(report))),
                     fmt::format("{}", count_of(report, trace::Severity::error)),
                     fmt::format("{}", count_of(report, trace::Severity::warning)),
                     fmt::format("{:.2f}", report.seconds),
                     std::string(speech.say(verdict_of(report)))});
    if (!report.error.empty()) table.back()[2] = "-";
  }
  print_text("{}", tables::as_text(table));
}

Json item_json(const ReportedItem& item) {
  return {{"rule", item.rule},
          {"severity", trace::name_of(item.severity)},
          {"file", item.file},
          {"line", item.line},
          {"message", item.message.in(Language::en)}};
}

Json launch_report_json(const LaunchReport& report) {
  Json json = {{"file", report.file},
               {"launch", report.name},
               {"is_guessed", report.is_guessed},
               {"result", report.failed() ? "fail" : "pass"},
               {"seconds", report.seconds},
               {"items", Json::array()}};
  for (const ReportedItem& item : report.items) json["items"].push_back(item_json(item));
  if (!report.error.empty()) json["error"] = report.error.in(Language::en);
  return json;
}

void print_reports_json(const std::vector<LaunchReport>& reports, std::int64_t failed) {
  Json json = {{"result", failed == 0 ? "pass" : "fail"}, {"failed", failed}};
  json["launches"] = Json::array();
  for (const LaunchReport& report : reports) json["launches"].push_back(launch_report_json(report));
  print_json(json_forms::kCheck, json);
}

}  // namespace

bool are_kernel_files(const std::vector<std::string>& names) {
  const auto families = catalog::families();
  const bool has_folder = std::ranges::any_of(names, [&](const std::string& name) {
    return is_folder(name) &&
           std::ranges::find(families, name, &catalog::Family::name) == families.end();
  });
  return has_folder || (names.size() > 1 && std::ranges::any_of(names, is_own_file));
}

Result<int> check_files(const std::vector<std::string>& names, const FolderCheck& how,
                        const std::stop_token& stop) {
  TRY(const auto files, files_of(names));
  std::vector<LaunchReport> reports;
  {
    FilesCheck checking(how, stop);
    for (const std::string& file : files) {
      TRY(checking.check(file));
    }
    reports = checking.reports();
  }
  if (reports.empty()) return fail(tr("{}: no kernel was found", fmt::join(names, ", ")));
  const auto failed = std::ranges::count_if(reports, &LaunchReport::failed);
  if (how.json) print_reports_json(reports, failed);
  if (!how.json) {
    print_table(how.speech, reports);
    for (const LaunchReport& report : reports) print_wrong(how.speech, report);
    print_line(how.speech, tr("{} of {} launches fail", failed, reports.size()));
    print_line(how.speech, failed == 0 ? tr("pass") : tr("FAIL"));
  }
  TRY(how.reports.write(reports));
  const bool are_guesses = std::ranges::all_of(reports, [](const LaunchReport& report) {
    return !report.failed() || report.fails_by_its_guess();
  });
  return failed == 0 ? 0 : are_guesses ? kGuessStatus : 1;
}

}  // namespace warplens::cli
