#include "app/features/hardware_tile/hardware_tile.h"

#include <fmt/format.h>

#include <array>
#include <memory>

#include "app/features/hardware_tile/tile_choice.h"
#include "app/session/feature.h"
#include "app/session/session.h"
#include "app/session/stage.h"

namespace warplens::hardware_tile {
namespace {

using session::FeatureChoices;

constexpr std::string_view kField = "hardware_tile", kUnitField = "hardware_tile.unit",
                           kAtField = "hardware_tile.at";

// What was chosen of one kernel's tiles is nothing to another.
class SharedTile final : public session::Companion {
 public:
  void stage(const session::Session& /*now*/, const session::Stage& stage,
             FeatureChoices& next) const override {
    if (!stage.features.has<TileChoice>()) next.set(TileChoice{});
  }
  void change_kernel(FeatureChoices& next) const override {
    next.set(TileChoice{.show = next.of<TileChoice>().show});
  }
};

session::TextFields write(const FeatureChoices& choices) {
  const TileChoice& choice = choices.of<TileChoice>();
  session::TextFields fields{
      {std::string(kField), std::string(name_of(choice.show)), choice.show == TileShow::both}};
  if (choice.unit) {
    fields.push_back({std::string(kUnitField), fmt::format("0x{:x}", *choice.unit)});
  }
  if (choice.at) fields.push_back({std::string(kAtField), text_of(*choice.at)});
  return fields;
}

bool read(std::string_view name, std::string_view text, FeatureChoices& choices) {
  TileChoice choice = choices.of<TileChoice>();
  if (name == kField) {
    const auto show = tile_show_named(text);
    if (!show) return false;
    choice.show = *show;
  } else if (name == kUnitField) {
    choice.unit = parse_unit(text);
    if (!choice.unit) return false;
  } else {
    choice.at = parse_read(text);
    if (name != kAtField || !choice.at) return false;
  }
  choices.set(choice);
  return true;
}

constexpr session::ChoiceText kText{
    kField, [](FeatureChoices& choices) { choices.set(TileChoice{}); }, write, read};

Result<void> choose_unit(const std::string& text, FeatureChoices& choices) {
  const auto unit = parse_unit(text);
  if (!unit) return fail(tr("'{}' is no address: write 0x990 or 2448", text));
  TileChoice choice = choices.of<TileChoice>();
  choice.unit = unit;
  choices.set(choice);
  return {};
}

Result<void> choose_show(const std::string& text, FeatureChoices& choices) {
  const auto show = tile_show_named(text);
  if (!show) return fail(tr("'{}' is none of both, written, read, overlay", text));
  TileChoice choice = choices.of<TileChoice>();
  choice.show = *show;
  choices.set(choice);
  return {};
}

constexpr std::array kViews{session::StageView::hardware_tile};
constexpr std::array kPictures{
    session::PictureOption{.name = "--tile-unit",
                           .help = "The unit that the views of a shared tile point at: 0x990",
                           .views = kViews,
                           .choose = choose_unit},
    session::PictureOption{.name = "--tile-show",
                           .help = "What the views of a shared tile show: both, written, read, "
                                   "overlay",
                           .views = kViews,
                           .choose = choose_show}};

std::unique_ptr<session::Companion> companion(const session::Surroundings& /*surroundings*/) {
  return std::make_unique<SharedTile>();
}

}  // namespace

session::Feature feature() {
  return {.texts = {&kText, 1}, .picture_options = kPictures, .companion = companion};
}

}  // namespace warplens::hardware_tile
