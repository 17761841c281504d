#include "kernels/run/memory_blocks.h"

#include <algorithm>

namespace warplens::run {
namespace {

MemoryBlock block_of(const DeviceBuffers& buffers, const catalog::BufferSpec& spec) {
  const std::uint64_t address = buffers.address(spec.name), bytes = buffers.size(spec.name);
  if (spec.address == 0) return {address, bytes};
  for (const MemoryStretch& stretch : buffers.stretches()) {
    const bool holds = address >= stretch.address && address - stretch.address < stretch.bytes;
    if (holds && buffers.variable(spec.name) == nullptr)
      return {stretch.address, stretch.bytes, true};
  }
  return {address, bytes, true};
}

}  // namespace

std::vector<MemoryBlock> memory_blocks(const DeviceBuffers& buffers) {
  std::vector<MemoryBlock> all, variables;
  for (const catalog::BufferSpec& spec : buffers.specs()) {
    const bool is_variable = buffers.variable(spec.name) != nullptr;
    (is_variable ? variables : all).push_back(block_of(buffers, spec));
  }
  std::ranges::sort(all, {}, &MemoryBlock::address);
  std::vector<MemoryBlock> blocks;
  for (const MemoryBlock& one : all) {
    const bool goes_on = !blocks.empty() && one.is_given && blocks.back().is_given &&
                         one.address - blocks.back().address <= blocks.back().bytes;
    if (!goes_on) {
      blocks.push_back(one);
      continue;
    }
    MemoryBlock& last = blocks.back();
    last.bytes = std::max(last.bytes, one.address + one.bytes - last.address);
  }
  std::ranges::move(variables, std::back_inserter(blocks));
  std::ranges::sort(blocks, {}, &MemoryBlock::address);
  return blocks;
}

}  // namespace warplens::run
