#include "app/texts/progress_phrases.h"

#include <cmath>

namespace warplens::ui {

std::string pass_phrase(const Speech& speech, Str counter, const scene::Motion& motion) {
  if (!motion.is_under_way()) return {};
  const double begun = std::ceil(scene::passes_done(motion.service, motion.phase));
  return speech.say(counter, static_cast<std::uint32_t>(begun), motion.service.passes);
}

std::string lanes_served_phrase(const scene::Motion& motion,
                                const analysis::SharedBreakdown& access) {
  const scene::LanesServed served = scene::lanes_served(motion, access);
  return fmt::format("{}/{}", served.done, served.moving);
}

}  // namespace warplens::ui
