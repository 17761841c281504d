#include "app/ui/timing_table.h"

#include <fmt/format.h>

namespace warplens::ui {
namespace {

using Row = std::vector<std::string>;

std::string assignments(const timing::Parameters& parameters) {
  std::string words;
  for (const auto& [name, value] : parameters) {
    words += fmt::format("{}{}={}", words.empty() ? "" : " ", name, value);
  }
  return words;
}

// Doubles as fmt writes them: the shortest text that reads back as the same number.
Row row_of(const timing::Entry& entry, const timing::Timings& from, bool is_live) {
  const timing::Seconds& took = entry.seconds;
  return {entry.family,
          entry.name,
          std::string(timing::name_of(entry.kind)),
          fmt::format("{}", entry.side),
          assignments(entry.parameters),
          fmt::format("{}", took.median),
          fmt::format("{}", took.minimum),
          fmt::format("{}", took.lower_quartile),
          fmt::format("{}", took.upper_quartile),
          fmt::format("{}", took.maximum),
          fmt::format("{}", took.repetitions),
          fmt::format("{}", entry.bytes),
          fmt::format("{}", entry.flops),
          fmt::format("{}", entry.bytes_per_second()),
          fmt::format("{}", entry.flops_per_second()),
          entry.fits_in_l2 ? "yes" : "no",
          from.device.name,
          is_live ? "live" : "recorded",
          from.date,
          entry.image};
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string words = "\"";
  for (const char c : cell) words += c == '"' ? std::string("\"\"") : std::string(1, c);
  return words + "\"";
}

std::string joined(const std::vector<Row>& table, char between, const char* end,
                   std::string (*cell)(const std::string&)) {
  std::string text;
  for (const Row& row : table) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += between;
      text += cell(row[i]);
    }
    text += end;
  }
  return text;
}

}  // namespace

std::vector<Row> timing_table(const TimingModel& model) {
  std::vector<Row> table{{"family",
                          "name",
                          "kind",
                          "side",
                          "parameters",
                          "median_s",
                          "minimum_s",
                          "lower_quartile_s",
                          "upper_quartile_s",
                          "maximum_s",
                          "repetitions",
                          "bytes",
                          "flops",
                          "bytes_per_second",
                          "flops_per_second",
                          "fits_in_l2",
                          "device",
                          "source",
                          "date",
                          "ptx_sha256"}};
  for (const scene::ChartSeries& series : model.chart.series) {
    const timing::Timings& from = series.is_live ? *model.live : *model.recorded;
    for (const timing::Entry* entry : series.points) {
      if (entry != nullptr) table.push_back(row_of(*entry, from, series.is_live));
    }
  }
  return table;
}

std::string as_csv(const std::vector<Row>& table) { return joined(table, ',', "\r\n", quoted); }

std::string as_tabs(const std::vector<Row>& table) {
  return joined(table, '\t', "\n", [](const std::string& cell) { return cell; });
}

}  // namespace warplens::ui
