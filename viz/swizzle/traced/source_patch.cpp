#include "viz/swizzle/traced/source_patch.h"

#include <algorithm>
#include <bit>
#include <set>

#include "kernels/own/source_words.h"

namespace warplens::swizzle {

namespace {

bool is_simple(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return own::is_word(c) || c == '.'; });
}

std::string enclosed_if_needed(const std::string& text) {
  return is_simple(text) ? text : fmt::format("({})", text);
}

bool has_effects(std::string_view text) {
  if (text.find("++") != std::string_view::npos || text.find("--") != std::string_view::npos)
    return true;
  for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    const bool compares = std::string_view("=!<>").find(before) != std::string_view::npos ||
                          text.substr(at + 1, 1) == "=";
    if (!compares) return true;
  }
  return false;
}

std::string xor_text(const std::string& row, const std::string& column, const RowXor& map,
                     std::uint32_t rows) {
  std::string bits = enclosed_if_needed(row);
  if (map.row_shift != 0) bits = fmt::format("({} >> {})", bits, map.row_shift);
  if (rows == 0 || (rows - 1) >> map.row_shift > map.mask)
    bits = fmt::format("({} & {})", bits, map.mask);
  if (map.group_shift != 0) bits = fmt::format("({} << {})", bits, map.group_shift);
  return fmt::format("{} ^ {}", enclosed_if_needed(column), bits);
}

// "32 + 1" of a constant, "(a ? b : c) + 1" of what binds less.
std::string sum_text(const std::string& text, std::uint32_t more) {
  const bool is_number = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (is_number && text.size() < 9) return std::to_string(std::stoul(text) + more);
  const bool binds = text.find_first_of("?<>|^&=") == std::string::npos;
  return fmt::format("{} + {}", binds ? text : fmt::format("({})", text), more);
}

SourcePart inside_blanks(std::string_view code, SourcePart part) {
  while (part.begin < part.end &&
         std::string_view(" \t\r\n").find(code[part.begin]) != std::string_view::npos)
    ++part.begin;
  while (part.begin < part.end &&
         std::string_view(" \t\r\n").find(code[part.end - 1]) != std::string_view::npos)
    --part.end;
  return part;
}

class Patch {
 public:
  explicit Patch(const PatchedArray& array) : all_(array), source_(array.source) {}

  Result<std::vector<Edit>> edits(const Map& map) {
    TRY(check_uses());
    TRY(check_lines());
    TRY(check_constants());
    if (map.kind == Map::Kind::padding) {
      TRY(is_flat() ? pad_pitch(map.padding) : pad_extent(map.padding));
      return std::move(edits_);
    }
    const auto by_row = row_xor(map, all_.tile.columns);
    if (!by_row) return fail(tr("{} is no XOR of the row into the column", text_of(map)));
    for (const SourceUse& use : source_.uses) TRY(swizzle_use(use, *by_row));
    return std::move(edits_);
  }

 private:
  [[nodiscard]] bool is_flat() const { return source_.extents.size() == 1; }
  [[nodiscard]] std::string words(const SourcePart& part) const {
    return own::trimmed(source_.text(part));
  }
  [[nodiscard]] std::optional<PitchedIndex> index_of(const SourceUse& use) const {
    return pitched_index(source_, use.subscripts[0], all_.tile.columns);
  }
  void change(SourcePart part, std::string text) {
    part = inside_blanks(source_.code, part);
    edits_.push_back({part.begin, part.end, std::move(text)});
  }

  // By an address that goes into the access as it is: of a vector, a matrix's row, a copy.
  [[nodiscard]] bool is_wide_access(const SourceUse& use) const {
    return std::ranges::any_of(all_.traced.lines, [&](const TracedLine& line) {
      const bool is_here = line.line >= use.line && line.line <= use.last_line;
      const bool is_plain =
          line.site.kind == trace::EventKind::load || line.site.kind == trace::EventKind::store;
      return is_here && (!is_plain || line.site.width > all_.tile.element_bytes);
    });
  }

  Result<void> check_uses() const {
    if (source_.uses.empty()) return fail(tr("the source does not name {}", source_.name));
    for (const SourceUse& use : source_.uses) {
      if (use.subscripts.size() != source_.extents.size() || (is_flat() && !index_of(use))) {
        return fail(tr("line {} uses {} otherwise than by row and column", use.line, source_.name));
      }
      if (use.is_address && !is_wide_access(use)) {
        return fail(tr("line {} takes an address of {}, and what is reached by it is not known",
                       use.line, source_.name));
      }
    }
    return {};
  }

