#include "app/features/workshop/workshop_making.h"

namespace warplens::ui {
namespace {

// What a search looks at: all but the map.
bool is_searched_alike(const swizzle::SwizzleSpec& one, const swizzle::SwizzleSpec& other) {
  return one.tile == other.tile && one.write == other.write && one.read == other.read;
}

}  // namespace

void WorkshopAnswers::ask(const swizzle::SwizzleSpec& spec) {
  job_.want(spec, [spec](const std::stop_token& stop) -> Result<SwizzleAnswerPtr> {
    TRY(auto answer, swizzle::answer(spec, stop));
    return std::make_shared<const swizzle::SwizzleAnswer>(std::move(answer));
  });
  const Result<SwizzleAnswerPtr>* answered = job_.result();
  if (answered == nullptr) return;
  error_.reset();
  if (answered->has_value()) {
    shown_ = **answered;
  } else {
    error_ = answered->error();
  }
}

void WorkshopSearch::begin(const swizzle::SwizzleSpec& spec) {
  progress_ = std::make_shared<Progress>();
  job_.start(spec, [spec, progress = progress_](const std::stop_token& stop) {
    swizzle::FindOptions how;
    how.stop = stop;
    how.progress = [progress](std::uint32_t done, std::uint32_t all) {
      progress->done = done;
      progress->all = all;
    };
    return swizzle::find(spec, how);
  });
}

void WorkshopSearch::follow(const swizzle::SwizzleSpec& spec) {
  const swizzle::SwizzleSpec* asked = job_.request();
  if (asked != nullptr && !is_searched_alike(*asked, spec)) cancel();
}

}  // namespace warplens::ui
