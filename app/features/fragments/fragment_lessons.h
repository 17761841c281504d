// What a lesson asks of fragments: the operand that a step begins with, which lane or register
// holds an element, and what is to be pointed at.
//
//   step       "fragments": "D"
//   predict    {"fragments": "lane", "element": "D[5][3]", "told": 5}
//   condition  {"fragments": "B"}, {"fragments": "A[3][5]"}
#pragma once

#include "app/features/fragments/fragment_choice.h"
#include "app/session/feature.h"
#include "app/session/session.h"
#include "kernels/trace/run.h"

namespace warplens::fragments {

enum class Holder : std::uint8_t { lane, reg };

// Who holds an element in the first instruction of the kernel on screen that has such an operand.
class AskedHolder final : public session::Asked {
 public:
  AskedHolder(Holder holder, NamedElement element, std::uint32_t told)
      : holder_(holder), element_(std::move(element)), told_(told) {}

  [[nodiscard]] std::optional<std::int64_t> value(const session::Session& session,
                                                  const session::Stage& stage) const override;
  [[nodiscard]] const NamedElement& element() const { return element_; }
  // So many lanes, from 0 on, are shown until the answer is given.
  [[nodiscard]] std::uint32_t told() const { return told_; }

 private:
  Holder holder_;
  NamedElement element_;
  std::uint32_t told_;
  // Of the run that it was last asked about.
  mutable std::weak_ptr<const trace::Run> of_;
  mutable std::optional<std::int64_t> found_;
};

void read_stage(const JsonFields& step, session::Stage& stage);
// Keeps what is pointed at, for goals.
void note_choice(session::Session& session);
[[nodiscard]] bool meets(const FragmentChoice& seen, const NamedElement& wanted);

extern const session::AskedKind kFragmentAsked;
extern const session::GoalKind kFragmentGoal;

}  // namespace warplens::fragments
