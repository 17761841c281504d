// Programs as a capture would have them, made by hand of testdata/replays.ptx.
#pragma once

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/base/tensor_map.h"
#include "kernels/captured/program.h"

namespace warplens::captured::captured_test {

inline std::string replays_ptx() {
  std::ifstream file(WARPLENS_SOURCE_DIR "/kernels/captured/testdata/replays.ptx");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

inline std::vector<float> counted(std::size_t count, float first = 0, float step = 1) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = first + step * static_cast<float>(i);
  return values;
}

inline Allocation memory(std::uint64_t address, Bytes before, Bytes after = {}) {
  if (after.empty()) after = before;
  Allocation allocation{address, before.size(), Allocation::Kind::device, {}, 0, {}};
  allocation.parts.push_back({address, std::move(before), std::move(after)});
  return allocation;
}

inline Allocation variable(std::string name, std::uint64_t address, Bytes before,
                           Bytes after = {}) {
  Allocation allocation = memory(address, std::move(before), std::move(after));
  allocation.kind = Allocation::Kind::variable;
  allocation.variable = std::move(name);
  return allocation;
}

// Each argument at its natural place.
template <class... Arguments>
Launch launch(std::string entry, Dim3 grid, Dim3 block, const Arguments&... arguments) {
  Launch made;
  made.entry = std::move(entry);
  made.grid = grid;
  made.block = block;
  const auto add = [&](const auto& argument, std::size_t alignment) {
    const std::size_t offset =
        (made.parameter_bytes.size() + alignment - 1) / alignment * alignment;
    made.parameter_bytes.resize(offset + sizeof argument);
    std::memcpy(made.parameter_bytes.data() + offset, &argument, sizeof argument);
    made.parameters.push_back(
        {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(sizeof argument)});
  };
  (add(arguments, alignof(Arguments)), ...);
  return made;
}

inline Program program_of(std::vector<Episode> episodes) {
  Program program;
  program.command = "./replays";
  program.device = "NVIDIA H200";
  program.capability = 90;
  program.driver = "13.0";
  program.created = "2026-11-30T12:00:00Z";
  program.images.push_back({replays_ptx(), {}, Text(std::string("fatbin: PTX of compute_90")), {}});
  program.episodes = std::move(episodes);
  return program;
}

inline constexpr std::uint64_t kX = 0x7f12'3400'0000, kY = kX + 1024;

// 256 floats x, and behind them y.
inline Episode scaled(std::string name = "scale") {
  Episode episode;
  episode.name = std::move(name);
  episode.steps = {launch("scale", {2, 1, 1}, {128, 1, 1}, kX, kY, 256)};
  episode.allocations = {
      memory(kX, bytes_of(counted(256))),
      memory(kY, bytes_of(std::vector<float>(256, 7.0f)), bytes_of(counted(256, 0, 2)))};
  return episode;
}

// y = 2 x, y += 0.5, with a fill before and a copy behind.
inline Episode graph() {
  constexpr std::uint64_t kZ = 0x10'0000'0000;
  Episode episode;
  episode.name = "graph";
  episode.steps = {Fill{kY, 512, 0x3f80, 2}, launch("scale", {1, 1, 1}, {128, 1, 1}, kX, kY, 100),
                   launch("add_to", {2, 1, 1}, {128, 1, 1}, kY, 0.5f, 256), Copy{kZ, kY, 1024}};
  auto left = counted(256, 0.5f, 2);
  const std::uint32_t filled = 0x3f803f80;
  for (std::size_t i = 100; i < 256; ++i) {
    std::memcpy(&left[i], &filled, sizeof filled);
    left[i] += 0.5f;
  }
  episode.allocations = {memory(kZ, bytes_of(counted(256)), bytes_of(left)),
                         memory(kX, bytes_of(counted(256))),
                         memory(kY, bytes_of(counted(256)), bytes_of(left))};
  return episode;
}

struct Rows {
  std::uint64_t rows, sums;
  int count, columns;
};

// Rows that lie where the machine's windows might, one of them 4 bytes behind the begin of what was
// allocated.
inline Episode summed() {
  const std::vector<std::uint64_t> rows{0x3'0200'0000, 0x100'0000'0000, 0x7000'0000'0004};
  constexpr std::uint64_t kList = 0x7f00'0000'0000, kSums = kList + 0x200;
  Episode episode;
  episode.name = "sum_rows";
  episode.steps = {launch("sum_rows", {1, 1, 1}, {32, 1, 1}, Rows{kList, kSums, 3, 4})};
  episode.allocations = {
      memory(rows[0], bytes_of(counted(4))), memory(rows[1], bytes_of(counted(4, 10))),
      memory(rows[2] - 4, bytes_of(counted(5, 99))), memory(kList, bytes_of(rows)),
      memory(kSums, bytes_of(std::vector<float>(3)), bytes_of(std::vector<float>{6, 46, 406}))};
  return episode;
}

// Variables of its module: one is counted up, one leads to memory.
inline Episode weighed() {
  constexpr std::uint64_t kVariables = 0x7f20'0000'0000, kSums = 0x7f30'0000'0000;
  Episode episode;
  episode.name = "weigh";
  episode.steps = {launch("weigh", {1, 1, 1}, {32, 1, 1}, kX)};
  auto sums = counted(32, 0, 3);
  for (std::size_t i = 1; i < sums.size(); i += 2) sums[i] = 5 * static_cast<float>(i);
  episode.allocations = {
      memory(kX, bytes_of(counted(32))),
      variable("launches", kVariables, bytes_of(std::vector<int>{41}),
               bytes_of(std::vector<int>{42})),
      variable("last_sums", kVariables + 8, bytes_of(std::vector<std::uint64_t>{kSums})),
      variable("weights", kVariables + 16, bytes_of(std::vector<float>{3, 5})),
      memory(kSums, bytes_of(std::vector<float>(32)), bytes_of(sums))};
  return episode;
}

struct alignas(64) MapBytes {
  std::byte bytes[TensorMap::kBytes];
};

// A box of 8 × 8 of 16 × 16 floats, by a map that is passed by value.
inline Episode tiled() {
  constexpr std::uint64_t kOut = 0x7f00'0000'0000;
  TensorMap map;
  map.address = kX;
  map.sizes = {16, 16};
  map.strides = {64};
  map.box = {8, 8};
  MapBytes passed{};
  std::ranges::copy(map.encode(), passed.bytes);
  Episode episode;
  episode.name = "tile";
  episode.steps = {launch("tile", {1, 1, 1}, {64, 1, 1}, passed, kOut)};
  std::vector<float> box(64);
  for (std::size_t i = 0; i < box.size(); ++i)
    box[i] = static_cast<float>((8 + i / 8) * 16 + 8 + i % 8);
  episode.allocations = {memory(kOut, bytes_of(std::vector<float>(64)), bytes_of(box)),
                         memory(kX, bytes_of(counted(256)))};
  return episode;
}

}  // namespace warplens::captured::captured_test
