#include "kernels/device/ptx_version.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

namespace warplens::device {
namespace {

struct Release {
  int cuda;  // 1000 × major + 10 × minor
  int ptx;   // 10 × major + minor
};
constexpr Release kReleases[] = {
    {11000, 70}, {11010, 71}, {11020, 72}, {11030, 73}, {11040, 74}, {11050, 75}, {11060, 76},
    {11070, 77}, {11080, 78}, {12000, 80}, {12010, 81}, {12020, 82}, {12030, 83}, {12040, 84},
    {12050, 85}, {12070, 86}, {12080, 87}, {12090, 88}, {13000, 90},
};

int newest_for(int cuda_version) {
  int newest = kReleases[0].ptx;
  for (const Release& release : kReleases) {
    if (release.cuda <= cuda_version) newest = release.ptx;
  }
  return newest;
}

}  // namespace

std::string with_version_for(std::string_view ptx, int cuda_version) {
  constexpr std::string_view kDirective = ".version";
  std::string text(ptx);
  // Not one that stands in a comment: a line's first word.
  std::size_t at = 0;
  while ((at = text.find(kDirective, at)) != std::string::npos) {
    const std::size_t line = text.rfind('\n', at) + 1;
    if (text.find_first_not_of(" \t", line) == at) break;
    at += kDirective.size();
  }
  if (at == std::string::npos) return text;
  const std::size_t begin = text.find_first_not_of(" \t", at + kDirective.size());
  if (begin == std::string::npos) return text;
  const std::size_t end = std::min(text.find_first_not_of("0123456789.", begin), text.size());
  int major = 0, minor = 0;
  const auto dot = std::from_chars(text.data() + begin, text.data() + end, major).ptr;
  if (dot == text.data() + end || *dot != '.') return text;
  std::from_chars(dot + 1, text.data() + end, minor);
  const int newest = newest_for(cuda_version);
  if (10 * major + minor <= newest) return text;
  return text.replace(begin, end - begin, fmt::format("{}.{}", newest / 10, newest % 10));
}

}  // namespace warplens::device
