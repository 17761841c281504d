// The form's rows and what they are made of: typed fields, choices, sliders of sizes.
#pragma once

#include "app/features/own_kernel/own_panels.h"

namespace warplens::ui {

struct FormView {
  const session::OwnLaunch& launch;
  std::filesystem::path folder;  // of the kernel's file
};

void form_rows(const AppState& app, Ui& ui, const FormView& view);

// Each draws into `width` pixels from where the cursor is. What is typed is taken on Enter or when
// the field is left, if it can be; until then it stays, with what is wrong with it below.
void typed_field(Ui& ui, const FormView& view, const session::FormField& field, float width);
void choice_field(Ui& ui, const FormView& view, const session::FormField& field, float width,
                  std::span<const std::string_view> choices);
void size_slider(Ui& ui, const FormView& view, const session::FormField& field, float width);

// What is wrong with what is typed into a field; empty: nothing.
[[nodiscard]] std::string field_error(const Ui& ui, const FormView& view,
                                      const session::FormField& field);
void error_below(Ui& ui, const FormView& view, const session::FormField& field);

}  // namespace warplens::ui
