// What a person has chosen to look at: a kernel variant with its parameters, or two of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "app/session/feature_choices.h"
#include "app/session/own_choice.h"
#include "app/session/side.h"
#include "app/settings/backend.h"
#include "kernels/catalog/family.h"
#include "kernels/run/capabilities.h"
#include "kernels/trace/event_order.h"

namespace warplens::session {

struct Selection {
  std::string kernel;              // "transpose/tile_padded"
  catalog::Parameters parameters;  // complete: every parameter that the variant takes
  std::string capture;  // the path of a capture that is shown instead of a run; empty: none
  trace::Order order = trace::Order::recorded;  // of the events; the same on both sides
  Backend backend = Backend::cpu;               // asked for on both sides; no matter to a capture
  // Whose instructions the figures are of, on both sides: 90 is sm_90; 0: the PTX's own accesses.
  // A GPU's trace has that GPU's unless it is 0.
  std::uint32_t capability = run::kDefaultCapability;
  std::uint64_t recording = 0;  // which one of that path is meant (trace::capture_stamp()); 0: any
  OwnChoice own{};              // of an own kernel's file
  // Of a kernel with an index that a person may write (OwnIndex): what they wrote. Empty:
  // as the source has it.
  std::string index{};
  bool is_program = false;  // the capture holds launches of a program: `own.kernel` is one's name
  std::string picture{};    // a PNG's path, for kernels that work on one; empty: as it is drawn
  friend bool operator==(const Selection&, const Selection&) = default;
};

// The same kernel with the same parameters, in whatever order its events stand, wherever it is
// traced.
[[nodiscard]] inline bool runs_the_same(const Selection& a, const Selection& b) {
  return a.kernel == b.kernel && a.parameters == b.parameters && a.capture == b.capture &&
         a.recording == b.recording && a.own == b.own && a.index == b.index &&
         a.picture == b.picture;
}

struct Choice {
  Selection left;
  std::optional<Selection> right{};  // none: only one kernel is looked at
  std::size_t launch = 0;            // whose events are shown, of kernels with several
  FeatureChoices features{};
  friend bool operator==(const Choice&, const Choice&) = default;

  template <class T>
  [[nodiscard]] const T& of() const {
    return features.of<T>();
  }
  [[nodiscard]] bool has(Side side) const { return find(side) != nullptr; }
  // Null where nothing stands on that side.
  [[nodiscard]] const Selection* find(Side side) const {
    return side == Side::left ? &left : right ? &*right : nullptr;
  }
  [[nodiscard]] Selection* find(Side side) {
    return side == Side::left ? &left : right ? &*right : nullptr;
  }
  // Of every side that there is.
  template <class Change>
  void change_all(Change change) {
    change(left);
    if (right) change(*right);
  }
};

}  // namespace warplens::session
