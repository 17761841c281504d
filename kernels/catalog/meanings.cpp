#include "kernels/catalog/meanings.h"

#include <algorithm>

namespace warplens::catalog {
namespace {

constexpr std::int64_t kWarp = 32;

std::int64_t rounded_up(std::int64_t whole, std::int64_t part) { return (whole + part - 1) / part; }

// "1 tile", "2 tiles".
std::string counted(std::int64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace

std::function<Text(const Parameters&)> in_tiles(std::string name) {
  return [name = std::move(name)](const Parameters& p) -> Text {
    const auto tile = p.find("tile");
    if (tile == p.end()) return {};
    const std::int64_t whole = p.at(name) / tile->second, rest = p.at(name) % tile->second;
    if (rest == 0) return {counted(whole, "tile"), fmt::format("{} 个 tile", whole)};
    if (whole == 0) return {"part of a tile", "不到一个 tile"};
    return {fmt::format("{} and {} more", counted(whole, "tile"), rest),
            fmt::format("{} 个 tile，余 {}", whole, rest)};
  };
}

Text in_warps(const Parameters& p) {
  const std::int64_t threads = p.at("threads"), warps = rounded_up(threads, kWarp);
  const std::int64_t rest = threads % kWarp;
  if (rest == 0) return {counted(warps, "warp"), fmt::format("{} 个 warp", warps)};
  if (warps == 1) return {"part of a warp", "不满一个 warp"};
  return {fmt::format("{}, the last with {}", counted(warps, "warp"), counted(rest, "lane")),
          fmt::format("{} 个 warp，最后一个有 {} 个 lane", warps, rest)};
}

Text block_in_warps(const Parameters& p) {
  const std::int64_t threads = p.at("block_x") * p.at("block_y");
  const Text warps = in_warps({{"threads", threads}});
  return {fmt::format("{}: {}", counted(threads, "thread"), warps.en),
          fmt::format("{} 个线程：{}", threads, warps.zh)};
}

std::function<Text(const Parameters&)> threads_for(std::vector<std::string> sides) {
  return [sides = std::move(sides)](const Parameters& p) -> Text {
    const auto threads = p.find("threads");
    if (threads == p.end()) return {};
    std::int64_t elements = 1;
    for (const std::string& side : sides) elements *= p.at(side);
    const std::int64_t all = p.at("blocks") * threads->second;
    return {fmt::format("{} for {}", counted(all, "thread"), counted(elements, "element")),
            fmt::format("{} 个线程处理 {} 个元素", all, elements)};
  };
}

Text in_blocks(const Parameters& p) {
  const auto threads = p.find("threads");
  if (threads == p.end() || p.contains("blocks")) return {};
  const std::int64_t blocks = rounded_up(p.at("n"), threads->second);
  return {counted(blocks, "block"), fmt::format("{} 个线程块", blocks)};
}

}  // namespace warplens::catalog
