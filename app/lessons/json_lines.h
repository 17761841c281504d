// Where things stand in lesson.json, which a reader of JSON does not tell; private to this folder.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace warplens::lessons {

// The line of byte `at`, from 1.
[[nodiscard]] std::size_t line_at(std::string_view text, std::size_t at);

// Of sound JSON whose top is an object: the line on which each element of its list `name` begins.
[[nodiscard]] std::vector<std::size_t> lines_of_elements(std::string_view json,
                                                         std::string_view name);

}  // namespace warplens::lessons
