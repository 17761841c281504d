#include "app/state/pass_step.h"

#include <cmath>

namespace warplens::ui {

scene::Service current_service(const session::Session& session) {
  const session::LaunchResult* launch = session.launch();
  if (launch == nullptr || session.cursor().event >= launch->trace->events.size()) return {};
  const trace::EventView event = launch->trace->events.view(session.cursor().event);
  const trace::Site& site = launch->trace->sites[event.site];
  scene::Service shared = scene::shared_service(scene::shared_access(site, event));
  return shared.passes > 0 ? shared : scene::global_service(site, event);
}

void step_pass(session::Session& session, int by) {
  const scene::Service service = current_service(session);
  const double done = scene::passes_done(service, session.playback().shown_phase());
  const double next = by > 0 ? std::floor(done) + 1 : std::ceil(done) - 1;
  if (next >= 0 && next <= service.passes) {
    session.set_phase(scene::phase_after(service, static_cast<std::uint32_t>(next)));
    return;
  }
  const std::size_t before = session.cursor().event;
  if (by < 0 && before == 0) return;
  session.seek(by > 0 ? before + 1 : before - 1);
  if (by > 0 && session.cursor().event != before && current_service(session).passes > 0) {
    session.set_phase(0);
  }
}

}  // namespace warplens::ui
