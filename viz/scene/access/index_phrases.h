// Tells which thread has an element and by which arithmetic, with its numbers: what a person reads
// who points at the element.
#pragma once

#include <string>
#include <vector>

#include "viz/analysis/thread_grid.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// A line each: the thread; column and row from block and thread; index; address as base + offset.
// For a place past the matrix, that its lane has no element. Empty where no thread reaches.
[[nodiscard]] std::vector<std::string> index_phrase(const analysis::ThreadGrid& threads,
                                                    const trace::Buffer& buffer, std::uint64_t row,
                                                    std::uint64_t column, Language language);

}  // namespace warplens::scene
