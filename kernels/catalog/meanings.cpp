#include "kernels/catalog/meanings.h"

#include <algorithm>

namespace warplens::catalog {
namespace {

constexpr std::int64_t kWarp = 32;

std::int64_t rounded_up(std::int64_t whole, std::int64_t part) { return (whole + part - 1) / part; }

Text tiles(std::int64_t count) { return in_number(count, tr("1 tile"), tr("{} tiles")); }
Text warps(std::int64_t count) { return in_number(count, tr("1 warp"), tr("{} warps")); }
Text lanes(std::int64_t count) { return in_number(count, tr("1 lane"), tr("{} lanes")); }
Text threads(std::int64_t count) { return in_number(count, tr("1 thread"), tr("{} threads")); }
Text blocks(std::int64_t count) { return in_number(count, tr("1 block"), tr("{} blocks")); }
Text elements(std::int64_t count) { return in_number(count, tr("1 element"), tr("{} elements")); }

}  // namespace

Text in_number(std::int64_t count, TextView one, TextView many) {
  return count == 1 ? Text(one) : tr(many, count);
}

std::function<Text(const Parameters&)> in_tiles(std::string name) {
  return [name = std::move(name)](const Parameters& p) -> Text {
    const auto tile = p.find("tile");
    if (tile == p.end()) return {};
    const std::int64_t whole = p.at(name) / tile->second, rest = p.at(name) % tile->second;
    if (rest == 0) return tiles(whole);
    if (whole == 0) return tr("part of a tile");
    return tr("{} and {} more", tiles(whole), rest);
  };
}

Text in_warps(const Parameters& p) {
  const std::int64_t count = p.at("threads"), whole = rounded_up(count, kWarp);
  const std::int64_t rest = count % kWarp;
  if (rest == 0) return warps(whole);
  if (whole == 1) return tr("part of a warp");
  return tr("{}, the last with {}", warps(whole), lanes(rest));
}

Text block_in_warps(const Parameters& p) {
  const std::int64_t count = p.at("block_x") * p.at("block_y");
  return tr("{}: {}", threads(count), in_warps({{"threads", count}}));
}

std::function<Text(const Parameters&)> threads_for(std::vector<std::string> sides) {
  return [sides = std::move(sides)](const Parameters& p) -> Text {
    const auto a_block = p.find("threads");
    if (a_block == p.end()) return {};
    std::int64_t all = 1;
    for (const std::string& side : sides) all *= p.at(side);
    return tr("{} for {}", threads(p.at("blocks") * a_block->second), elements(all));
  };
}

Text in_blocks(const Parameters& p) {
  const auto a_block = p.find("threads");
  if (a_block == p.end() || p.contains("blocks")) return {};
  return blocks(rounded_up(p.at("n"), a_block->second));
}

}  // namespace warplens::catalog
