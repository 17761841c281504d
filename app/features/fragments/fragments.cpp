#include "app/features/fragments/fragments.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <memory>

#include "app/features/fragments/fragment_choice.h"
#include "app/features/fragments/fragment_lessons.h"
#include "app/session/feature.h"
#include "app/session/session.h"
#include "app/session/stage.h"

namespace warplens::fragments {
namespace {

using session::FeatureChoices;

constexpr std::string_view kField = "fragments", kCells = "fragments.cells", kAt = "fragments.at";
constexpr std::string_view kValuesInCells = "values";

// What was chosen of one kernel's instructions is nothing to another.
class Fragments final : public session::Companion {
 public:
  void stage(const session::Session& /*now*/, const session::Stage& stage,
             FeatureChoices& next) const override {
    if (!stage.features.has<FragmentChoice>()) next.set(FragmentChoice{});
  }
  void change_kernel(FeatureChoices& next) const override {
    next.set(FragmentChoice{.shows_values = next.of<FragmentChoice>().shows_values});
  }
  void look(session::Session& session) override { note_choice(session); }
};

std::string text_of(const ChosenExecution& at) {
  return fmt::format("{}.{}.{}.{}", at.ptx_line, at.block, at.warp, at.execution);
}

std::optional<ChosenExecution> parse_execution(std::string_view text) {
  std::array<std::uint32_t, 4> numbers{};
  for (std::uint32_t& number : numbers) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const bool is_last = &number == &numbers.back();
    if (is_last ? !text.empty() : !text.starts_with('.')) return std::nullopt;
    if (!is_last) text.remove_prefix(1);
  }
  return ChosenExecution{numbers[0], numbers[1], numbers[2], numbers[3]};
}

session::TextFields write(const FeatureChoices& choices) {
  const FragmentChoice& choice = choices.of<FragmentChoice>();
  const std::string element = element_text(choice);
  session::TextFields fields{{std::string(kField), element, element.empty()}};
  if (choice.shows_values) fields.push_back({std::string(kCells), std::string(kValuesInCells)});
  if (choice.at) fields.push_back({std::string(kAt), text_of(*choice.at)});
  return fields;
}

bool read(std::string_view name, std::string_view text, FeatureChoices& choices) {
  FragmentChoice choice = choices.of<FragmentChoice>();
  if (name == kField) {
    const auto named = text.empty() ? Result<NamedElement>(NamedElement{}) : parse_element(text);
    if (!named.has_value()) return false;
    choice.operand = named->operand;
    choice.element = named->element;
  } else if (name == kCells) {
    if (text != kValuesInCells) return false;
    choice.shows_values = true;
  } else {
    choice.at = parse_execution(text);
    if (name != kAt || !choice.at) return false;
  }
  choices.set(choice);
  return true;
}

constexpr session::ChoiceText kText{
    kField, [](FeatureChoices& choices) { choices.set(FragmentChoice{}); }, write, read};

Result<void> choose_element(const std::string& text, FeatureChoices& choices) {
  TRY(const auto named, parse_element(text));
  FragmentChoice choice = choices.of<FragmentChoice>();
  choice.operand = named.operand;
  choice.element = named.element;
  choices.set(choice);
  return {};
}

constexpr std::array kViews{session::StageView::fragments_view};
constexpr session::PictureOption kPicture{
    .name = "--fragment",
    .help = "The operand or element that the fragments view points at: D, 'A[3][5]'",
    .views = kViews,
    .choose = choose_element};

std::unique_ptr<session::Companion> companion(const session::Surroundings& /*surroundings*/) {
  return std::make_unique<Fragments>();
}

}  // namespace

session::Feature feature() {
  return {.read_stage = read_stage,
          .goals = {&kFragmentGoal, 1},
          .asked = {&kFragmentAsked, 1},
          .texts = {&kText, 1},
          .picture_options = {&kPicture, 1},
          .companion = companion};
}

}  // namespace warplens::fragments
