// What a capture of a running program holds, for people and as JSON (docs/program.schema.json).
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "kernels/captured/program.h"

namespace warplens::cli {

[[nodiscard]] std::string program_text(const ui::Speech& speech, const captured::Program& program);
[[nodiscard]] Json program_json(const captured::Program& program);
// "add#2: 8x1x1 in blocks of 256x1x1", of its first launch.
[[nodiscard]] Text launch_line(const captured::Episode& episode);
// A line each.
[[nodiscard]] std::string launch_list(const ui::Speech& speech, const captured::Program& program);

}  // namespace warplens::cli
