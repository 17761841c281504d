// Where files that leave the window go.
#pragma once

#include <filesystem>
#include <vector>

#include "app/settings/settings.h"

namespace warplens::session {

// XDG_PICTURES_DIR, else HOME/Pictures where there is one, else HOME, else the current folder.
[[nodiscard]] std::filesystem::path pictures_folder();
// What the person chose, else that.
[[nodiscard]] std::filesystem::path save_folder(const Settings& settings);

// A folder that a person typed, "~" being HOME, made where it is missing. Errors: it is no full
// path, it cannot be made or written to.
Result<std::filesystem::path> chosen_folder(const std::string& typed);
// The folders in `folder` by name, hidden ones left out; none where it cannot be read.
[[nodiscard]] std::vector<std::string> folders_in(const std::filesystem::path& folder);

}  // namespace warplens::session
