// Names of what texts of findings speak of; for finding_text*.cpp alone.
#pragma once

#include <string>
#include <string_view>

#include "kernels/machine/launch/finding_text.h"

namespace warplens::machine::finding_text {

// `text`, of the buffer, shared array or memory of this name.
[[nodiscard]] FindingText about(std::string name, FindingText text);
// "4 bytes"; "writes" or "reads".
[[nodiscard]] FindingText bytes(std::uint64_t count);
[[nodiscard]] FindingText verb(bool is_store);
// "k.cu:12", by the file's name without its folders, which Finding::file and other_file have.
[[nodiscard]] FindingText name_of(const CodePlace& place);
[[nodiscard]] std::string_view file_name(std::string_view path);
// "byte 12 of tile"
[[nodiscard]] FindingText name_of(const SharedPlace& place);

}  // namespace warplens::machine::finding_text
