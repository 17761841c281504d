#include "kernels/trace/capture_rows.h"

namespace warplens::trace {

Dim3 loaded(const format::Dim3& dim) { return {dim.x(), dim.y(), dim.z()}; }

Buffer loaded(const format::Buffer& stored) {
  Buffer buffer;
  buffer.address = stored.address();
  buffer.bytes = stored.bytes();
  buffer.rows = stored.rows();
  buffer.columns = stored.columns();
  buffer.pitch = stored.pitch();
  buffer.element_bytes = stored.element_bytes();
  return buffer;
}

SharedArray loaded(const format::SharedArray& stored) {
  SharedArray array;
  array.offset = stored.offset();
  array.bytes = stored.bytes();
  array.layout = {stored.rows(),
                  stored.columns(),
                  stored.pitch(),
                  stored.element_bytes(),
                  static_cast<Swizzle>(stored.swizzle()),
                  stored.group(),
                  stored.row_shift()};
  return array;
}

Site loaded(const format::Site& stored) {
  Site site;
  site.line = stored.line();
  site.call_line = stored.call_line();
  site.ptx_line = stored.ptx_line();
  site.instruction = stored.instruction();
  site.kind = static_cast<EventKind>(stored.kind());
  site.space = static_cast<Space>(stored.space());
  site.width = stored.width();
  site.traits.matrices = stored.matrices();
  site.traits.result_used = stored.result_used();
  site.traits.constant_one_add = stored.constant_one_add();
  site.traits.is_async_bypass_l1 = stored.is_async_bypass_l1();
  site.traits.zero_fills = stored.zero_fills();
  return site;
}

SiteTotals loaded(const format::Totals& stored) {
  SiteTotals totals;
  totals.events = stored.events();
  totals.lanes = stored.lanes();
  totals.requests = stored.requests();
  totals.sectors = stored.sectors();
  totals.ideal_sectors = stored.ideal_sectors();
  totals.bytes_used = stored.bytes_used();
  totals.bytes_moved = stored.bytes_moved();
  totals.wavefronts = stored.wavefronts();
  totals.ideal_wavefronts = stored.ideal_wavefronts();
  totals.conflicts = stored.conflicts();
  totals.max_way = stored.max_way();
  totals.modelled = stored.modelled();
  return totals;
}

Finding loaded(const format::Finding& stored) {
  Finding finding;
  finding.kind = static_cast<FindingKind>(stored.kind());
  finding.severity = static_cast<Severity>(stored.severity());
  finding.line = stored.line();
  finding.block = loaded(stored.block());
  finding.warp = stored.warp();
  finding.lane = stored.lane();
  finding.site = stored.site();
  finding.ptx_line = stored.ptx_line();
  finding.other_line = stored.other_line();
  finding.occurrences = stored.occurrences();
  return finding;
}

Piece loaded(const format::Piece& stored) { return {stored.bytes(), stored.checksum()}; }

}  // namespace warplens::trace
