// What a person reads, as JSON has it: NAME in English, NAME_zh in Chinese, whatever --lang says.
#pragma once

#include <string>

#include "kernels/base/json.h"
#include "kernels/base/text.h"

namespace warplens::cli {

inline void add_sentence(Json& json, const std::string& name, const Text& text) {
  json[name] = text.in(Language::en);
  json[name + "_zh"] = text.in(Language::zh);
}

}  // namespace warplens::cli
