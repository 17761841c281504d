#include "app/session/show_kernel.h"

#include "app/session/edits.h"

namespace warplens::session {

void show_kernel(Session& session, const NamedKernel& wanted) {
  const Side side = session.is_comparing() ? Side::right : Side::left;
  if (!wanted.kernel.empty()) select_kernel(session, wanted.kernel, side);
  for (const auto& [name, value] : wanted.parameters) {
    set_parameter(session, name, value, false, side);
  }
  // Of an index that is none nothing comes; a lesson's step tells that it is not done then.
  if (!wanted.index.empty()) (void)set_index(session, wanted.index, false, side);
}

}  // namespace warplens::session
