#include "kernels/capturing/remote_sources.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "kernels/capturing/run_here.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::capturing {
namespace {

constexpr std::size_t kMostNames = 1000;
constexpr std::size_t kLongestName = 4096;

// $1 DIRECTORY, $2 COPIES, $3 bytes of one file, $4 of all, then ROOT...; names on standard input.
// A file is measured and sent as a copy, which nobody changes meanwhile.
constexpr const char* kScript =
    R"(LC_ALL=C CDPATH=; export LC_ALL
cd -- "$1" || exit 1
copy=$2/source; most=$3; left=$4
shift 4
set -- . "$@"
number=-1
while IFS= read -r name; do
  number=$((number + 1))
  file=
  for place in "$@"; do
    case $name in /*) path=$name ;; *) path=$place/$name ;; esac
    [ -f "$path" ] || continue
    path=$(readlink -f -- "$path" && echo .) || continue
    path=${path%??}
    for root in "$@"; do
      root=$(cd -- "$root" 2>/dev/null && pwd -P) || continue
      root=${root%/}
      case $path in "$root"/*) ;; *) continue ;; esac
      case ${path#"$root"} in */.*) continue ;; esac
      file=$path
      break 2
    done
  done
  [ -n "$file" ] && [ -f "$file" ] || continue
  [ "$most" -le "$left" ] || most=$left
  head -c $((most + 1)) "$file" >"$copy" || continue
  size=$(($(wc -c <"$copy")))
  [ "$size" -le "$most" ] || continue
  left=$((left - size))
  echo "$number $size"
  cat "$copy"
done)";

std::optional<std::uint64_t> number_before(char end, std::string_view& text) {
  const std::size_t length = text.find(end);
  if (length == std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  const char* last = text.data() + length;
  const auto [stopped, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || stopped != last) return std::nullopt;
  text.remove_prefix(length + 1);
  return number;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

}  // namespace

std::string line_for_sources(const std::string& directory, const std::string& copies,
                             const std::vector<std::string>& roots) {
  std::string line = fmt::format("sh -c {} sh {} {} {} {}", quoted(kScript),
                                 quoted(directory.empty() ? "." : directory), quoted(copies),
                                 run::kMaximumSourceBytes, run::kMaximumAllSourcesBytes);
  for (const std::string& root : roots) line += fmt::format(" {}", quoted(root));
  return line;
}

std::vector<std::string> names_to_ask(std::vector<std::string> files) {
  std::erase_if(files, [](const std::string& file) {
    return file.empty() || file.size() > kLongestName || std::ranges::any_of(file, is_control);
  });
  files.resize(std::min(files.size(), kMostNames));
  return files;
}

std::string lines_of(const std::vector<std::string>& names) {
  std::string lines;
  for (const std::string& name : names) lines += name + '\n';
  return lines;
}

trace::Sources sent_sources(const std::string& sent, const std::vector<std::string>& names) {
  trace::Sources sources;
  std::string_view left = sent;
  std::uint64_t room = run::kMaximumAllSourcesBytes;
  std::uint64_t next = 0;  // of names, which come in their order, each once
  while (!left.empty()) {
    const auto number = number_before(' ', left);
    const auto size = number ? number_before('\n', left) : std::nullopt;
    if (!size || *number < next || *number >= names.size()) break;
    if (*size > std::min({room, run::kMaximumSourceBytes, std::uint64_t{left.size()}})) break;
    const auto bytes = static_cast<std::size_t>(*size);
    sources.emplace_back(names[static_cast<std::size_t>(*number)], left.substr(0, bytes));
    left.remove_prefix(bytes);
    room -= *size;
    next = *number + 1;
  }
  return sources;
}

}  // namespace warplens::capturing
