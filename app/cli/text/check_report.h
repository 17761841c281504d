// What `warplens check` found, as rows of a table and as JSON.
#pragma once

#include <string>

#include "app/cli/text/check_variant.h"
#include "app/texts/speech.h"
#include "kernels/base/json_types.h"

namespace warplens::cli {

// What was compared, counted.
struct Tally {
  std::uint64_t masks = 0, masks_different = 0;
  int equal = 0, in_order = 0, uncertain = 0, different = 0;  // counters
  bool any_order = false, lanes_differ = false;

  Tally& operator+=(const Tally& other);
};
[[nodiscard]] Tally tally_of(const VariantCheck& check);
// "4 equal, 2 uncertain"
[[nodiscard]] std::string counters_text(const ui::Speech& speech, const Tally& tally);

[[nodiscard]] std::string check_heading(const ui::Speech& speech);
// A row; below it what is wrong, and what else is to be said, a line each.
[[nodiscard]] std::string check_text(const ui::Speech& speech, const VariantCheck& check,
                                     const std::string& sizes);
[[nodiscard]] std::string check_text(const ui::Speech& speech, const VariantCheck& check,
                                     const catalog::Family& family);
// What is wrong, a line each.
[[nodiscard]] std::string faults_text(const ui::Speech& speech, const VariantCheck& check);
// A variant that could not be run at this size, and why.
[[nodiscard]] std::string unchecked_text(const std::string& name, const std::string& sizes,
                                         const std::string& why);
[[nodiscard]] Json check_json(const VariantCheck& check);

// "rows=64 cols=96": the parameters that make the problem's size.
[[nodiscard]] std::string sizes_text(const catalog::Family& family,
                                     const catalog::Parameters& parameters);

}  // namespace warplens::cli
