// How a file's kernels are launched, kept beside it: my.cu.warplens.json.
//
//   {"warplens_launches": 1, "launches": [{"name": "small", "kernel": "scale",
//     "sizes": {"n": 1024}, "grid": ["ceil(n/block.x)"], "block": ["256"], "shared": "0",
//     "arguments": [{"name": "x", "type": "f32", "count": "n", "role": "in", "fill": "iota"},
//                   {"name": "n", "type": "i32", "value": "n"}]}]}
//
// docs/OWN_KERNELS.md has all fields. Files are named relative to the sidecar's folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/own/launch_form.h"

namespace warplens::own {

struct NamedLaunch {
  std::string name;  // each once in a sidecar
  LaunchForm form;
};

struct Sidecar {
  std::vector<NamedLaunch> launches;

  // The launch called `name`, or those of the kernel called so; the first when it is empty.
  // nullptr: there is none.
  [[nodiscard]] const NamedLaunch* find(std::string_view name) const;
};

[[nodiscard]] std::filesystem::path sidecar_path(const std::filesystem::path& kernel_file);

// Any text is safe. Errors: one line that names the field and says what to write instead.
Result<Sidecar> parse_sidecar(std::string_view text);
[[nodiscard]] std::string sidecar_text(const Sidecar& sidecar);

// Nothing if there is no such file. Errors name the file.
Result<std::optional<Sidecar>> read_sidecar(const std::filesystem::path& path);
Result<void> write_sidecar(const std::filesystem::path& path, const Sidecar& sidecar);

// Puts the launch in place of the one of its name, or at the end.
void keep_launch(Sidecar& sidecar, NamedLaunch launch);

}  // namespace warplens::own
