// docs/LADDERS.md as text: each family's ladder as it was recorded, and what was tried and failed.
#pragma once

#include <filesystem>
#include <string>

#include "app/session/live/recordings.h"

namespace warplens::limits {

// `tried` holds FAMILY.md, what a person wrote of the ideas that did not become rungs, with
// references to recordings as lessons have them (app/lessons/measured.h).
[[nodiscard]] std::string ladders_document(const session::Recordings& recordings,
                                           const std::filesystem::path& tried);

}  // namespace warplens::limits
