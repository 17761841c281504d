#include "kernels/timing/cited.h"

#include <fstream>
#include <sstream>

#include "kernels/base/json_fields.h"

namespace warplens::timing {

namespace {

constexpr int kCitedVersion = 1;
constexpr std::uintmax_t kMaximumCitedBytes = std::uintmax_t{1} << 20;

// A string is the same in both languages; where there is none, both are empty.
Both both(const JsonFields& fields, const char* name) {
  const auto words = fields.find(name);
  if (!words) return {};
  if (!words->is_text()) return {words->text("en"), words->text("zh")};
  return {words->as_text(), words->as_text()};
}

Both needed(const JsonFields& fields, const char* name) {
  Both words = both(fields, name);
  if (words.en.empty() || words.zh.empty()) fields.wrong(tr("\"{}\" is missing", name));
  return words;
}

CitedRow row(const JsonFields& fields, std::size_t columns) {
  CitedRow read{needed(fields, "name"), fields.text_or("variant", ""),
                fields.integers_or_none("parameters"), fields.texts("figures")};
  if (read.figures.size() != columns) {
    fields.wrong(
        tr("{} has {} figures for {} columns", read.name.en, read.figures.size(), columns));
  }
  return read;
}

CitedTable table(const JsonFields& fields, std::size_t document) {
  CitedTable read;
  read.document = document;
  read.family = fields.text("family");
  read.size = both(fields, "size");
  read.device = both(fields, "device");
  read.note = both(fields, "note");
  for (const JsonFields& column : fields.list("columns"))
    read.columns.push_back(needed(column, "title"));
  for (const JsonFields& one : fields.list("rows"))
    read.rows.push_back(row(one, read.columns.size()));
  if (read.columns.empty() || read.rows.empty())
    fields.wrong(tr("the table has no column or no row"));
  return read;
}

Cited cited(const JsonFields& fields) {
  fields.version(kCitedVersion);
  Cited read;
  for (const JsonFields& document : fields.list("documents")) {
    read.documents.push_back(
        {document.text("title"), document.text_or("author", ""), document.text_or("link", "")});
    for (const JsonFields& one : document.list("tables"))
      read.tables.push_back(table(one, read.documents.size() - 1));
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
  const auto fields = JsonFields::parse(json);
  if (!fields) {
    return fail(tr("{} holds no cited timings: it is not JSON; install warplens again", name));
  }
  return fields->finish(cited(*fields), name, tr("install warplens again"));
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
