// What a feature is to everybody else: a row of the one table (app/features/features.cpp), handed
// down from there to whoever reads lessons, links and settings. What it leaves out it does not
// have.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/companion.h"
#include "app/session/feature_choices.h"
#include "app/session/goal.h"
#include "app/settings/stage_view.h"
#include "kernels/base/json_fields.h"
#include "kernels/base/memory_watch.h"

namespace warplens::run {
class Catalogue;
}

namespace warplens::session {

class Recordings;
class SharedGpu;

// A condition of a step, {"NAME": …}. What is wrong is kept by the fields.
struct GoalKind {
  std::string_view name;
  GoalPtr (*read)(const JsonFields& condition) = nullptr;
};

// A number that a step's "predict" asks for, {"NAME": …}.
struct AskedKind {
  std::string_view name;
  AskedPtr (*read)(const JsonFields& predict) = nullptr;
};

// A ranking's "by"; some are a bound's "figure" as well.
struct MeasureKind {
  std::string_view name;
  MeasurePtr (*read)(const JsonFields& fields) = nullptr;
  bool has_bounds = false;
};

struct TextField {
  std::string name, value;
  bool is_usual = false;  // a link need not tell it
};
using TextFields = std::vector<TextField>;

// What is chosen as text: fields of a link, and what is remembered between two starts.
struct ChoiceText {
  std::string_view name;  // of its field; of others that belong to it, with more behind a dot
  void (*reset)(FeatureChoices& choices) = nullptr;  // as it is before anything was chosen
  // One of that name; others where they are not as usual.
  TextFields (*write)(const FeatureChoices& choices) = nullptr;
  // False: it has no such field, or the field no such value.
  bool (*read)(std::string_view name, std::string_view value, FeatureChoices& choices) = nullptr;
};

// An option of `screenshot`: what a picture shows of the feature.
struct PictureOption {
  std::string_view name, help;       // "--gpu"
  std::span<const StageView> views;  // that it is of
  // Errors: the text is none that it takes.
  Result<void> (*choose)(const std::string& text, FeatureChoices& choices) = nullptr;
  std::vector<std::string> (*values)() = nullptr;  // one of them; null: any text
  bool is_flag = false;                            // it takes no text
};

// Where a text was one.
template <class T>
[[nodiscard]] bool set_parsed(Result<T> parsed, FeatureChoices& choices) {
  if (parsed.has_value()) choices.set(std::move(*parsed));
  return parsed.has_value();
}

// What companions work with; all of it outlives them.
struct Surroundings {
  const run::Catalogue& catalogue;
  std::function<const Recordings&()> recordings;
  std::function<void()> wake;             // called from another thread when something is ready
  std::shared_ptr<SharedGpu> gpu{};       // null: nothing is measured here
  std::uint64_t memory = kDefaultMemory;  // bytes that this process may hold while it measures
};

struct Feature {
  // Takes what is its own of a step.
  void (*read_stage)(const JsonFields& step, Stage& stage) = nullptr;
  std::span<const GoalKind> goals{};
  std::span<const AskedKind> asked{};
  std::span<const MeasureKind> measures{};
  std::span<const ChoiceText> texts{};
  std::span<const PictureOption> picture_options{};
  std::unique_ptr<Companion> (*companion)(const Surroundings& surroundings) = nullptr;
};
using Features = std::span<const Feature>;

// The row of that name among a kind's of all features; null: there is none.
template <class Kind>
[[nodiscard]] const Kind* kind_named(Features features, std::span<const Kind> Feature::*kinds,
                                     std::string_view name) {
  for (const Feature& feature : features) {
    for (const Kind& kind : feature.*kinds) {
      if (kind.name == name) return &kind;
    }
  }
  return nullptr;
}

// What each feature chose, by the name of its field.
[[nodiscard]] std::map<std::string, std::string> main_texts(Features features,
                                                            const FeatureChoices& choices);

// Each feature's companion goes with the session. Returns what the first of them could not read;
// empty: there is none.
Text accompany(Session& session, Features features, const Surroundings& surroundings);

}  // namespace warplens::session
