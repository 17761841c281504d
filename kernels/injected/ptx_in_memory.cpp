#include "kernels/injected/ptx_in_memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

namespace warplens::injected {
namespace {

// Windows overlap by as much as a text may take.
constexpr std::uint64_t kWindow = std::uint64_t{64} << 20, kMostText = std::uint64_t{8} << 20;
constexpr std::uint64_t kMostMemory = std::uint64_t{16} << 30;
constexpr std::size_t kMostTexts = 8;

struct Region {
  std::uint64_t begin = 0, end = 0;
};

// Writable memory of no file and no device, but for `own`.
std::vector<Region> regions(const Region& own) {
  std::vector<Region> all;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    Region region;
    std::array<char, 5> access{};
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s", &region.begin, &region.end,
                    access.data()) != 3)
      continue;
    const bool is_of_file = line.find(" /") != std::string::npos;
    if (!std::string_view(access.data()).starts_with("rw") || is_of_file) continue;
    const Region before{region.begin, std::min(region.end, own.begin)};
    const Region behind{std::max(region.begin, own.end), region.end};
    for (const Region& part : {before, behind})
      if (part.begin < part.end) all.push_back(part);
  }
  return all;
}

// What can be read of it: a page may be gone meanwhile.
std::string_view copy(const Region& region, std::vector<char>& buffer) {
  const auto bytes = static_cast<std::size_t>(region.end - region.begin);
  const iovec to{buffer.data(), bytes};
  const iovec from{reinterpret_cast<void*>(region.begin), bytes};
  const ssize_t read = ::process_vm_readv(::getpid(), &to, 1, &from, 1, 0);
  return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(read, 0))};
}

bool is_text(char c) { return c == '\n' || c == '\t' || c == '\r' || (c >= ' ' && c <= '~'); }

// The text around the place where the kernel is defined: from ".version" on, as far as it is one.
std::optional<std::string> text_around(std::string_view memory, std::size_t at,
                                       const std::string& kernel) {
  const std::size_t begin = memory.rfind(".version", at);
  if (begin == std::string_view::npos || at - begin > kMostText) return std::nullopt;
  const std::string_view rest = memory.substr(begin);
  const auto end = std::ranges::find_if_not(rest, is_text);
  const auto length = static_cast<std::size_t>(end - rest.begin());
  if (length < at - begin + kernel.size() || end == rest.end()) return std::nullopt;
  const std::string text(rest.substr(0, length));
  const bool is_whole = text.find(".target") != std::string::npos && text.rfind('}') > at - begin;
  return is_whole ? std::optional(text) : std::nullopt;
}

void search(std::string_view memory, const std::string& needle, std::vector<std::string>& found) {
  for (std::size_t at = memory.find(needle);
       at != std::string_view::npos && found.size() < kMostTexts;
       at = memory.find(needle, at + 1)) {
    auto text = text_around(memory, at, needle);
    if (text && std::ranges::find(found, *text) == found.end()) found.push_back(std::move(*text));
  }
}

}  // namespace

std::vector<std::string> ptx_in_memory(const std::string& kernel) {
  std::vector<std::string> found;
  const std::string needle = ".entry " + kernel + "(";
  std::vector<char> buffer(kWindow);
  const auto own = reinterpret_cast<std::uint64_t>(buffer.data());
  std::uint64_t left = kMostMemory;
  for (const Region& region : regions({own, own + buffer.size()})) {
    for (std::uint64_t begin = region.begin; begin < region.end && left != 0;
         begin += kWindow - kMostText) {
      const std::uint64_t end = std::min(begin + kWindow, region.end);
      left -= std::min(left, end - begin);
      search(copy({begin, end}, buffer), needle, found);
    }
  }
  return found;
}

}  // namespace warplens::injected
