#include "app/features/cache/cache.h"

#include <algorithm>
#include <array>
#include <memory>

#include "app/session/feature.h"
#include "app/session/session.h"
#include "app/session/stage.h"
#include "viz/analysis/cache_preset.h"

namespace warplens::cache {
namespace {

using session::Session;

using analysis::CachePreset;
using analysis::kCachePresetNames;
using session::FeatureChoices;

constexpr std::string_view kName = "cache";

void read_stage(const JsonFields& step, session::Stage& stage) {
  if (step.has(kName)) stage.features.set(step.choice<CachePreset>(kName, kCachePresetNames));
}

// Those that were chosen, the stage's among them, are noted.
class Replays final : public session::Companion {
 public:
  void stage(const Session& /*now*/, const session::Stage& stage,
             FeatureChoices& next) const override {
    if (!stage.features.has<CachePreset>()) next.set(CachePreset{});
  }
  void look(Session& session) override {
    const auto chosen = session.chosen<CachePreset>();
    if (!has_seen(session, chosen)) session.note(chosen);
  }

  [[nodiscard]] static bool has_seen(const Session& session, CachePreset preset) {
    return std::ranges::count(session.activity().seen.of<CachePreset>(), preset) > 0;
  }
};

// Accesses were replayed with this one.
class Goal final : public session::Goal {
 public:
  explicit Goal(CachePreset preset) : preset_(preset) {}
  [[nodiscard]] bool is_met(const Session& session) const override {
    return Replays::has_seen(session, preset_);
  }
  Result<void> act(Session& session) const override {
    session.choose(preset_);
    return {};
  }
  [[nodiscard]] std::vector<std::string> controls(const Session& /*session*/) const override {
    return {"cache_view.preset"};
  }
  [[nodiscard]] session::Subject subject() const override { return session::Subject::family; }

 private:
  CachePreset preset_;
};

session::GoalPtr read_goal(const JsonFields& condition) {
  return std::make_shared<Goal>(condition.choice<CachePreset>("cache", kCachePresetNames));
}

constexpr session::GoalKind kGoal{kName, read_goal};

session::TextFields write(const FeatureChoices& choices) {
  return {{std::string(kName), std::string(analysis::name_of(choices.of<CachePreset>()))}};
}

bool read(std::string_view name, std::string_view text, FeatureChoices& choices) {
  const auto preset = analysis::cache_preset_named(text);
  if (name != kName || !preset) return false;
  choices.set(*preset);
  return true;
}

constexpr session::ChoiceText kText{
    kName, [](FeatureChoices& choices) { choices.set(CachePreset{}); }, write, read};

constexpr std::array kViews{session::StageView::cache_view};
constexpr session::PictureOption kPicture{
    .name = "--cache",
    .help = "The cache that accesses are replayed with",
    .views = kViews,
    .choose = [](const std::string& text, FeatureChoices& choices) -> Result<void> {
      choices.set(*analysis::cache_preset_named(text));
      return {};
    },
    .values =
        [] {
          return std::vector<std::string>(kCachePresetNames.begin(), kCachePresetNames.end());
        }};

std::unique_ptr<session::Companion> companion(const session::Surroundings& /*surroundings*/) {
  return std::make_unique<Replays>();
}

}  // namespace

session::Feature feature() {
  return {.read_stage = read_stage,
          .goals = {&kGoal, 1},
          .texts = {&kText, 1},
          .picture_options = {&kPicture, 1},
          .companion = companion};
}

}  // namespace warplens::cache
