// Texts of the product view.
#pragma once

#include <string>

#include "kernels/base/text.h"
#include "viz/analysis/product_counts.h"
#include "viz/analysis/product_flow.h"
#include "viz/scene/access/product_layout.h"

namespace warplens::scene {

// "A · rows 0–63, k 8–15": of what is in sight; the short form without rows.
[[nodiscard]] std::string factor_a_words(Language language, const ProductWindow& window);
[[nodiscard]] std::string factor_a_words_short(const ProductWindow& window);
[[nodiscard]] std::string factor_b_words(Language language, const ProductWindow& window);
[[nodiscard]] std::string result_words(Language language, const ProductWindow& window);

// "This access: 32 values of A, 2 different · each takes part in 4 multiply-adds"; of an access
// that reads none of A and B, what it does; the short form leaves out the first half.
[[nodiscard]] std::string access_words(Language language, const analysis::ProductFlow& flow,
                                       const analysis::ProductMoment& moment, std::size_t event);
[[nodiscard]] std::string access_words_short(Language language,
                                             const analysis::ProductMoment& moment);

// "For each multiply-add: 0.031 values from global memory, 0.5 from shared memory by 0.31 loads".
[[nodiscard]] std::string loads_words(Language language, const analysis::ProductCounts& counts);
[[nodiscard]] std::string loads_words_short(Language language,
                                            const analysis::ProductCounts& counts);

// "block 3: C rows 64–127, columns 0–63 of 128 × 128, k = 64".
[[nodiscard]] std::string product_words(Language language, const analysis::ProductFlow& flow);

// "C[3][17] · warp 0 lane 17 · 12 of 64 terms\nneeds row 3 of A and column 17 of B"; of an element
// of another block the last part alone. `tells`: the terms, too.
[[nodiscard]] std::string cell_words(Language language, const analysis::ProductFlow& flow,
                                     const analysis::ProductMoment& moment,
                                     analysis::MatrixElement element, bool tells);

}  // namespace warplens::scene
