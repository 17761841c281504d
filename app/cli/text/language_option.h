// --lang CODE: one of languages(). What a command prints for people is said in it; JSON, CSV,
// --help and what is wrong with the options' form are the same in each.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/texts/speech.h"
#include "kernels/base/language.h"

namespace warplens::cli {

// `code`: a std::string, or an optional one.
template <class Code>
CLI::Option* add_language_option(CLI::App& app, Code& code, const char* what = "Language") {
  std::vector<std::string> codes;
  for (const LanguageInfo& each : languages()) codes.emplace_back(each.code);
  return app.add_option("--lang", code, what)->check(CLI::IsMember(codes));
}

// As the options say that `parser` has read; English without such an option.
[[nodiscard]] inline Language chosen_language(const CLI::App& parser) {
  const CLI::Option* option = parser.get_option_no_throw("--lang");
  if (option == nullptr || option->count() == 0) return Language::en;
  return language_of(option->as<std::string>()).value_or(Language::en);
}

struct LanguageOption {
  std::string code{code_of(Language::en)};

  void add_to(CLI::App& app) {
    add_language_option(app, code, "Language of what is printed for people")->capture_default_str();
  }
  [[nodiscard]] ui::Speech speech() const { return {language_of(code).value_or(Language::en)}; }
};

}  // namespace warplens::cli
