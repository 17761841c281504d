// What a lesson step, the command line or a remembered place puts on the stage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/cursor.h"
#include "app/session/event_filter.h"
#include "app/session/feature_choices.h"
#include "app/session/named_kernel.h"
#include "app/session/own_choice.h"
#include "kernels/catalog/family.h"
#include "kernels/trace/event_order.h"

namespace warplens::session {

struct Stage {
  std::string kernel;
  catalog::Parameters parameters;  // those that differ from the defaults
  std::optional<Anchor> cursor;
  // A second kernel beside it; `beside_parameters` likewise.
  std::string beside;  // empty: none
  catalog::Parameters beside_parameters;
  std::string index{}, beside_index{};  // written in place of the kernels' own; empty: as they are
  trace::Order order = trace::Order::recorded;
  FeatureChoices features{};  // of those that are in it; others stay as their features have it
  FeatureChoices asked{};     // what features are to do there, beside what is chosen
  EventFilter events{};       // those that the transport goes through
  std::vector<NamedKernel> compared_kernels{};  // run beside what is shown, for their sums alone
  OwnChoice own{};                    // of a kernel that is a file: how it is launched
};

}  // namespace warplens::session
