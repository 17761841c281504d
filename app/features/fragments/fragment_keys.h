// The keys of the fragments view, where it stands large.
#pragma once

#include "app/features/fragments/fragment_choice.h"
#include "app/ui/key_table.h"
#include "viz/fragments/fragment_words.h"

namespace warplens::ui {

[[nodiscard]] std::span<const KeyRow> fragment_keys();
[[nodiscard]] bool has_fragment_keys(const AppState& app);

// The operand of the form that is chosen, else its first.
[[nodiscard]] std::size_t shown_operand(const machine::MatrixForm& form,
                                        const fragments::FragmentChoice& choice);

}  // namespace warplens::ui
