#include "viz/explain/ncu_report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "viz/analysis/csv_reader.h"
#include "viz/explain/ncu_numbers.h"

namespace warplens::explain {
namespace {

using tables::Row;
using tables::Table;

std::optional<std::size_t> column_of(const Row& head, std::string_view title) {
  const auto at = std::ranges::find(head, title);
  if (at == head.end()) return std::nullopt;
  return static_cast<std::size_t>(at - head.begin());
}

const std::string& cell_of(const Row& row, std::optional<std::size_t> column) {
  static const std::string kEmpty;
  return column.has_value() && *column < row.size() ? row[*column] : kEmpty;
}

bool is_key(const Row& row, std::string_view key) { return row.size() >= 2 && row[0] == key; }

bool is_source_head(const Row& row) {
  return row.size() > 2 && column_of(row, "Source").has_value() &&
         (column_of(row, "Address").has_value() || column_of(row, "Line No").has_value() ||
          column_of(row, "#").has_value() || column_of(row, "Instructions Executed").has_value());
}

std::string without_folders(std::string_view path) {
  return std::string(path.substr(path.find_last_of("/\\") + 1));
}

// The source page of one or several launches.
class SourcePage {
 public:
  void read(const Row& row) {
    if (is_key(row, "Kernel Name")) {
      begin(row[1]);
    } else if (is_key(row, "File Path") || is_key(row, "File Name")) {
      file_ = without_folders(row[1]);
    } else if (is_key(row, "Function Name")) {
      const bool is_next = report_.launches.empty() || report_.launches.back().kernel != row[1];
      if (is_next && !was_named_) begin(row[1]);
    } else if (is_source_head(row)) {
      set_head(row);
    } else if (!head_.empty() && row.size() > 1) {
      add(row);
    }
  }
  NcuReport take() { return std::move(report_); }

 private:
  void begin(const std::string& kernel) {
    report_.launches.push_back({.kernel = kernel});
    head_.clear();
    was_named_ = true;
  }

  void set_head(const Row& row) {
    head_ = row;
    was_named_ = false;
    line_ = 0;
    line_column_ = column_of(head_, "Line No");
    if (!line_column_.has_value()) line_column_ = column_of(head_, "#");
    address_column_ = column_of(head_, "Address");
    // With lines, the text behind them is the source's, that behind the address the instruction's.
    source_column_ = std::nullopt;
    for (std::size_t i = address_column_.value_or(head_.size()); i < head_.size(); ++i) {
      if (head_[i] == "Source" && !source_column_.has_value()) source_column_ = i;
    }
    if (!address_column_.has_value()) source_column_ = std::nullopt;
    if (report_.launches.empty()) report_.launches.emplace_back();
  }

  void add(const Row& row) {
    const std::string& line = cell_of(row, line_column_);
    const bool has_lines = column_of(head_, "Line No").has_value();
    if (has_lines && !line.empty()) {
      line_ = static_cast<std::uint32_t>(std::clamp(number_in(line).value_or(0), 0.0, 4e9));
    }
    ProfiledRow read;
    if (has_lines) {
      read.file = file_;
      read.line = line_;
    }
    const std::string& sass = cell_of(row, source_column_);
    if (sass != "-" && sass != "...") read.sass = trimmed_cell(sass);
    if (read.is_instruction()) read.address = cell_of(row, address_column_);
    for (std::size_t i = 0; i < row.size() && i < head_.size(); ++i) {
      if (i == line_column_ || i == address_column_ || head_[i] == "Source") continue;
      if (const auto value = number_in(row[i])) read.values.emplace(head_[i], *value);
    }
    if (!read.is_instruction() && (!has_lines || read.values.empty())) return;
    report_.launches.back().rows.push_back(std::move(read));
  }

