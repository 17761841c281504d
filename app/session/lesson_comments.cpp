#include "app/session/lesson_comments.h"

#include <system_error>

#include "kernels/catalog/source_comments.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::session {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSource = ".cu", kTranslation = ".cu.zh.txt";

std::vector<std::string> translations_in(const fs::path& lessons) {
  std::vector<std::string> texts;
  std::error_code error;
  for (fs::recursive_directory_iterator each(lessons, error), end; !error && each != end;
       each.increment(error)) {
    if (!each->path().filename().string().ends_with(kTranslation)) continue;
    if (auto text = run::read_text(each->path()); text.has_value())
      texts.push_back(std::move(*text));
  }
  return texts;
}

}  // namespace

trace::Sources chinese_lesson_sources(const fs::path& assets, const trace::Sources& sources) {
  trace::Sources chinese;
  const auto translations = translations_in(assets / "lessons");
  for (const auto& [name, text] : sources) {
    if (!name.ends_with(kSource)) continue;
    for (const std::string& translation : translations) {
      auto told = catalog::localized_source(text, translation);
      if (told.has_value()) chinese.emplace_back(name, std::move(*told));
    }
  }
  return chinese;
}

std::optional<std::string> chinese_lesson_text(const fs::path& source, const std::string& text) {
  fs::path path = source;
  const auto translation = run::read_text(path.replace_extension(kTranslation));
  if (!translation.has_value()) return std::nullopt;
  return catalog::localized_source(text, *translation);
}

}  // namespace warplens::session
