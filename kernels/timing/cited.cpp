#include "kernels/timing/cited.h"

#include <fstream>
#include <sstream>

#include "kernels/timing/json_reading.h"

namespace warplens::timing {

using namespace json_reading;

namespace {

constexpr int kCitedVersion = 1;
constexpr std::uintmax_t kMaximumCitedBytes = std::uintmax_t{1} << 20;

// A string is the same in both languages; where there is none, both are empty.
Both both(const Json& object, const char* name) {
  if (!object.is_object()) throw Damage{fmt::format("'{}' is looked for in no object", name)};
  const auto found = object.find(name);
  if (found == object.end()) return {};
  if (found->is_string()) return {found->get<std::string>(), found->get<std::string>()};
  return {text(*found, "en"), text(*found, "zh")};
}

Both needed(const Json& object, const char* name) {
  Both words = both(object, name);
  if (words.en.empty() || words.zh.empty()) throw Damage{fmt::format("'{}' is missing", name)};
  return words;
}

std::string optional_text(const Json& object, const char* name) {
  return object.contains(name) ? text(object, name) : std::string();
}

CitedRow row(const Json& json, std::size_t columns) {
  CitedRow read;
  read.name = needed(json, "name");
  read.variant = optional_text(json, "variant");
  if (json.contains("parameters")) read.parameters = integers(json, "parameters");
  for (const Json& figure : list(json, "figures")) {
    if (!figure.is_string()) throw Damage{"'figures' lists what is no text"};
    read.figures.push_back(figure.get<std::string>());
  }
  if (read.figures.size() != columns) {
    throw Damage{fmt::format("{} has {} figures for {} columns", read.name.en, read.figures.size(),
                             columns)};
  }
  return read;
}

CitedTable table(const Json& json, std::size_t document) {
  CitedTable read;
  read.document = document;
  read.family = text(json, "family");
  read.size = both(json, "size");
  read.device = both(json, "device");
  read.note = both(json, "note");
  for (const Json& column : list(json, "columns")) read.columns.push_back(needed(column, "title"));
  for (const Json& one : list(json, "rows")) read.rows.push_back(row(one, read.columns.size()));
  if (read.columns.empty() || read.rows.empty()) throw Damage{"a table has no column or no row"};
  return read;
}

Cited cited(const Json& json) {
  if (const int version = integer<int>(json, "version"); version != kCitedVersion) {
    throw Damage{fmt::format("it is of version {}, this program reads {}", version, kCitedVersion)};
  }
  Cited read;
  for (const Json& document : list(json, "documents")) {
    read.documents.push_back({text(document, "title"), optional_text(document, "author"),
                              optional_text(document, "link")});
    for (const Json& one : list(document, "tables")) {
      read.tables.push_back(table(one, read.documents.size() - 1));
    }
  }
  return read;
}

}  // namespace

std::vector<const CitedTable*> Cited::of(std::string_view family) const {
  std::vector<const CitedTable*> found;
  for (const CitedTable& table : tables) {
    if (table.family == family) found.push_back(&table);
  }
  return found;
}

Result<Cited> parse_cited(std::string_view json, std::string_view name) {
  const Json parsed = parse_json(json);
  if (parsed.is_discarded()) {
    return fail(tr("{} holds no cited timings: it is not JSON; install warplens again", name));
  }
  try {
    return cited(parsed);
  } catch (const Damage& damage) {
    return fail(tr("{} is damaged: {}; install warplens again", name, damage.what));
  }
}

Result<Cited> read_cited(const std::filesystem::path& file) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(file, error);
  if (error || bytes > kMaximumCitedBytes) {
    return fail(tr("{} is not there, or larger than 1 MiB: install warplens again", file.string()));
  }
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return fail(tr("cannot read {}: is it readable for you?", file.string()));
  return parse_cited(text.str(), file.string());
}

}  // namespace warplens::timing
