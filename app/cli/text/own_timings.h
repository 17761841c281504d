// What `warplens bench` says of a person's own kernel.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "kernels/own/time_own.h"

namespace warplens::cli {

// "n=1024 k=3"; "-" without sizes.
[[nodiscard]] std::string own_sizes_text(const catalog::Parameters& sizes);

[[nodiscard]] std::string own_bench_heading(const ui::Speech& speech, const std::string& kernel,
                                            const device::Description& gpu);
[[nodiscard]] std::string own_bench_row(const ui::Speech& speech, const catalog::Parameters& sizes,
                                        const own::OwnTiming& timing);
[[nodiscard]] Json own_bench_json(const catalog::Parameters& sizes, const own::OwnTiming& timing);

}  // namespace warplens::cli
