#include "app/features/cache/cache.h"

#include "app/session/feature.h"
#include "app/session/session.h"

namespace warplens::cache {
namespace {

using session::Session;

// Accesses were replayed with this one.
class Goal final : public session::Goal {
 public:
  explicit Goal(analysis::CachePreset preset) : preset_(preset) {}
  [[nodiscard]] bool is_met(const Session& session) const override {
    return session.activity().caches.contains(preset_);
  }
  Result<void> act(Session& session) const override {
    session.set_cache(preset_);
    return {};
  }
  [[nodiscard]] std::vector<std::string> controls(const Session& /*session*/) const override {
    return {"cache_view.preset"};
  }
  [[nodiscard]] session::Subject subject() const override { return session::Subject::family; }

 private:
  analysis::CachePreset preset_;
};

session::GoalPtr read_goal(const JsonFields& condition) {
  return std::make_shared<Goal>(
      condition.choice<analysis::CachePreset>("cache", analysis::kCachePresetNames));
}

constexpr session::GoalKind kGoal{"cache", read_goal};

}  // namespace

session::Feature feature() { return {.goals = {&kGoal, 1}}; }

}  // namespace warplens::cache
