#include "app/state/choose_text.h"

namespace warplens::ui {

bool choose_text(AppState& app, std::string_view name, std::string_view text) {
  const auto* choice = kind_named(app.features, &session::Feature::texts, name);
  session::Choice next = app.session.choice();
  if (choice == nullptr || !choice->read(name, text, next.features)) return false;
  app.session.change(std::move(next));
  return true;
}

}  // namespace warplens::ui
