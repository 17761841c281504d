#include "viz/analysis/csv_reader.h"

#include <algorithm>

namespace warplens::tables {
namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";

// Characters of one file, cell by cell.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {
    if (text_.starts_with(kMark)) text_.remove_prefix(kMark.size());
  }

  [[nodiscard]] bool is_at_end() const { return at_ == text_.size(); }
  [[nodiscard]] bool is_broken() const { return is_broken_; }

  tables::Row row() {
    tables::Row cells;
    do cells.push_back(cell());
    while (take(','));
    take('\r');
    if (!is_at_end() && !take('\n')) is_broken_ = true;
    return cells;
  }

 private:
  bool take(char wanted) {
    if (is_at_end() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  std::string cell() {
    if (take('"')) return quoted();
    const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    std::string words(text_.substr(at_, end - at_));
    at_ = end;
    return words;
  }

  // Behind the first quote; two in a row stand for one.
  std::string quoted() {
    std::string words;
    while (!is_at_end()) {
      if (!take('"')) {
        words += text_[at_++];
      } else if (take('"')) {
        words += '"';
      } else {
        return words;
      }
    }
    is_broken_ = true;
    return words;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool is_broken_ = false;
};

}  // namespace

Result<Table> read_csv(std::string_view text, const std::string& name) {
  CsvReader reader(text);
  Table table;
  while (!reader.is_at_end()) {
    table.push_back(reader.row());
    if (reader.is_broken())
      return fail(tr("{}: a quote in row {} does not close", name, table.size()));
  }
  return table;
}

}  // namespace warplens::tables
