#include "kernels/base/text.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace warplens {
namespace {

// One place of a format: "{}", "{2}", "{:.1f}", "{0:#x}".
struct Place {
  std::optional<std::size_t> index;  // none: the next one
  std::string_view spec;             // with its colon
};

// Widths and precisions of three digits are nobody's wish: "#010x" is one of ten.
bool is_modest(std::string_view spec) {
  std::size_t number = 0;
  for (const char c : spec) {
    if (c == '{') return false;
    number = c >= '0' && c <= '9' ? number * 10 + static_cast<std::size_t>(c - '0') : 0;
    if (number > 99) return false;
  }
  return spec.size() <= 8;
}

std::optional<Place> read_place(std::string_view inside) {
  Place place;
  const std::size_t colon = std::min(inside.find(':'), inside.size());
  place.spec = inside.substr(colon);
  const std::string_view index = inside.substr(0, colon);
  if (!is_modest(place.spec)) return std::nullopt;
  if (index.empty()) return place;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), number);
  if (error != std::errc() || end != index.data() + index.size()) return std::nullopt;
  place.index = number;
  return place;
}

template <class T>
void add(std::string& to, std::string_view spec, const T& value) {
  try {
    fmt::vformat_to(std::back_inserter(to), fmt::format("{{{}}}", spec),
                    fmt::make_format_args(value));
  } catch (const fmt::format_error&) {  // a number's form for a name, in a text out of a file
    fmt::format_to(std::back_inserter(to), "{}", value);
  }
}

void add(std::string& to, std::string_view spec, const Text::Value& value, Language language) {
  std::visit(
      [&](const auto& is) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(is)>, Text>) {
          add(to, spec, is.in(language));
        } else {
          add(to, spec, is);
        }
      },
      value.is);
}

// Calls `plain` for what stands as it is and `place` for each place of a value that is there.
template <class Plain, class Fill>
void walk(std::string_view format, std::size_t values, Plain plain, Fill fill) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < format.size();) {
    const std::size_t brace = std::min(format.find_first_of("{}", i), format.size());
    plain(format.substr(i, brace - i));
    i = brace;
    if (i == format.size()) break;
    if (i + 1 < format.size() && format[i + 1] == format[i]) {  // {{ or }}
      plain(format.substr(i, 1));
      i += 2;
      continue;
    }
    const std::size_t end = format.find('}', i);
    const auto place = format[i] == '{' && end != std::string_view::npos
                           ? read_place(format.substr(i + 1, end - i - 1))
                           : std::nullopt;
    const std::size_t index = place ? place->index.value_or(next) : values;
    if (index >= values) {
      plain(format.substr(i++, 1));
      continue;
    }
    if (!place->index) ++next;
    fill(index, place->spec);
    i = end + 1;
  }
}

// Saturates.
std::size_t sum(std::size_t a, std::size_t b) {
  constexpr std::size_t kEnough = std::numeric_limits<std::size_t>::max() / 4;
  return std::min(a + b, kEnough);
}

}  // namespace

std::string filled(std::string_view format, const std::vector<Text::Value>& values,
                   Language language) {
  std::string all;
  walk(
      format, values.size(), [&](std::string_view plain) { all += plain; },
      [&](std::size_t index, std::string_view spec) { add(all, spec, values[index], language); });
  return all;
}

std::size_t most_bytes(const Text& text) {
  constexpr std::size_t kNumber = 128;  // with a width of two digits
  std::vector<std::size_t> bytes;
  for (const Text::Value& value : text.values()) {
    const auto* nested = std::get_if<Text>(&value.is);
    const auto* name = std::get_if<std::string>(&value.is);
    bytes.push_back(kNumber + (nested ? most_bytes(*nested) : name ? name->size() : 0));
  }
  std::size_t all = text.english().size();
  walk(
      text.english(), bytes.size(), [](std::string_view) {},
      [&](std::size_t index, std::string_view) { all = sum(all, bytes[index]); });
  return all;
}

std::string_view TextView::in(Language language) const {
  return translation(english, context, language).value_or(english);
}

std::string Text::in(Language language) const {
  if (!is_translated_) return english_;
  const std::string_view sentence = TextView{english_, context_}.in(language);
  return values_.empty() ? std::string(sentence) : filled(sentence, values_, language);
}

}  // namespace warplens
