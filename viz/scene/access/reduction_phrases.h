// Texts of the reduction view.
#pragma once

#include <string>

#include "kernels/base/text.h"
#include "viz/analysis/value_flow.h"

namespace warplens::scene {

// "loaded", "step 3", "out"; the short form leaves out the word.
[[nodiscard]] std::string step_name(Language language, const analysis::ValueFlow& flow,
                                    std::size_t step);
[[nodiscard]] std::string step_name_short(Language language, const analysis::ValueFlow& flow,
                                          std::size_t step);
// "32 values of 2": of how many elements each is made; the short form leaves that out, as does 0.
[[nodiscard]] std::string values_phrase(Language language, std::size_t values,
                                        std::uint64_t elements = 0);
// "32 lanes in 2 warps, 2 divergent"; the short form has only numbers: "32 / 2 / 2".
[[nodiscard]] std::string lanes_phrase(Language language, const analysis::FlowStep& step);
[[nodiscard]] std::string lanes_phrase_short(Language language, const analysis::FlowStep& step);
// "columns 0–255 of 1,024".
[[nodiscard]] std::string columns_phrase(Language language, std::uint32_t first, std::uint32_t last,
                                         std::uint32_t all);
// "block 0: 64 threads, 64 words of values".
[[nodiscard]] std::string flow_phrase(Language language, const trace::Trace& trace,
                                      const analysis::ValueFlow& flow);
// "values[4] · thread 4 · made of 8 elements".
[[nodiscard]] std::string value_phrase(Language language, const trace::Trace& trace,
                                       const analysis::ValueFlow& flow, std::size_t value);

// How many steps up to `step` bring values together: the number that it is called by.
[[nodiscard]] std::size_t step_number(const analysis::ValueFlow& flow, std::size_t step);

}  // namespace warplens::scene
