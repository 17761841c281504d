#include "viz/scene/access/index_phrases.h"

namespace warplens::scene {
namespace {

// "row = blockIdx.y · blockDim.y + threadIdx.y = 1 · 8 + 3 = 11"
std::string place_phrase(std::string_view name, char axis, std::uint32_t block, std::uint32_t size,
                         std::uint32_t thread) {
  return fmt::format("{0} = blockIdx.{1} · blockDim.{1} + threadIdx.{1} = {2} · {3} + {4} = {5}",
                     name, axis, block, size, thread, std::uint64_t{block} * size + thread);
}

}  // namespace

std::vector<std::string> index_phrase(const analysis::ThreadGrid& threads,
                                      const trace::Buffer& buffer, std::uint64_t row,
                                      std::uint64_t column, Language language) {
  const auto at = analysis::thread_at(threads, row, column);
  if (!at) return {};
  std::vector<std::string> lines;
  lines.push_back(say(phrases::thread_of_grid, language, at->block.x, at->block.y, at->thread.x,
                      at->thread.y, at->warp, at->lane));
  lines.push_back(place_phrase("row", 'y', at->block.y, threads.block.y, at->thread.y));
  lines.push_back(place_phrase("col", 'x', at->block.x, threads.block.x, at->thread.x));
  if (row >= threads.rows || column >= threads.columns) {
    lines.push_back(say(phrases::no_element, language, threads.rows, threads.columns));
    return lines;
  }
  const std::uint64_t index = row * threads.columns + column;
  lines.push_back(fmt::format("index = row · cols + col = {} · {} + {} = {}", row, threads.columns,
                              column, index));
  lines.push_back(say(phrases::address_of_element, language, buffer.name, buffer.element_bytes,
                      index, index * buffer.element_bytes));
  return lines;
}

}  // namespace warplens::scene
