// What one frame needs besides the app's state: fonts, colours, what panels ask for, tables made
// once a result, and what each panel keeps (state<…>(), declared in its room).
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/glossary.h"
#include "app/state/app_state.h"
#include "app/state/kept_offers.h"
#include "app/ui/exports.h"
#include "app/ui/fonts.h"
#include "app/ui/layout.h"
#include "app/ui/look.h"
#include "app/ui/panel_states.h"
#include "app/ui/recorder.h"
#include "app/ui/view_cache.h"
#include "app/words/speech.h"
#include "viz/scene/draw/layout.h"

namespace warplens::ui {

// Makes a texture of a large grid of cells; `view` names it so that it is made anew only on change.
using GridTexture =
    std::function<ImTextureID(const std::string& view, const scene::CellGrid& grid)>;

struct Ui : Speech {
  Ui();
  ~Ui();  // neither is inline: each unit would compile those of all that stands here

  Fonts fonts;
  const Look* look = nullptr;
  float scale = 1;
  Recorder recorder;
  std::vector<Command> commands;
  std::array<ViewCache, 2> caches;               // one a side of the stage
  session::Side side = session::Side::left;      // the one being drawn
  std::optional<session::StageView> small_view;  // being drawn; its header can make it large
  GridTexture grid_texture;                      // empty: cells are drawn one by one
  const lessons::Glossary* glossary = nullptr;   // null: no hover help
  bool makes_more = false;  // something beside the views is being made; told anew every frame
  std::vector<std::string> highlight;        // what the lesson's step points at
  std::optional<std::uint32_t> chosen_lane;  // of the left side's event: views outline it
  bool hides_tools = false;                  // presenting: views stand without their menus
  float header_end = 0;                      // what the header's menu takes of its width
  Exports exports;
  PanelStates states;
  KeptOffers offers;

  template <class State>
  [[nodiscard]] State& state() {
    return states.of<State>();
  }
  template <class State>
  [[nodiscard]] const State& state() const {
    return states.of<State>();
  }
  [[nodiscard]] ViewCache& cache() { return cache(side); }
  [[nodiscard]] const ViewCache& cache() const { return caches[static_cast<std::size_t>(side)]; }
  [[nodiscard]] ViewCache& cache(session::Side of) { return caches[static_cast<std::size_t>(of)]; }
  // Something large is made for the views on a thread of its own.
  [[nodiscard]] bool is_making_views() const;
  [[nodiscard]] bool is_making() const { return makes_more || is_making_views(); }
  void ask(Command command) { commands.push_back(std::move(command)); }
};

// How the scene's views look now: theme, language, text measured with the fonts that draw it.
[[nodiscard]] scene::Style scene_style(const Ui& ui);

}  // namespace warplens::ui
