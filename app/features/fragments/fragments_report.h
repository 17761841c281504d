// What `warplens fragments` prints: an instruction's fragments in words and as JSON.
#pragma once

#include <string>

#include "app/features/fragments/fragment_choice.h"
#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/fragments/fragment_words.h"

namespace warplens::cli {

// For each operand a line a lane, a column a part of a register: the element that is there.
[[nodiscard]] std::string fragments_text(const ui::Speech& speech, const machine::MatrixForm& form);
[[nodiscard]] Json fragments_json(const machine::MatrixForm& form);
// Where one element is, a line a register that holds it. Errors: there is no such element.
Result<std::string> element_line(const ui::Speech& speech, const machine::MatrixForm& form,
                                 const fragments::NamedElement& element);

}  // namespace warplens::cli
