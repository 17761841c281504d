#include "kernels/run/toolkit/readable_file.h"

#include <algorithm>

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

bool is_hidden(const fs::path& part) {
  const std::string name = part.string();
  return name.starts_with('.') && name != ".";
}

// Both are canonical.
bool lies_beneath(const fs::path& root, const fs::path& file) {
  const fs::path inside = file.lexically_relative(root);
  return !inside.empty() && std::none_of(inside.begin(), inside.end(), is_hidden);
}

fs::path named(const fs::path& root) { return root.empty() ? fs::path(".") : root; }

std::vector<fs::path> places_of(const fs::path& name, const Roots& roots) {
  std::vector<fs::path> places;
  for (const fs::path& root : roots) places.push_back(root / name);
  return places;
}

}  // namespace

std::optional<fs::path> first_readable(const std::vector<fs::path>& places, const Roots& roots) {
  std::error_code error;
  for (const fs::path& place : places) {
    const fs::path file = fs::canonical(place, error);
    if (error || !fs::is_regular_file(file, error)) continue;
    const bool is_allowed = std::ranges::any_of(roots, [&](const fs::path& root) {
      std::error_code missing;
      const fs::path folder = fs::canonical(named(root), missing);
      return !missing && lies_beneath(folder, file);
    });
    if (is_allowed) return file;
  }
  return std::nullopt;
}

Result<std::string> read_beneath(const fs::path& name, const Roots& roots,
                                 std::uint64_t maximum_bytes) {
  const std::vector<fs::path> places = places_of(name, roots);
  if (const auto file = first_readable(places, roots)) return read_text(*file, maximum_bytes);
  std::error_code error;
  const bool is_there = std::ranges::any_of(
      places, [&](const fs::path& place) { return fs::is_regular_file(place, error); });
  if (!is_there) return fail(tr("{}: no such file", name.string()));
  return fail(
      tr("{} lies outside of the kernel's folder, or is hidden: copy it into that folder, or allow "
         "the folder that it lies in (--source-root FOLDER)",
         name.string()));
}

}  // namespace warplens::run
