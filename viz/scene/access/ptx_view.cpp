#include "viz/scene/access/ptx_view.h"
#include "kernels/base/trimmed.h"

#include <algorithm>
#include <charconv>

namespace warplens::scene {
namespace {

constexpr std::string_view kBlanks = " \t\r";

// Takes the next word off `text`; words end at blanks and commas.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t,"), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(" \t,"));
  text.remove_prefix(word.size());
  return word;
}

std::uint32_t next_number(std::string_view& text) {
  const std::string_view word = next_word(text);
  std::uint32_t number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

using Files = std::map<std::uint32_t, std::string>;

// `.file 1 "tile.cu"`
void add_file(std::string_view line, Files& files) {
  next_word(line);
  const std::uint32_t number = next_number(line);
  const auto open = line.find('"');
  const auto close = line.find('"', open + 1);
  if (close != std::string_view::npos && open != close) {
    files[number] = line.substr(open + 1, close - open - 1);
  }
}

// Files are numbered: their names may stand at the end of the text.
struct NumberedPlace {
  std::uint32_t file = 0, line = 0, call_file = 0, call_line = 0;
  friend auto operator<=>(const NumberedPlace&, const NumberedPlace&) = default;
};

NumberedPlace place_of(std::string_view line) {
  NumberedPlace place;
  next_word(line);
  place.file = next_number(line);
  place.line = next_number(line);
  const auto inlined = line.find("inlined_at");
  if (inlined == std::string_view::npos) return place;
  line.remove_prefix(inlined);
  next_word(line);
  place.call_file = next_number(line);
  place.call_line = next_number(line);
  return place;
}

class Reader {
 public:
  void read(std::string_view line) {
    const std::string_view words = trimmed(line);
    table_.rows.push_back({line, is_instruction(words) ? place_ : 0});
    table_.longest = std::max(table_.longest, shown_ptx(line).size());
    if (words.starts_with(".file")) add_file(words, files_);
    if (words.starts_with(".loc ") || words.starts_with(".loc\t")) {
      place_ = places_.try_emplace(place_of(words), places_.size() + 1).first->second;
    }
    if (words == "}" && line.starts_with("}")) place_ = 0;  // the function's end
  }

  PtxTable take() {
    table_.places.resize(places_.size() + 1);
    for (const auto& [place, index] : places_) {
      table_.places[index] = {files_[place.file], files_[place.call_file], place.line,
                              place.call_line};
    }
    return std::move(table_);
  }

 private:
  static bool is_instruction(std::string_view words) {
    return words.ends_with(';') && !words.starts_with('.') && !words.starts_with("//");
  }

  PtxTable table_;
  Files files_;
  std::map<NumberedPlace, std::uint32_t> places_;
  std::uint32_t place_ = 0;
};

}  // namespace

std::size_t row_of(const PtxTable& table, const trace::Site& site) {
  const bool is_there = site.ptx_line >= 1 && site.ptx_line <= table.rows.size();
  return is_there ? site.ptx_line - 1 : table.rows.size();
}

PtxTable ptx_table(const trace::Trace& trace, std::string_view ptx) {
  Reader reader;
  while (!ptx.empty()) {
    const std::size_t end = ptx.find('\n');
    reader.read(ptx.substr(0, end));
    ptx = end == std::string_view::npos ? std::string_view{} : ptx.substr(end + 1);
  }
  PtxTable table = reader.take();
  for (std::size_t i = 0; i < trace.sites.size() && i < trace.totals.size(); ++i) {
    const std::size_t row = row_of(table, trace.sites[i]);
    if (row < table.rows.size()) table.costs[row].add(trace.sites[i], trace.totals[i]);
  }
  return table;
}

bool belongs(const PtxTable& table, std::size_t row, std::string_view file, std::uint32_t line) {
  if (row >= table.rows.size() || table.rows[row].place == 0) return false;
  const PtxPlace& place = table.places[table.rows[row].place];
  return (place.line == line && place.file == file) ||
         (place.call_line == line && place.call_file == file);
}

std::string shown_ptx(std::string_view text) {
  const std::string_view words = trimmed(text);
  std::string shown =
      text.empty() || kBlanks.find(text.front()) == std::string_view::npos ? "" : "  ";
  for (const char c : words) {
    const bool is_blank = c == '\t' || c == ' ';
    if (!is_blank || !shown.ends_with(' ')) shown += is_blank ? ' ' : c;
  }
  return shown;
}

}  // namespace warplens::scene
