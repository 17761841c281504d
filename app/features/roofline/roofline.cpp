#include "app/features/roofline/roofline.h"

#include "app/features/roofline/place.h"
#include "app/session/feature.h"
#include "app/session/kernel_roofline.h"
#include "app/session/recordings.h"
#include "app/session/session.h"
#include "app/session/stage.h"
#include "app/texts/speech.h"

namespace warplens::roofline {
namespace {

using analysis::RooflineMemory;
using session::FeatureChoices;
using session::RooflineFigure;

// Recordings, from which places are told.
class Recorded final : public session::Companion {
 public:
  explicit Recorded(std::function<const session::Recordings&()> recordings)
      : recordings_(std::move(recordings)) {}
  [[nodiscard]] const session::Recordings& recordings() const { return recordings_(); }
  void stage(const session::Session& /*now*/, const session::Stage& stage,
             FeatureChoices& next) const override {
    if (!stage.features.has<RooflineMemory>()) next.set(RooflineMemory{});
  }

 private:
  std::function<const session::Recordings&()> recordings_;
};

template <RooflineFigure figure>
session::MeasurePtr read_place(const JsonFields& fields) {
  const auto side = fields.integer_or<std::uint32_t>("side", 0, 0, 1'000'000);
  if (side == 0) fields.wrong(tr("a place on a roofline needs a \"side\""));
  return std::make_shared<Place>(figure, side);
}

constexpr std::array kMeasures{session::MeasureKind{session::kRooflineFigureNames[0],
                                                    read_place<RooflineFigure::intensity>, true},
                               session::MeasureKind{session::kRooflineFigureNames[1],
                                                    read_place<RooflineFigure::roof_share>, true}};

constexpr std::string_view kMemory = "roofline_memory";

std::optional<RooflineMemory> memory_named(std::string_view id) {
  const auto* const found = std::ranges::find(analysis::kRooflineMemoryIds, id);
  if (found == analysis::kRooflineMemoryIds.end()) return std::nullopt;
  return static_cast<RooflineMemory>(found - analysis::kRooflineMemoryIds.begin());
}

session::TextFields write_memory(const FeatureChoices& choices) {
  const auto memory = choices.of<RooflineMemory>();
  return {{std::string(kMemory), std::string(id_of(memory)), memory == RooflineMemory::dram}};
}

bool read_memory(std::string_view name, std::string_view text, FeatureChoices& choices) {
  const auto memory = memory_named(text);
  if (name != kMemory || !memory) return false;
  choices.set(*memory);
  return true;
}

constexpr session::ChoiceText kMemoryText{
    kMemory, [](FeatureChoices& choices) { choices.set(RooflineMemory{}); }, write_memory,
    read_memory};

constexpr std::array kRooflineViews{session::StageView::roofline};
constexpr session::PictureOption kMemoryPicture{
    .name = "--roof",
    .help = "Whose bytes and roof",
    .views = kRooflineViews,
    .choose = [](const std::string& text, FeatureChoices& choices) -> Result<void> {
      choices.set(*memory_named(text));
      return {};
    },
    .values =
        [] {
          return std::vector<std::string>(analysis::kRooflineMemoryIds.begin(),
                                          analysis::kRooflineMemoryIds.end());
        }};

std::unique_ptr<session::Companion> companion(const session::Surroundings& surroundings) {
  return std::make_unique<Recorded>(surroundings.recordings);
}

}  // namespace

std::optional<std::vector<double>> Place::values(
    const session::Session& session, const std::vector<session::NamedKernel>& kernels) const {
  const auto* recorded = session.companion<Recorded>();
  if (recorded == nullptr) return std::nullopt;
  std::vector<double> values;
  for (const session::NamedKernel& kernel : kernels) {
    const auto value = session::roofline_figure({session.families(), recorded->recordings()},
                                                kernel, side_, figure_);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::string Place::words(const ui::Speech& speech) const {
  return std::string(speech.say(figure_ == RooflineFigure::intensity ? ui::Str::judged_intensity
                                                                     : ui::Str::judged_roof_share));
}

session::Feature feature() {
  return {.measures = kMeasures,
          .texts = {&kMemoryText, 1},
          .picture_options = {&kMemoryPicture, 1},
          .companion = companion};
}

}  // namespace warplens::roofline
