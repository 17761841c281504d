#include "kernels/base/language.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/base/catalogues.h"

namespace warplens {
namespace {

// A .mo file: seven numbers, then two tables of (length, offset), of the originals in the order of
// their bytes and of their translations; each text ends with a zero. (GNU gettext manual, "The
// Format of GNU MO Files".)
class Compiled {
 public:
  explicit Compiled(std::span<const unsigned char> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint32_t size() const { return number(8); }
  [[nodiscard]] std::string_view original(std::uint32_t i) const { return text(number(12), i); }
  [[nodiscard]] std::string_view translated(std::uint32_t i) const { return text(number(16), i); }

  [[nodiscard]] std::optional<std::string_view> find(std::string_view key) const {
    std::uint32_t first = 0, last = size();
    while (first < last) {
      const std::uint32_t middle = first + (last - first) / 2;
      (original(middle) < key ? first = middle + 1 : last = middle);
    }
    if (first == size() || original(first) != key) return std::nullopt;
    return translated(first);
  }

 private:
  [[nodiscard]] std::uint32_t number(std::size_t at) const {
    std::uint32_t value = 0;
    std::memcpy(&value, &bytes_[at], sizeof(value));
    return value;
  }
  [[nodiscard]] std::string_view text(std::size_t table, std::uint32_t i) const {
    const std::size_t row = table + std::size_t{i} * 8;
    return {reinterpret_cast<const char*>(&bytes_[number(row + 4)]), number(row)};
  }

  std::span<const unsigned char> bytes_;
};

// The value of a field of the header, which is the translation of "": "Language-Name: 中文".
std::string_view header_field(const Compiled& catalogue, std::string_view field) {
  const std::string_view header = catalogue.find("").value_or("");
  const std::size_t at = header.find(field);
  if (at == std::string_view::npos) return {};
  const std::size_t start = at + field.size();
  return header.substr(start, header.find('\n', start) - start);
}

std::vector<LanguageInfo> read_languages() {
  std::vector<LanguageInfo> all = {{"en", "English"}};
  for (const Catalogue& each : catalogues()) {
    const std::string_view name = header_field(Compiled(each.bytes), "X-Language-Name: ");
    all.push_back(
        {each.locale.substr(0, each.locale.find('_')), name.empty() ? each.locale : name});
  }
  return all;
}

const Catalogue* catalogue_of(Language language) {
  const auto index = static_cast<std::size_t>(language);
  return index == 0 || index > catalogues().size() ? nullptr : &catalogues()[index - 1];
}

}  // namespace

std::span<const LanguageInfo> languages() {
  static const std::vector<LanguageInfo> kAll = read_languages();
  return kAll;
}

std::string_view code_of(Language language) {
  return languages()[static_cast<std::size_t>(language)].code;
}

std::optional<Language> language_of(std::string_view code) {
  const auto all = languages();
  const auto it = std::ranges::find(all, code, &LanguageInfo::code);
  if (it == all.end()) return std::nullopt;
  return static_cast<Language>(it - all.begin());
}

Language next(Language language) {
  return static_cast<Language>((static_cast<std::size_t>(language) + 1) % languages().size());
}

std::optional<std::string_view> translation(std::string_view english, std::string_view context,
                                            Language language) {
  const Catalogue* const catalogue = catalogue_of(language);
  if (catalogue == nullptr || english.empty()) return std::nullopt;
  const Compiled compiled(catalogue->bytes);
  if (context.empty()) return compiled.find(english);
  return compiled.find(std::string(context).append(1, '\4').append(english));
}

std::vector<Translation> translations(Language language) {
  std::vector<Translation> all;
  const Catalogue* const catalogue = catalogue_of(language);
  if (catalogue == nullptr) return all;
  const Compiled compiled(catalogue->bytes);
  for (std::uint32_t i = 0; i < compiled.size(); ++i) {
    const std::string_view key = compiled.original(i);
    if (key.empty()) continue;  // the header
    const std::size_t context = key.find('\4');
    all.push_back(
        context == std::string_view::npos
            ? Translation{key, {}, compiled.translated(i)}
            : Translation{key.substr(context + 1), key.substr(0, context), compiled.translated(i)});
  }
  return all;
}

}  // namespace warplens
