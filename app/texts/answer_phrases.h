// An answer to a step's question, in words.
#pragma once

#include <string>

#include "app/lessons/course.h"
#include "app/texts/speech.h"

namespace warplens::ui {

// "32"; "tile_padded"; "tile_xor, tile_padded, tile"; "lane 4, 9–12"; "row 3, column 5". `words`:
// the step's, whose options are named. Of what is asked about an event that is there.
[[nodiscard]] std::string answer_phrase(const Speech& speech, const lessons::Prediction& prediction,
                                        const lessons::StepText& words, std::int64_t answer,
                                        const session::Session& session);

// "Right: …", or what was said and what is right.
[[nodiscard]] std::string verdict_phrase(const Speech& speech,
                                         const lessons::Prediction& prediction,
                                         const lessons::StepText& words,
                                         const session::Session& session);

}  // namespace warplens::ui
