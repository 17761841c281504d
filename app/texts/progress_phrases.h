// How far the access under the cursor has got, in words.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "viz/scene/access/service.h"

namespace warplens::ui {

// "wavefront 7 of 32" or "sector 2 of 4" (`counter` says which) while it is under way; empty at
// rest.
[[nodiscard]] std::string pass_phrase(const Speech& speech, Str counter,
                                      const scene::Motion& motion);

// "6/1": lanes served, lanes on their way.
[[nodiscard]] std::string lanes_served_phrase(const scene::Motion& motion,
                                              const analysis::SharedBreakdown& access);

}  // namespace warplens::ui
