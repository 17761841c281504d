#include "app/features/fragments/fragment_lessons.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/session/goal_of_seen.h"
#include "app/session/kernel_result.h"
#include "app/session/stage.h"
#include "kernels/machine/program/matrix_instructions.h"
#include "kernels/ptx/parser.h"

namespace warplens::fragments {
namespace {

constexpr std::string_view kLessonField = "fragments";
constexpr std::array<std::string_view, 2> kHolderNames{"lane", "register"};
constexpr std::uint32_t kUsuallyTold = 1;

// Nothing: the kernel's text is not known, or the element is none of its operands'.
std::optional<machine::FragmentPart> holder_in(const trace::Run& run, const NamedElement& element) {
  auto module = ptx::parse(*run.ptx, "run.ptx");
  if (!module.has_value() || run.traces.empty()) return std::nullopt;
  const auto program = machine::Program::load(
      std::make_shared<const ptx::Module>(std::move(*module)), run.traces.front()->entry);
  if (!program.has_value()) return std::nullopt;
  for (const machine::MatrixInstruction& each : machine::matrix_instructions(*program)) {
    const auto& operands = each.form.operands;
    const auto operand =
        std::ranges::find(operands, element.operand, &machine::FormOperand::letter);
    if (operand == operands.end()) continue;
    const auto holders = operand->map.holders(*element.element);
    if (!holders.empty()) return holders.front();
  }
  return std::nullopt;
}

class Goal final : public session::GoalOfSeen<FragmentChoice, NamedElement> {
 public:
  using GoalOfSeen::GoalOfSeen;
  Result<void> act(session::Session& session) const override {
    session.choose(FragmentChoice{.operand = wanted().operand, .element = wanted().element});
    return {};
  }
  [[nodiscard]] std::vector<std::string> controls(const session::Session&) const override {
    if (wanted().element) return {"fragments_view.cells"};
    return {fmt::format("fragments_view.operand.{}", wanted().operand)};
  }
};

session::AskedPtr read_asked_holder(const JsonFields& predict) {
  const auto holder = predict.choice<Holder>(kLessonField, kHolderNames);
  NamedElement element = predict.taken(parse_element(predict.text("element")));
  if (!element.element) {
    predict.wrong(tr("\"element\" must name one: D[5][3]"));
    element.element.emplace();
  }
  const auto told = predict.integer_or<std::uint32_t>("told", kUsuallyTold, 0, kWarpSize - 1);
  return std::make_shared<AskedHolder>(holder, std::move(element), told);
}

session::GoalPtr read_fragment_goal(const JsonFields& condition) {
  return std::make_shared<Goal>(condition.taken(parse_element(condition.text(kLessonField))));
}

}  // namespace

std::optional<std::int64_t> AskedHolder::value(const session::Session& session,
                                               const session::Stage& /*stage*/) const {
  const auto& result = session.result();
  if (!result) return std::nullopt;
  if (of_.lock() == result->run) return found_;
  of_ = result->run;
  found_.reset();
  if (const auto part = holder_in(*result->run, element_)) {
    found_ = holder_ == Holder::lane ? part->lane : part->reg;
  }
  return found_;
}

void read_stage(const JsonFields& step, session::Stage& stage) {
  const auto text = step.find(kLessonField);
  if (!text) return;
  const NamedElement named = text->taken(parse_element(text->as_text()));
  stage.features.set(FragmentChoice{.operand = named.operand, .element = named.element});
}

void note_choice(session::Session& session) {
  const auto& chosen = session.chosen<FragmentChoice>();
  const auto& seen = session.activity().seen.of<FragmentChoice>();
  if (chosen.operand == 0 || std::ranges::count(seen, chosen) > 0) return;
  session.note(chosen);
}

bool meets(const FragmentChoice& seen, const NamedElement& wanted) {
  return seen.operand == wanted.operand && (!wanted.element || seen.element == wanted.element);
}

const session::AskedKind kFragmentAsked{kLessonField, read_asked_holder};
const session::GoalKind kFragmentGoal{kLessonField, read_fragment_goal};

}  // namespace warplens::fragments