  // An access by a pointer or in a function that was handed the array names it nowhere.
  Result<void> check_lines() const {
    for (const TracedLine& line : all_.traced.lines) {
      const bool is_named = std::ranges::any_of(source_.uses, [&](const SourceUse& use) {
        return line.line >= use.line && line.line <= use.last_line;
      });
      if (!is_named)
        return fail(tr("line {} reaches {} without naming it", line.line, source_.name));
    }
    return {};
  }

  // tile[0][i] goes on into the next rows where i does.
  Result<void> check_constants() const {
    if (is_flat()) return {};
    for (const SourceUse& use : source_.uses) {
      const auto column = source_.value(source_.text(use.subscripts.back()));
      const auto row = row_of(use);
      for (const TracedLine& line : all_.traced.lines) {
        if (!is_alone_in(use, line.line) || (!row && !column)) continue;
        if (keeps_to(line, row, column)) continue;
        return fail(tr("line {} leaves the row or column that it names", line.line));
      }
    }
    return {};
  }

  // Of all the array, where constants say it.
  [[nodiscard]] std::optional<std::int64_t> row_of(const SourceUse& use) const {
    std::int64_t row = 0;
    for (std::size_t i = 0; i + 1 < use.subscripts.size(); ++i) {
      const auto index = source_.value(source_.text(use.subscripts[i]));
      const auto extent = source_.value(source_.text(source_.extents[i]));
      if (!index || (i > 0 && !extent)) return std::nullopt;
      row = (i == 0 ? 0 : row * *extent) + *index;
    }
    return row;
  }

  [[nodiscard]] bool is_alone_in(const SourceUse& use, std::uint32_t line) const {
    const auto has_line = [&](const SourceUse& one) {
      return line >= one.line && line <= one.last_line;
    };
    return has_line(use) && std::ranges::count_if(source_.uses, has_line) == 1;
  }

