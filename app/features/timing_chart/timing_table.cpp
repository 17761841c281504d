#include "app/features/timing_chart/timing_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warplens::ui {
namespace {

using tables::Row;

constexpr std::array<std::string_view, 24> kColumns{"family",
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
                                                    "ptx_sha256",
                                                    "printed",
                                                    "size_stated",
                                                    "our_variant",
                                                    "document"};

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
          from.date_of(entry),
          entry.image,
          "",
          "",
          "",
          ""};
}

// Nothing of it is a number of ours: what is printed stands as text.
Row row_of(const timing::CitedRow& row, const timing::CitedTable& table,
           const timing::CitedDocument& document) {
  std::string printed;
  for (std::size_t i = 0; i < row.figures.size(); ++i) {
    if (row.figures[i].empty()) continue;
    printed +=
        fmt::format("{}{} {}", printed.empty() ? "" : "; ", table.columns[i].en, row.figures[i]);
  }
  Row cells(kColumns.size());
  const auto set = [&cells](std::string_view column, std::string words) {
    cells[static_cast<std::size_t>(std::ranges::find(kColumns, column) - kColumns.begin())] =
        std::move(words);
  };
  set("family", table.family);
  set("name", row.name.en);
  set("parameters", assignments(row.parameters));
  set("device", table.device.en.empty() ? "not stated" : table.device.en);
  set("source", "cited");
  set("printed", std::move(printed));
  set("size_stated", table.size.en.empty() ? "not stated" : table.size.en);
  set("our_variant", row.variant);
  set("document", document.title);
  return cells;
}

}  // namespace

tables::Table timing_table(const TimingModel& model, const timing::Cited& cited) {
  tables::Table table{Row(kColumns.begin(), kColumns.end())};
  for (const scene::ChartSeries& series : model.chart.series) {
    if (series.is_least) continue;  // its entries stand there already
    const timing::Timings& from = series.is_live ? *model.live : *model.recorded;
    const timing::Entry* before = nullptr;  // a sweep has those that do not depend on it many times
    for (const timing::Entry* entry : series.points) {
      if (entry != nullptr && entry != before) {
        table.push_back(row_of(*entry, from, series.is_live));
      }
      before = entry;
    }
  }
  for (const timing::CitedTable* from : cited.of(model.family->name)) {
    for (const timing::CitedRow& row : from->rows) {
      table.push_back(row_of(row, *from, cited.documents[from->document]));
    }
  }
  return table;
}

}  // namespace warplens::ui
