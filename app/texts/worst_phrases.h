// What is said about a costly access, in the list of the worst ones: on the terminal and in the
// window alike.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/trace/trace.h"
#include "viz/analysis/causes/cause.h"

namespace warplens::ui {

struct WorstPhrases {
  std::string share;     // "88.6%", of all recorded accesses' cost
  std::string place;     // "kernels/catalog/transpose/tile.cu:33"
  std::string access;    // "shared load"
  std::string sentence;  // what the dearest of them does
  std::string title;     // of the cause: "column read"
  std::string advice;    // what people usually do
};

[[nodiscard]] WorstPhrases worst_phrase(const Speech& speech, const trace::Trace& trace,
                                        const analysis::Cause& cause);

// "shared accesses", "shared load".
[[nodiscard]] std::string accesses_to(const Speech& speech, trace::Space space,
                                      std::string_view accesses);
// "shared load", "barrier".
[[nodiscard]] std::string access_phrase(const Speech& speech, const trace::Site& site);

}  // namespace warplens::ui
