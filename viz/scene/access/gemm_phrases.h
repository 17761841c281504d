// Texts of the GEMM view.
#pragma once

#include <string>

#include "kernels/base/text.h"
#include "viz/analysis/gemm_counts.h"
#include "viz/analysis/gemm_flow.h"
#include "viz/scene/access/gemm_layout.h"

namespace warplens::scene {

// "A · rows 0–63, k 8–15": of what is in sight; the short form without rows.
[[nodiscard]] std::string factor_a_phrase(Language language, const GemmWindow& window);
[[nodiscard]] std::string factor_a_phrase_short(const GemmWindow& window);
[[nodiscard]] std::string factor_b_phrase(Language language, const GemmWindow& window);
[[nodiscard]] std::string result_phrase(Language language, const GemmWindow& window);

// "This access: 32 values of A, 2 different · each takes part in 4 multiply-adds"; of an access
// that reads none of A and B, what it does; the short form leaves out the first half.
[[nodiscard]] std::string access_phrase(Language language, const analysis::GemmFlow& flow,
                                        const analysis::GemmMoment& moment, std::size_t event);
[[nodiscard]] std::string access_phrase_short(Language language,
                                              const analysis::GemmMoment& moment);

// "For each multiply-add: 0.031 values from global memory, 0.5 from shared memory by 0.31 loads".
[[nodiscard]] std::string loads_phrase(Language language, const analysis::GemmCounts& counts);
[[nodiscard]] std::string loads_phrase_short(Language language, const analysis::GemmCounts& counts);

// "block 3: C rows 64–127, columns 0–63 of 128 × 128, k = 64".
[[nodiscard]] std::string product_phrase(Language language, const analysis::GemmFlow& flow);

// "C[3][17] · warp 0 lane 17 · 12 of 64 terms\nneeds row 3 of A and column 17 of B"; of an element
// of another block the last part alone. `tells`: the terms, too.
[[nodiscard]] std::string cell_phrase(Language language, const analysis::GemmFlow& flow,
                                      const analysis::GemmMoment& moment,
                                      analysis::MatrixElement element, bool tells);

}  // namespace warplens::scene
