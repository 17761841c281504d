#include <algorithm>
#include <array>

#include "viz/explain/explanation.h"

namespace warplens::explain {
namespace {

struct CauseRow {
  Cause cause;
  std::string_view name;
  TextView words;
};

constexpr std::array<CauseRow, 8> kCauseRows{{
    {Cause::request, "request", tr("one a request")},
    {Cause::width, "width", tr("for the width")},
    {Cause::conflicts, "conflicts", tr("bank conflicts")},
    {Cause::same_address, "same_address", tr("turns at one word")},
    {Cause::pieces, "pieces", tr("copied apart")},
    {Cause::bytes, "bytes", tr("for the bytes wanted")},
    {Cause::apart, "apart", tr("lanes lie apart")},
    {Cause::misaligned, "misaligned", tr("begins within a sector")},
}};

const CauseRow& row_of(Cause cause) {
  return *std::ranges::find(kCauseRows, cause, &CauseRow::cause);
}

}  // namespace

std::string_view name_of(Cause cause) { return row_of(cause).name; }

TextView words_of(Cause cause) { return row_of(cause).words; }

std::string_view name_of(Rest rest) {
  switch (rest) {
    case Rest::none:
      return "none";
    case Rest::other_launch:
      return "other_launch";
    case Rest::without_rule:
      return "without_rule";
    case Rest::another_order:
      return "another_order";
    case Rest::uncertain:
      return "uncertain";
    case Rest::arbitration:
      return "arbitration";
    case Rest::missed_copies:
      return "missed_copies";
    case Rest::unknown:
      break;
  }
  return "unknown";
}

}  // namespace warplens::explain
