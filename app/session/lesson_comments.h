// The comments of a lesson's own kernel in Chinese: those of row_sums.cu stand beside it in
// row_sums.cu.zh.txt, as the catalogue's stand in kernels/catalog/zh (source_comments.h).
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "kernels/trace/run.h"

namespace warplens::session {

// Of each of `sources` whose comments a lesson in `assets` has translated, the text with them: also
// of a person's copy of the kernel, as long as its comments are still those.
[[nodiscard]] trace::Sources chinese_lesson_sources(const std::filesystem::path& assets,
                                                    const trace::Sources& sources);

// The lesson's kernel itself, `text` of the file `source`; nothing where it has no translation.
[[nodiscard]] std::optional<std::string> chinese_lesson_text(const std::filesystem::path& source,
                                                             const std::string& text);

}  // namespace warplens::session