  [[nodiscard]] bool keeps_to(const TracedLine& line, const std::optional<std::int64_t>& row,
                              const std::optional<std::int64_t>& column) const {
    return std::ranges::all_of(line.events, [&](const TracedLine::Event& event) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        if ((event.mask >> lane & 1) == 0) continue;
        const std::int64_t element = event.byte[lane] / all_.tile.element_bytes;
        if (row && element / all_.tile.columns != *row) return false;
        if (column && element % all_.tile.columns != *column) return false;
      }
      return true;
    });
  }

  Result<void> check_effects(std::uint32_t line, const std::string& row) const {
    if (!has_effects(row)) return {};
    return fail(
        tr("line {}: the row '{}' changes something and would be computed twice", line, row));
  }

  Result<void> swizzle_use(const SourceUse& use, const RowXor& map) {
    if (is_flat()) return swizzle_flat(use, map);
    const SourcePart column = use.subscripts.back();
    const std::string row = words(use.subscripts[use.subscripts.size() - 2]);
    TRY(check_effects(use.line, row));
    change(column, xor_text(row, words(column), map, all_.inner_rows));
    return {};
  }

  Result<void> swizzle_flat(const SourceUse& use, const RowXor& map) {
    const auto index = index_of(use);
    TRY(check_effects(use.line, index->row));
    const std::string column =
        fmt::format("({})", xor_text(index->row, index->column, map, all_.tile.rows));
    if (index->column_part.end != 0) {
      change(index->column_part, column);
    } else {
      change(use.subscripts[0], fmt::format("{} * {} + {}", enclosed_if_needed(index->row),
                                            enclosed_if_needed(words(index->pitch)), column));
    }
    return {};
  }

  Result<void> pad_extent(std::uint32_t padding) {
    if (source_.is_dynamic) return dynamic();
    change(source_.extents.back(), sum_text(words(source_.extents.back()), padding));
    return {};
  }

  [[nodiscard]] Result<void> dynamic() const {
    return fail(tr("{} is extern: padding it takes more bytes at the launch, which is elsewhere",
                   source_.name));
  }

  Result<void> pad_pitch(std::uint32_t padding) {
    if (source_.is_dynamic) return dynamic();
    std::vector<SourcePart> pitches;
    for (const SourceUse& use : source_.uses) pitches.push_back(index_of(use)->pitch);
    TRY(const auto extent, extent_pitch(padding));
    if (extent) pitches.push_back(*extent);
    if (extent && pad_constant(pitches, padding)) return {};
    for (const SourcePart& pitch : pitches) {
      change(pitch, pitch_text(words(pitch), padding));
    }
    return {};
  }

  static std::string pitch_text(const std::string& words, std::uint32_t padding) {
    return enclosed_if_needed(sum_text(words, padding));
  }

  // The pitch in [32 * kPitch]; nothing where the extent is one number, which is changed itself.
  Result<std::optional<SourcePart>> extent_pitch(std::uint32_t padding) {
    const SourcePart extent = inside_blanks(source_.code, source_.extents[0]);
    const std::int64_t columns = all_.tile.columns;
    std::size_t begin = extent.begin;
    std::optional<SourcePart> found;
    for (std::size_t at = extent.begin; at <= extent.end; ++at) {
      if (at != extent.end && source_.code[at] != '*') continue;
      const SourcePart factor = inside_blanks(source_.code, {begin, at});
      begin = at + 1;
      const bool is_all = factor.begin == extent.begin && factor.end == extent.end;
      if (!is_all && source_.value(source_.text(factor)) == columns) found = factor;
    }
    if (found) return found;
    const std::string text = words(extent);
    const auto value = source_.value(text);
    const bool is_number = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    if (!value || !is_number || *value % columns != 0) {
      return fail(tr("line {}: the extent '{}' is no product with the pitch {}", source_.line, text,
                     columns));
    }
    change(extent, std::to_string(*value / columns * (columns + padding)));
    return std::optional<SourcePart>();
  }

  // One constant that stands for nothing but this array's pitch is changed where it is defined.
  bool pad_constant(const std::vector<SourcePart>& pitches, std::uint32_t padding) {
    const std::string name = words(pitches.front());
    const bool is_name = !name.empty() && (name[0] < '0' || name[0] > '9') &&
                         std::ranges::all_of(name, own::is_word);
    std::set<std::size_t> places;
    for (const SourcePart& pitch : pitches) {
      if (words(pitch) != name) return false;
      places.insert(pitch.begin);
    }
    std::optional<std::size_t> definition;
    for (std::size_t at = own::find_word(source_.code, name, 0); is_name && at != std::string::npos;
         at = own::find_word(source_.code, name, at + 1)) {
      if (places.contains(at)) continue;
      if (definition) return false;
      definition = at;
    }
    return definition && change_definition(*definition + name.size(), padding);
  }

  bool change_definition(std::size_t behind, std::uint32_t padding) {
    std::size_t begin = own::behind_blanks(source_.code, behind);
    const bool is_assigned = source_.code.substr(begin, 1) == "=";
    if (is_assigned) ++begin;
    const std::size_t end = source_.code.find_first_of(is_assigned ? ";,}" : "\n", begin);
    if (end == std::string::npos) return false;
    const SourcePart value = inside_blanks(source_.code, {begin, end});
    if (source_.value(source_.text(value)) != std::int64_t{all_.tile.columns}) return false;
    const std::string sum = sum_text(words(value), padding);
    change(value, is_assigned ? sum : enclosed_if_needed(sum));
    return true;
  }

  const PatchedArray& all_;
  const SourceArray& source_;
  std::vector<Edit> edits_;
};

}  // namespace

std::optional<RowXor> row_xor(const Map& map, std::uint32_t columns) {
  if (map.kind != Map::Kind::cute || !std::has_single_bit(columns)) return std::nullopt;
  const int width = std::countr_zero(columns);
  const auto& swizzle = map.cute;
  if (swizzle.shift < 0 || swizzle.base + swizzle.bits > width) return std::nullopt;
  if (swizzle.base + swizzle.shift < width) return std::nullopt;
  return RowXor{static_cast<std::uint32_t>(swizzle.base + swizzle.shift - width),
                (1u << swizzle.bits) - 1, static_cast<std::uint32_t>(swizzle.base)};
}

Result<std::vector<Edit>> edits_for(const PatchedArray& array, const Map& map) {
  return Patch(array).edits(map);
}

std::string with_edits(std::string_view source, std::vector<Edit> edits) {
  std::ranges::sort(edits, {}, &Edit::begin);
  std::string text;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    text += source.substr(at, edit.begin - at);
    text += edit.text;
    at = edit.end;
  }
  return text + std::string(source.substr(at));
}

}  // namespace warplens::swizzle
