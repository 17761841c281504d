// A catalogue source's comments in Chinese, line by line.
//
//   kernels/catalog/add/linear_1d.cu ──► kernels/catalog/zh/add/linear_1d.txt
//     // c = a + b, n elements each.       # of 0123456789abcdef     comments_hash() of the source
//     constexpr int k = 4;  // floats      c = a + b，各 n 个元素。   one line a comment, in order,
//                                          浮点数                     for what stands behind "// "
//
// A comment is what follows "//" up to the end of a line; a literal may hold "//". Of N lines of
// English there are N of Chinese, so that line numbers, which the PTX's .loc refer to, stay.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::catalog {

// The comments of a source in order, without "//" and the space behind it.
[[nodiscard]] std::vector<std::string_view> comments_of(std::string_view source);

// 16 hexadecimal digits: of the comments alone, so that a translation of other ones is noticed.
[[nodiscard]] std::string comments_hash(std::string_view source);

// `source` with the translation's comments in place of its own. Nothing: the translation is of
// other comments, or has not as many.
[[nodiscard]] std::optional<std::string> localized_source(std::string_view source,
                                                          std::string_view translation);

// "kernels/catalog/zh/add/linear_1d.txt"; empty for what is no source of the catalogue.
[[nodiscard]] std::string chinese_comments_path(std::string_view source_path);

}  // namespace warplens::catalog
