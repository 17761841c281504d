#include "kernels/ptx/locations.h"

#include "kernels/ptx/expression.h"

namespace warplens::ptx {
namespace {

std::string unquote(std::string_view literal) {
  std::string plain;
  literal = literal.substr(1, literal.size() - 2);
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const bool escape = literal[i] == '\\' && i + 1 < literal.size() &&
                        (literal[i + 1] == '\\' || literal[i + 1] == '"');
    plain += literal[escape ? ++i : i];
  }
  return plain;
}

}  // namespace

void Locations::enter_function() {
  current_ = kNone;
  latest_.clear();
}

void Locations::parse_file(TokenCursor& cursor) {
  const std::uint32_t number = parse_count(cursor, "a file number");
  if (!cursor.at(Token::Kind::string)) return cursor.fail_expected("a file name in quotes");
  const std::string name = unquote(cursor.text(cursor.take()));
  while (cursor.accept(",")) parse_constant(cursor);  // time stamp and size
  const auto [known, is_new] =
      file_of_name_.try_emplace(name, static_cast<std::uint32_t>(module_.files.size()));
  file_of_number_[number] = known->second;
  if (is_new) module_.files.push_back(name);
}

// .loc 1 7 53, function_name $L__info_string0+4, inlined_at 1 12 5
void Locations::parse_loc(TokenCursor& cursor) {
  const Position position = parse_position(cursor);
  std::uint32_t inlined_at = kNone;
  while (cursor.accept(",")) {
    if (cursor.accept("function_name")) {
      cursor.expect_word("a label of .debug_str");
      parse_offset(cursor);
    } else if (cursor.expect("inlined_at")) {
      const Position call = parse_position(cursor);
      // The call site has its own .loc before this one, which says where that was inlined.
      const auto latest = latest_.find(call);
      inlined_at = latest != latest_.end() ? latest->second : intern(call, kNone);
    }
  }
  if (cursor.failed()) return;
  // Line 0: the compiler's own code for the line before.
  if (position[1] != 0 || current_ == kNone) current_ = intern(position, inlined_at);
  latest_[position] = current_;
}

Locations::Position Locations::parse_position(TokenCursor& cursor) {
  Position position{};
  for (std::uint32_t& part : position) part = parse_count_atom(cursor, "a file, line or column");
  return position;
}

std::uint32_t Locations::intern(const Position& position, std::uint32_t inlined_at) {
  const auto [entry, fresh] =
      known_.try_emplace({position[0], position[1], position[2], inlined_at},
                         static_cast<std::uint32_t>(module_.locations.size()));
  if (fresh) module_.locations.push_back({position[0], position[1], position[2], inlined_at});
  return entry->second;
}

void Locations::resolve_files() {
  for (SourceLocation& location : module_.locations) {
    const auto file = file_of_number_.find(location.file);
    location.file = file != file_of_number_.end() ? file->second : kNone;
  }
}

}  // namespace warplens::ptx
