// What one frame needs besides the app's state: fonts, colours, what panels ask for, tables made
// once a result, and what each panel keeps (state<…>(), declared in its room).
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/side.h"
#include "app/settings/stage_view.h"
#include "app/state/command.h"
#include "app/texts/speech.h"
#include "app/ui/exports.h"
#include "app/ui/fonts.h"
#include "app/ui/layout.h"
#include "app/ui/panel_states.h"
#include "app/ui/theme.h"
#include "app/ui/widget_log.h"
#include "viz/scene/draw/layout.h"

namespace warplens::lessons {
class Glossary;
}

namespace warplens::ui {

class KeptOffers;
struct FeaturePanels;
struct ViewCache;

// Makes a texture of a large grid of cells; `view` names it so that it is made anew only on change.
using GridTexture =
    std::function<ImTextureID(const std::string& view, const scene::CellGrid& grid)>;

struct Ui : Speech {
  Ui();
  ~Ui();  // neither is inline: each unit would compile those of all that stands here

  Fonts fonts;
  const WindowTheme* theme = nullptr;
  float scale = 1;
  WidgetLog widget_log;
  std::vector<Command> commands;
  std::unique_ptr<std::array<ViewCache, 2>> caches;  // one a side of the stage; never null
  session::Side side = session::Side::left;          // the one being drawn
  std::optional<session::StageView> small_view;      // being drawn; its header can make it large
  GridTexture grid_texture;                          // empty: cells are drawn one by one
  const lessons::Glossary* glossary = nullptr;       // null: no hover help
  bool makes_more = false;  // something beside the views is being made; told anew every frame
  std::vector<std::string> highlight;        // what the lesson's step points at
  std::optional<std::uint32_t> chosen_lane;  // of the left side's event: views outline it
  bool hides_tools = false;                  // presenting: views stand without their menus
  float header_end = 0;                      // what the header's menu takes of its width
  Exports exports;
  const std::vector<FeaturePanels>* features =
      nullptr;  // whose panels there are; never null once it draws
  PanelStates states;
  std::unique_ptr<KeptOffers> offers;  // never null

  template <class State>
  [[nodiscard]] State& state() {
    return states.of<State>();
  }
  template <class State>
  [[nodiscard]] const State& state() const {
    return states.of<State>();
  }
  [[nodiscard]] ViewCache& cache() { return cache(side); }
  [[nodiscard]] const ViewCache& cache() const;
  [[nodiscard]] ViewCache& cache(session::Side of);
  // Something large is made for the views on a thread of its own.
  [[nodiscard]] bool is_making_views() const;
  [[nodiscard]] bool is_making() const { return makes_more || is_making_views(); }
  void ask(Command command) { commands.push_back(std::move(command)); }
};

// How the scene's views look now: theme, language, text measured with the fonts that draw it.
[[nodiscard]] scene::Style scene_style(const Ui& ui);

}  // namespace warplens::ui
