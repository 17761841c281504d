#include "app/session/show_kernel.h"

namespace warplens::session {

void show_kernel(Session& session, const NamedKernel& wanted) {
  const Side side = session.is_comparing() ? Side::right : Side::left;
  if (!wanted.kernel.empty()) session.select_kernel(wanted.kernel, side);
  for (const auto& [name, value] : wanted.parameters) {
    session.set_parameter(name, value, false, side);
  }
  // Of an index that is none nothing comes; a lesson's step tells that it is not done then.
  if (!wanted.index.empty()) (void)session.set_index(wanted.index, false, side);
}

}  // namespace warplens::session
