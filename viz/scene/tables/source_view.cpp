#include "viz/scene/tables/source_view.h"

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

std::vector<SourceRow> split(std::string_view text) {
  std::vector<SourceRow> rows;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    SourceRow row;
    row.line = static_cast<std::uint32_t>(rows.size() + 1);
    row.text = without_tabs(text.substr(0, end));
    rows.push_back(std::move(row));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
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

SourceTable source_table(const trace::Trace& trace, std::string_view file, std::string_view text) {
  SourceTable table{std::string(file), split(text)};
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
