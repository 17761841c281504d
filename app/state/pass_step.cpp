#include "app/state/pass_step.h"

#include <cmath>

namespace warplens::ui {

scene::Service current_service(const session::Session& session) {
  const analysis::ExplainedEvent* event = session.event();
  if (event == nullptr) return {};
  scene::Service shared = scene::shared_service(event->shared);
  return shared.passes > 0 ? shared : scene::global_service(*event);
}

void step_pass(session::Session& session, int by) {
  const scene::Service service = current_service(session);
  const double done = scene::passes_done(service, session.playback().shown_phase());
  const double next = by > 0 ? std::floor(done) + 1 : std::ceil(done) - 1;
  if (next >= 0 && next <= service.passes) {
    session.playback().hold(scene::phase_after(service, static_cast<std::uint32_t>(next)));
    return;
  }
  const std::size_t before = session.cursor().event;
  if (by < 0 && before == 0) return;
  session.seek(by > 0 ? before + 1 : before - 1);
  if (by > 0 && session.cursor().event != before && current_service(session).passes > 0) {
    session.playback().hold(0);
  }
}

}  // namespace warplens::ui
