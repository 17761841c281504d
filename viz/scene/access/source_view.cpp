#include "viz/scene/access/source_view.h"

#include <algorithm>

namespace warplens::scene {
namespace {

std::string without_tabs(std::string_view text) {
  constexpr std::size_t kTabStop = 4;
  std::string plain;
  for (const char c : text) {
    if (c == '\t')
      plain.append(kTabStop - plain.size() % kTabStop, ' ');
    else if (c != '\r')
      plain += c;
  }
  return plain;
}

// The first line of `text`, which is left with the others.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::vector<SourceRow> split(std::string_view english, std::string_view chinese) {
  std::vector<SourceRow> rows;
  while (!english.empty()) {
    SourceRow row;
    row.line = static_cast<std::uint32_t>(rows.size() + 1);
    const std::string_view line = take_line(english), told = take_line(chinese);
    row.text.en = without_tabs(line);
    if (told != line) row.text.zh = without_tabs(told);
    rows.push_back(std::move(row));
  }
  return rows;
}

// 0 when the site stands in another file.
std::uint32_t line_in(std::string_view file, const trace::Site& site) {
  if (site.file == file) return site.line;
  return site.call_line != site.line ? site.call_line : 0;
}

void add_finding(SourceTable& table, std::size_t finding, std::string_view file,
                 std::uint32_t line) {
  if (file != table.file || line < 1 || line > table.rows.size()) return;
  std::vector<std::size_t>& there = table.rows[line - 1].findings;
  if (there.empty() || there.back() != finding) there.push_back(finding);
}

}  // namespace

std::size_t row_of(const SourceTable& table, const trace::Site& site) {
  const std::uint32_t line = line_in(table.file, site);
  return line == 0 || line > table.rows.size() ? table.rows.size() : line - 1;
}

SourceTable source_table(const trace::Trace& trace, std::string_view file, std::string_view text,
                         std::string_view chinese) {
  SourceTable table{std::string(file), split(text, chinese)};
  for (std::size_t i = 0; i < trace.sites.size() && i < trace.totals.size(); ++i) {
    const trace::Site& site = trace.sites[i];
    const std::size_t row = row_of(table, site);
    if (row == table.rows.size()) continue;
    table.rows[row].cost.add(site, trace.totals[i]);
  }
  for (std::size_t i = 0; i < trace.findings.size(); ++i) {
    const trace::Finding& finding = trace.findings[i];
    if (finding.severity == trace::Severity::information) continue;
    add_finding(table, i, finding.file, finding.line);
    add_finding(table, i, finding.other_file, finding.other_line);
  }
  return table;
}

}  // namespace warplens::scene