  NcuReport report_;
  Row head_;
  std::string file_;
  std::uint32_t line_ = 0;
  std::optional<std::size_t> line_column_, address_column_, source_column_;
  bool was_named_ = false;  // since the last table's head
};

bool is_launch_column(std::string_view title) {
  constexpr std::array<std::string_view, 12> kOthers{
      "ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
      "Stream", "Block Size", "Grid Size",    "Device",    "CC",          "Kernel Time"};
  return std::ranges::find(kOthers, title) != kOthers.end();
}

std::optional<Dim3> dimensions_in(std::string_view text) {
  std::array<std::uint32_t, 3> sizes{};
  for (std::uint32_t& size : sizes) {
    const std::size_t digit = text.find_first_of("0123456789");
    if (digit == std::string_view::npos) return std::nullopt;
    text.remove_prefix(digit);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return Dim3{sizes[0], sizes[1], sizes[2]};
}

// What both forms of a table of launches have.
class LaunchHead {
 public:
  explicit LaunchHead(const Row& head)
      : id_(column_of(head, "ID")),
        kernel_(column_of(head, "Kernel Name")),
        grid_(column_of(head, "Grid Size")),
        block_(column_of(head, "Block Size")),
        device_(column_of(head, "device__attribute_display_name")) {}

  [[nodiscard]] const std::string& id(const Row& row) const { return cell_of(row, id_); }
  [[nodiscard]] ProfiledLaunch launch(const Row& row) const {
    return {.kernel = cell_of(row, kernel_),
            .grid = dimensions_in(cell_of(row, grid_)),
            .block = dimensions_in(cell_of(row, block_)),
            .device = cell_of(row, device_)};
  }

 private:
  std::optional<std::size_t> id_, kernel_, grid_, block_, device_;
};

NcuReport raw_page(const Table& table, std::size_t head_row) {
  const Row& head = table[head_row];
  const LaunchHead of_launch(head);
  NcuReport report;
  Row units;
  for (std::size_t r = head_row + 1; r < table.size(); ++r) {
    const Row& row = table[r];
    if (row.size() < 2) continue;
    if (of_launch.id(row).empty()) {  // the row of units
      units = row;
      continue;
    }
    ProfiledLaunch launch = of_launch.launch(row);
    for (std::size_t i = 0; i < row.size() && i < head.size(); ++i) {
      if (is_launch_column(head[i])) continue;
      const auto value = number_in(row[i]);
      if (value) launch.metrics.emplace(head[i], *value * scale_of(cell_of(units, i)));
    }
    report.launches.push_back(std::move(launch));
  }
  return report;
}

NcuReport metric_rows(const Table& table, std::size_t head_row) {
  const Row& head = table[head_row];
  const LaunchHead of_launch(head);
  const auto name = column_of(head, "Metric Name"), unit = column_of(head, "Metric Unit"),
             value = column_of(head, "Metric Value");
  NcuReport report;
  std::string last;
  for (std::size_t r = head_row + 1; r < table.size(); ++r) {
    const Row& row = table[r];
    if (row.size() < 2) continue;
    if (report.launches.empty() || of_launch.id(row) != last) {
      report.launches.push_back(of_launch.launch(row));
      last = of_launch.id(row);
    }
    const auto number = number_in(cell_of(row, value));
    if (!number || cell_of(row, name).empty()) continue;
    report.launches.back().metrics.emplace(cell_of(row, name),
                                           *number * scale_of(cell_of(row, unit)));
  }
  return report;
}

}  // namespace

std::optional<double> ProfiledRow::value(std::string_view title) const {
  const auto at = values.find(title);
  if (at == values.end()) return std::nullopt;
  return at->second;
}

std::string short_kernel_name(std::string_view name) {
  std::size_t depth = 0, begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '(' && depth == 0 && i > begin) return std::string(name.substr(begin, i - begin));
    if (c == '<' && depth++ == 0 && i > begin) return std::string(name.substr(begin, i - begin));
    if (c == '(') ++depth;
    if ((c == '>' || c == ')') && depth > 0) --depth;
    if ((c == ' ' || c == ':') && depth == 0) begin = i + 1;
  }
  return std::string(name.substr(begin));
}

std::string ProfiledLaunch::short_name() const { return short_kernel_name(kernel); }

Result<NcuReport> read_ncu_report(std::string_view text, const std::string& name) {
  if (text.starts_with("NVR") || text.find('\0') != std::string_view::npos) {
    return fail(tr("{} is no text: print it with ncu --import {} --csv --page source > report.csv",
                   name, name));
  }
  TRY(const auto table, tables::read_csv(first_table(text), name));
  NcuReport report;
  SourcePage page;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Row& row = table[i];
    if (column_of(row, "ID") && column_of(row, "Kernel Name")) {
      report = column_of(row, "Metric Name") ? metric_rows(table, i) : raw_page(table, i);
      break;
    }
    page.read(row);
  }
  if (report.launches.empty()) report = page.take();
  const bool has_any = std::ranges::any_of(report.launches, [](const ProfiledLaunch& launch) {
    return !launch.metrics.empty() || !launch.rows.empty();
  });
  if (!has_any) {
    return fail(
        tr("{} has no table of Nsight Compute: print one with ncu --import FILE --csv "
           "--page source (or --page raw)",
           name));
  }
  return report;
}

void merge_into(NcuReport& report, NcuReport other) {
  for (std::size_t i = 0; i < other.launches.size(); ++i) {
    ProfiledLaunch& launch = other.launches[i];
    const bool is_same =
        i < report.launches.size() && launch.short_name() == report.launches[i].short_name();
    if (!is_same) {
      report.launches.push_back(std::move(launch));
      continue;
    }
    ProfiledLaunch& known = report.launches[i];
    if (!known.grid) known.grid = launch.grid;
    if (!known.block) known.block = launch.block;
    if (known.device.empty()) known.device = launch.device;
    if (known.rows.empty()) known.rows = std::move(launch.rows);
    known.metrics.merge(launch.metrics);
  }
}

}  // namespace warplens::explain
