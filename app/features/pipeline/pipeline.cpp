#include "app/features/pipeline/pipeline.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <memory>

#include "app/features/pipeline/pipeline_choice.h"
#include "app/session/feature.h"
#include "app/session/session.h"
#include "app/session/stage.h"

namespace warplens::pipeline {
namespace {

using session::FeatureChoices;

constexpr std::string_view kField = "pipeline", kBlockField = "pipeline.block",
                           kAtField = "pipeline.at";

// A block and a step of one kernel are nothing to another.
class PipelineCompanion final : public session::Companion {
 public:
  void stage(const session::Session& /*now*/, const session::Stage& stage,
             FeatureChoices& next) const override {
    if (!stage.features.has<PipelineChoice>()) next.set(PipelineChoice{});
  }
  void change_kernel(FeatureChoices& next) const override { next.set(PipelineChoice{}); }
};

template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

// "EVENT.STEP"
std::optional<ChosenStep> read_step(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == text.npos) return std::nullopt;
  const auto event = whole_number<std::uint64_t>(text.substr(0, point));
  const auto step = whole_number<std::uint32_t>(text.substr(point + 1));
  if (!event || !step) return std::nullopt;
  return ChosenStep{*event, *step};
}

session::TextFields write_pipeline(const FeatureChoices& choices) {
  const PipelineChoice& choice = choices.of<PipelineChoice>();
  const std::string steps = steps_text(choice);
  session::TextFields fields{{std::string(kField), steps, steps.empty()}};
  if (choice.block) {
    fields.push_back({std::string(kBlockField), fmt::format("{}", *choice.block)});
  }
  if (choice.at) {
    fields.push_back(
        {std::string(kAtField), fmt::format("{}.{}", choice.at->event, choice.at->step)});
  }
  return fields;
}

bool read_pipeline(std::string_view name, std::string_view text, FeatureChoices& choices) {
  PipelineChoice choice = choices.of<PipelineChoice>();
  if (name == kField) {
    const auto read = text.empty() ? Result<PipelineChoice>(PipelineChoice{}) : parse_steps(text);
    if (!read.has_value() || read->at) return false;
    choice.steps = read->steps;
  } else if (name == kBlockField) {
    choice.block = whole_number<std::uint32_t>(text);
    if (!choice.block) return false;
  } else {
    choice.at = read_step(text);
    if (name != kAtField || !choice.at) return false;
  }
  choices.set(choice);
  return true;
}

constexpr session::ChoiceText kPipelineText{
    kField, [](FeatureChoices& choices) { choices.set(PipelineChoice{}); }, write_pipeline,
    read_pipeline};

Result<void> choose_steps(const std::string& text, FeatureChoices& choices) {
  TRY(const auto read, parse_steps(text));
  PipelineChoice choice = choices.of<PipelineChoice>();
  choice.steps = read.steps;
  choice.at = read.at;
  choices.set(choice);
  return {};
}

constexpr std::array kPipelineViews{session::StageView::pipeline_view};
constexpr session::PictureOption kPipelinePicture{
    .name = "--steps",
    .help = "The steps that the pipeline view shows: all, 200, 200@35 for those around step 35",
    .views = kPipelineViews,
    .choose = choose_steps};

std::unique_ptr<session::Companion> pipeline_companion(
    const session::Surroundings& /*surroundings*/) {
  return std::make_unique<PipelineCompanion>();
}

}  // namespace

session::Feature feature() {
  return {.texts = {&kPipelineText, 1},
          .picture_options = {&kPipelinePicture, 1},
          .companion = pipeline_companion};
}

}  // namespace warplens::pipeline
