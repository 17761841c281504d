// --lang CODE: one of languages().
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "kernels/base/language.h"

namespace warplens::cli {

// `code`: a std::string, or an optional one.
template <class Code>
CLI::Option* add_language_option(CLI::App& app, Code& code, const char* what = "Language") {
  std::vector<std::string> codes;
  for (const LanguageInfo& each : languages()) codes.emplace_back(each.code);
  return app.add_option("--lang", code, what)->check(CLI::IsMember(codes));
}

}  // namespace warplens::cli
