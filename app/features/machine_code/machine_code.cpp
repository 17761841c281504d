#include "app/features/machine_code/machine_code.h"

#include <array>
#include <memory>

#include "app/features/machine_code/code_choice.h"
#include "app/session/feature.h"
#include "app/session/session.h"
#include "app/session/stage.h"

namespace warplens::code {
namespace {

using session::FeatureChoices;

constexpr std::string_view kField = "code";

// What was chosen of one kernel's lines is nothing to another.
class MachineCode final : public session::Companion {
 public:
  void stage(const session::Session& /*now*/, const session::Stage& stage,
             FeatureChoices& next) const override {
    if (!stage.features.has<CodeChoice>()) next.set(CodeChoice{});
  }
  void change_kernel(FeatureChoices& next) const override { next.set(CodeChoice{}); }
};

session::TextFields write(const FeatureChoices& choices) {
  const auto& line = choices.of<CodeChoice>().line;
  return {{std::string(kField), line ? line_text(*line) : std::string(), !line}};
}

bool read(std::string_view name, std::string_view text, FeatureChoices& choices) {
  if (name != kField) return false;
  const auto line = parse_line(text);
  if (!line && !text.empty()) return false;
  choices.set(CodeChoice{line});
  return true;
}

constexpr session::ChoiceText kText{
    kField, [](FeatureChoices& choices) { choices.set(CodeChoice{}); }, write, read};

Result<void> choose_line(const std::string& text, FeatureChoices& choices) {
  const auto line = parse_line(text);
  if (!line) return fail(tr("'{}' names no line: write source:57, ptx:118 or sass:0x2a0", text));
  choices.set(CodeChoice{line});
  return {};
}

constexpr std::array kViews{session::StageView::machine_code};
constexpr session::PictureOption kPicture{
    .name = "--code-line",
    .help = "The line that the machine code view lights: source:57, ptx:118, sass:0x2a0",
    .views = kViews,
    .choose = choose_line};

std::unique_ptr<session::Companion> companion(const session::Surroundings& /*surroundings*/) {
  return std::make_unique<MachineCode>();
}

}  // namespace

session::Feature feature() {
  return {.texts = {&kText, 1}, .picture_options = {&kPicture, 1}, .companion = companion};
}

}  // namespace warplens::code
