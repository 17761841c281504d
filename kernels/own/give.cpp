#include <algorithm>

#include "kernels/own/inference.h"

namespace warplens::own {
namespace {

constexpr std::int64_t kLargestSize = std::int64_t{1} << 31;

// Blocks that the expression gives with a size of that value; 0 where it gives none.
std::int64_t blocks_at(LaunchForm form, std::size_t dimension, std::size_t size,
                       std::int64_t value) {
  form.sizes[size].value = value;
  const auto values = values_of(form);
  return values.has_value() ? evaluate(form.grid[dimension].text, *values).value_or(0) : 0;
}

// The largest size that the given number of blocks works on; 0: none.
std::int64_t size_for(const LaunchForm& form, std::size_t dimension, std::size_t size,
                      std::int64_t blocks) {
  std::int64_t low = 1, high = kLargestSize;
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    const bool fits = blocks_at(form, dimension, size, middle) <= blocks;
    low = fits ? middle : low;
    high = fits ? high : middle - 1;
  }
  return blocks_at(form, dimension, size, low) == blocks ? low : 0;
}

// Makes the size that a dimension's blocks are guessed from fit those that are given.
void fit_size(std::size_t dimension, std::int64_t blocks, const catalog::Parameters& said,
              LaunchForm& form) {
  const auto expression = SizeExpression::parse(form.grid[dimension].text);
  if (!expression.has_value()) return;
  for (std::size_t i = 0; i < form.sizes.size(); ++i) {
    FormSize& size = form.sizes[i];
    const bool is_named =
        std::ranges::find(expression->names(), size.name) != expression->names().end();
    if (!is_named || said.contains(size.name)) continue;
    const std::int64_t value = size_for(form, dimension, i, blocks);
    if (value == 0) continue;
    size.value = value;
    size.why = tr("what {} blocks work on", blocks);
    return;
  }
}

Result<BlockGuess> given_block(const std::array<Entry, 3>& block) {
  BlockGuess guess;
  for (std::size_t d = 0; d < 3; ++d) {
    if (block[d].text.empty()) continue;
    TRY(const auto threads, evaluate(block[d].text, {}));
    guess.threads[d] = threads;
  }
  return guess;
}

}  // namespace

Result<catalog::Parameters> give(const GivenLaunch& given, Inference& inference) {
  LaunchForm& form = inference.form;
  if (!given.block[0].text.empty()) {
    TRY(auto block, given_block(given.block));
    inference.blocks = {std::move(block)};
    set_block(form, inference.blocks.front());
  }
  LaunchForm guessed = form;
  TRY(auto sizes, take_given_fields(given, form));
  for (std::size_t d = 0; d < 3 && !given.grid[0].text.empty(); ++d) {
    const std::int64_t blocks =
        evaluate(given.grid[d].text.empty() ? "1" : given.grid[d].text, {}).value_or(0);
    if (blocks > 0) fit_size(d, blocks, sizes, guessed);
  }
  form.sizes = guessed.sizes;
  if (!given.shared.text.empty()) inference.has_dynamic_shared = false;
  for (const FormArgument& argument : given.arguments) {
    const auto* buffer = std::get_if<FormBuffer>(&argument);
    if (buffer != nullptr && !buffer->count.text.empty())
      inference.given_counts.insert(buffer->name);
  }
  return sizes;
}

}  // namespace warplens::own
