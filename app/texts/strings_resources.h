// What the field for an index says, and the view of resources by architecture; that view's own
// words stand in viz/scene/charts.
#pragma once

// clang-format off
#define WARPLENS_RESOURCES_STRINGS(S) \
  S(index_hint, \
    "An index of your own: {}; operators as in C++. Its values are places from 0 to {}.") \
  S(resources_view, "Resources") \
  S(resources_making, "Reading what ptxas says…") \
  S(resources_none, \
    "Known of the catalogue's kernels as they ship; of a file: warplens resources FILE.") \
  S(resources_loads_hint, \
    "Of the instructions that load shared memory, those of 16 bytes a lane, however often they run.")
// clang-format on
