// A SARIF 2.1.0 report: one run, whose results point at lines.
#include <fmt/format.h>

#include <set>

#include "app/cli/text/report_files.h"
#include "kernels/base/json.h"

namespace warplens::cli {

namespace {

constexpr const char* kSarifSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

// A path as a URI reference; an absolute one as file:///….
std::string uri_of(const std::string& path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') ||
                          std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

std::string_view level_of(trace::Severity severity) {
  switch (severity) {
    case trace::Severity::information:
      return "note";
    case trace::Severity::warning:
      return "warning";
    case trace::Severity::error:
      break;
  }
  return "error";
}

// Code hosts show a result at a line: one of no line at the file's first.
Json result_json(const LaunchReport& launch, const ReportedItem& item) {
  const std::string guessed = launch.is_guessed ? " (how it is launched was guessed)" : "";
  Json result = {{"ruleId", item.rule}, {"level", level_of(item.severity)}};
  result["message"] = {
      {"text", fmt::format("{}: {}{}", launch.name, item.message.in(Language::en), guessed)}};
  Json location;
  location["physicalLocation"] = {
      {"artifactLocation", {{"uri", uri_of(item.file.empty() ? launch.file : item.file)}}},
      {"region", {{"startLine", item.line == 0 ? 1u : item.line}}}};
  result["locations"] = Json::array({location});
  return result;
}

std::vector<ReportedItem> items_of(const LaunchReport& launch) {
  std::vector<ReportedItem> items = launch.items;
  const std::string error = launch.error.in(Language::en);
  if (!error.empty())
    items.push_back({"not_run", trace::Severity::error, Text(error.substr(0, error.find('\n'))),
                     launch.file, 0});
  return items;
}

}  // namespace

std::string sarif_text(const std::vector<LaunchReport>& launches) {
  Json results = Json::array();
  std::set<std::string> rules;
  for (const LaunchReport& launch : launches) {
    for (const ReportedItem& item : items_of(launch)) {
      rules.insert(item.rule);
      results.push_back(result_json(launch, item));
    }
  }
  Json driver = {{"name", "warplens"}, {"rules", Json::array()}};
  for (const std::string& rule : rules) driver["rules"].push_back({{"id", rule}});
  Json run;
  run["tool"]["driver"] = driver;
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = results;
  Json sarif = {{"$schema", kSarifSchema}, {"version", "2.1.0"}};
  sarif["runs"] = Json::array({run});
  return json_text(sarif, 2) + "\n";
}

}  // namespace warplens::cli
