#include "app/cli/text/launch_report.h"

#include <algorithm>
#include <filesystem>

namespace warplens::cli {

namespace {

namespace fs = std::filesystem;

// Beneath the current folder as seen from it, else from the root.
std::string from_here(const fs::path& path) {
  std::error_code error;
  const fs::path near = fs::proximate(path, error);
  const bool is_beneath = !error && !near.string().starts_with("..");
  return is_beneath ? near.string() : fs::absolute(path, error).lexically_normal().string();
}

ReportedItem item_of(std::string rule, trace::Severity severity, Text message,
                     const std::string& kernel_file) {
  return {std::move(rule), severity, std::move(message), from_here(kernel_file), 0};
}

// A line of a source, where that is here.
void place(const std::string& kernel_file, const std::string& named, std::uint32_t line,
           ReportedItem& item) {
  if (named.empty()) return;
  std::error_code error;
  for (const fs::path& path : {fs::path(kernel_file).parent_path() / named, fs::path(named)}) {
    if (!fs::is_regular_file(path, error)) continue;
    item.file = from_here(path);
    item.line = line;
    return;
  }
}

ReportedItem item_of(const trace::Finding& finding, const std::string& kernel_file) {
  ReportedItem item = item_of(std::string(trace::name_of(finding.kind)), finding.severity,
                              finding.message, kernel_file);
  place(kernel_file, finding.file, finding.line, item);
  if (item.line == 0 && kernel_file.ends_with(".ptx")) item.line = finding.ptx_line;
  return item;
}

}  // namespace

bool LaunchReport::failed() const {
  return !error.empty() || std::ranges::any_of(items, [](const ReportedItem& item) {
    return item.severity == trace::Severity::error;
  });
}

bool LaunchReport::fails_by_its_guess() const {
  return failed() && is_guessed && error.empty() &&
         std::ranges::none_of(items, [](const ReportedItem& item) {
           return item.rule == "promise" || item.rule == "result";
         });
}

std::vector<ReportedItem> reported_items(const std::string& kernel_file, const Traces& launches,
                                         const std::vector<BrokenPromise>& broken,
                                         const std::vector<Text>& others) {
  std::vector<ReportedItem> items;
  for (const auto& trace : launches)
    for (const trace::Finding& finding : trace->findings)
      items.push_back(item_of(finding, kernel_file));
  for (const BrokenPromise& one : broken) {
    items.push_back(item_of("promise", trace::Severity::error, one.text, kernel_file));
    place(kernel_file, one.file, one.line, items.back());
  }
  for (const Text& other : others)
    items.push_back(item_of("result", trace::Severity::error, other, kernel_file));
  return items;
}

}  // namespace warplens::cli
