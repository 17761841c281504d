// A JUnit report: <testsuites><testsuite><testcase><failure>.
#include <fmt/format.h>

#include <algorithm>

#include "app/cli/text/report_files.h"
#include "kernels/base/visible_text.h"

namespace warplens::cli {

namespace {

std::string in_xml(std::string_view text) {
  std::string result;
  for (const char c : visible_text(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string line_of_item(const ReportedItem& item) {
  const std::string where = item.line == 0 ? "" : fmt::format("{}:{}: ", item.file, item.line);
  return fmt::format("{}{}: {}", where, item.rule, item.message.in(Language::en));
}

std::string failure_xml(const LaunchReport& launch) {
  if (!launch.error.empty()) {
    const std::string error = launch.error.in(Language::en);
    const std::string first = error.substr(0, error.find('\n'));
    return fmt::format("<error message=\"{}\">{}</error>", in_xml(first), in_xml(error));
  }
  std::string first, all;
  for (const ReportedItem& item : launch.items) {
    if (item.severity != trace::Severity::error) continue;
    if (first.empty()) first = line_of_item(item);
    all += line_of_item(item) + "\n";
  }
  return all.empty()
             ? ""
             : fmt::format("<failure message=\"{}\">{}</failure>", in_xml(first), in_xml(all));
}

// What does not fail it.
std::string notes_xml(const LaunchReport& launch) {
  std::string notes = launch.is_guessed ? "nobody said how it is launched: it was guessed\n" : "";
  for (const ReportedItem& item : launch.items) {
    if (item.severity != trace::Severity::error) notes += line_of_item(item) + "\n";
  }
  return notes.empty() ? "" : fmt::format("<system-out>{}</system-out>", in_xml(notes));
}

std::string case_xml(const LaunchReport& launch) {
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">{}{}</testcase>\n",
                     in_xml(launch.file), in_xml(launch.name), launch.seconds, failure_xml(launch),
                     notes_xml(launch));
}

struct JunitCounts {
  int tests = 0, failures = 0, errors = 0;
  double seconds = 0;

  void add(const LaunchReport& launch) {
    ++tests;
    errors += launch.error.empty() ? 0 : 1;
    failures += launch.error.empty() && launch.failed() ? 1 : 0;
    seconds += launch.seconds;
  }
  [[nodiscard]] std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", tests,
                       failures, errors, seconds);
  }
};

}  // namespace

std::string junit_text(const std::vector<LaunchReport>& launches) {
  JunitCounts all;
  std::string suites;
  for (auto first = launches.begin(); first != launches.end();) {
    const auto last = std::find_if(first, launches.end(), [&](const LaunchReport& launch) {
      return launch.file != first->file;
    });
    JunitCounts own;
    std::string cases;
    for (auto launch = first; launch != last; ++launch) {
      own.add(*launch);
      all.add(*launch);
      cases += case_xml(*launch);
    }
    suites += fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", in_xml(first->file),
                          own.attributes(), cases);
    first = last;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"warplens\" {}>\n{}"
      "</testsuites>\n",
      all.attributes(), suites);
}

}  // namespace warplens::cli
