#include "app/ui/views/workshop_making.h"

namespace warplens::ui {
namespace {

// What a search looks at: all but the map.
bool is_searched_alike(const swizzle::SwizzleSpec& one, const swizzle::SwizzleSpec& other) {
  return one.tile == other.tile && one.write == other.write && one.read == other.read;
}

}  // namespace

void WorkshopAnswers::ask(const swizzle::SwizzleSpec& spec) {
  const std::string asked = swizzle::text_of(spec);
  if (asked != asked_) {
    stop_.request_stop();
    stop_ = std::stop_source();
    asked_ = asked;
    is_awaited_ = true;
  }
  const Outcome* made =
      making_.get(nullptr, asked, false, [spec, stop = stop_.get_token()]() -> Outcome {
        TRY(auto answer, swizzle::answer(spec, stop));
        return std::make_shared<const swizzle::SwizzleAnswer>(std::move(answer));
      });
  if (made == nullptr || !is_awaited_) return;
  is_awaited_ = false;
  error_.reset();
  if (made->has_value()) {
    shown_ = **made;
  } else {
    error_ = made->error();
  }
}

void WorkshopSearch::begin(const swizzle::SwizzleSpec& spec) {
  cancel();
  stop_ = std::stop_source();
  asked_ = spec;
  progress_ = std::make_shared<Progress>();
  ++begun_;
  take();
}

void WorkshopSearch::cancel() {
  stop_.request_stop();
  progress_.reset();
  found_.reset();
}

void WorkshopSearch::follow(const swizzle::SwizzleSpec& spec) {
  const bool is_about_it = is_searched_alike(asked_, spec);
  if (!is_about_it && (progress_ || found_)) cancel();
  if (progress_) take();
}

void WorkshopSearch::take() {
  const Result<swizzle::Found>* made =
      making_.get(nullptr, std::to_string(begun_), false,
                  [spec = asked_, stop = stop_.get_token(), progress = progress_] {
                    swizzle::FindOptions how;
                    how.stop = stop;
                    how.progress = [progress](std::uint32_t done, std::uint32_t all) {
                      progress->done = done;
                      progress->all = all;
                    };
                    return swizzle::find(spec, how);
                  });
  if (made == nullptr) return;
  found_ = *made;
  progress_.reset();
}

}  // namespace warplens::ui
