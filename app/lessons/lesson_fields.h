// What several fields of lesson.json have in common; private to this folder.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "app/lessons/lesson.h"
#include "kernels/base/json_fields.h"

namespace warplens::lessons {

// 0 where it is not there.
[[nodiscard]] std::uint32_t count_of(const JsonFields& fields, const char* name);
[[nodiscard]] session::Anchor anchor_of(const JsonFields& fields);
// "minutes" and "needs"; both need not be there.
[[nodiscard]] Effort effort_of(const JsonFields& fields);
// {"launch": …, "mended": …}, beside a kernel that is a file.
[[nodiscard]] StagedFile staged_file_of(const JsonFields& fields);
// {"kernel": …, "parameters": …, "index": …}.
[[nodiscard]] session::NamedKernel named_kernel_of(const JsonFields& fields);

// One of `values` by the name that traces have for it.
template <class Enum>
[[nodiscard]] Enum named(const JsonFields& fields, const char* name,
                         std::initializer_list<Enum> values) {
  std::vector<std::string_view> names;
  for (const Enum value : values) names.push_back(trace::name_of(value));
  return values.begin()[fields.choice<std::size_t>(name, names)];
}

}  // namespace warplens::lessons
