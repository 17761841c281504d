#include "kernels/trace/capture_check.h"

#include <flatbuffers/util.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace warplens::trace {

namespace {

using Checked = Result<void>;

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr std::uint32_t kMaximumGridX = 0x7fffffff;
constexpr std::uint32_t kMaximumGridYZ = 65535;
constexpr std::uint32_t kMaximumThreads = 1024;

// Larger than what any GPU has, so that views stay of a sensible size.
constexpr std::uint64_t kMaximumSharedBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kMaximumBufferBytes = std::uint64_t{1} << 40;
constexpr std::uint32_t kMaximumElementBytes = 256;
constexpr std::uint32_t kMaximumWidth = 128;  // bytes a lane
constexpr std::uint32_t kMaximumMatrices = 4;

Error is_so(const TextView& what, const TextView& is) { return {tr("{} {}", what, is)}; }

struct NamedText {
  TextView what;
  const std::string& text;
};

Checked check_texts(std::initializer_list<NamedText> texts) {
  for (const NamedText& named : texts) {
    TRY(check_text(named.what, named.text));
  }
  return {};
}

bool is_figure(double value) { return std::isfinite(value) && value >= 0; }

Error in_row(const TextView& what, std::size_t number, const Text& error) {
  return {tr("{} {}: {}", what, number, error)};
}

// Runs `check` on each row and puts its number before the error.
template <class Rows, class Check>
Checked each(const TextView& what, const Rows& rows, Check check) {
  std::size_t number = 0;
  for (const auto& row : rows) {
    const Checked checked = check(row);
    if (!checked.has_value()) return fail(in_row(what, number, checked.error().message));
    ++number;
  }
  return {};
}

Checked check_launch(const TracedLaunch& launch) {
  const Dim3& grid = launch.grid;
  const Dim3& block = launch.block;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > kMaximumGridX ||
      grid.y > kMaximumGridYZ || grid.z > kMaximumGridYZ) {
    return fail(tr("its grid {}x{}x{} is impossible", grid.x, grid.y, grid.z));
  }
  const bool threads = block.x <= kMaximumThreads && block.y <= kMaximumThreads &&
                       block.z <= kMaximumThreads && block.count() <= kMaximumThreads;
  if (!threads || block.count() == 0) {
    return fail(tr("its block {}x{}x{} is impossible", block.x, block.y, block.z));
  }
  if (std::uint64_t{launch.static_shared_bytes} + launch.dynamic_shared_bytes >
      kMaximumSharedBytes) {
    return fail(tr("its shared memory is too large"));
  }
  return {};
}

// The bytes of `rows` rows of `row_bytes`, `pitch` apart, fit into `bytes`.
bool rows_fit(std::uint64_t rows, std::uint64_t row_bytes, std::uint64_t pitch,
              std::uint64_t bytes) {
  if (rows == 0) return true;
  if (row_bytes > bytes) return false;
  if (rows == 1) return true;
  return pitch != 0 && pitch >= row_bytes && rows - 1 <= (bytes - row_bytes) / pitch;
}

Checked check_buffer(const Buffer& buffer) {
  TRY((check_texts({{tr("its name"), buffer.name}, {tr("its type"), buffer.element_type}})));
  if (buffer.bytes > kMaximumBufferBytes || buffer.address > ~std::uint64_t{0} - buffer.bytes) {
    return fail(tr("its {} bytes at {:#x} are impossible", buffer.bytes, buffer.address));
  }
  const std::uint64_t element = buffer.element_bytes;
  if (element == 0 || element > kMaximumElementBytes || buffer.columns > buffer.bytes / element) {
    return fail(tr("its elements do not fit"));
  }
  const std::uint64_t row_bytes = buffer.columns * element;
  const std::uint64_t pitch = buffer.pitch != 0 ? buffer.pitch : row_bytes;
  if (pitch > kMaximumBufferBytes || !rows_fit(buffer.rows, row_bytes, pitch, buffer.bytes)) {
    return fail(tr("its rows do not fit"));
  }
  return {};
}

Checked check_layout(const SharedArray& array) {
  const SharedLayout& layout = array.layout;
  if (layout.swizzle > Swizzle::shift || layout.group == 0 || layout.row_shift > 31) {
    return fail(tr("its layout is unknown"));
  }
  if (!layout.is_known()) return {};
  const std::uint64_t element = layout.element_bytes;
  if (element == 0 || element > kMaximumElementBytes || layout.columns == 0 ||
      layout.columns > layout.pitch || layout.pitch > array.bytes / element ||
      !rows_fit(layout.rows, layout.columns * element, layout.pitch * element, array.bytes)) {
    return fail(tr("its layout does not fit"));
  }
  const bool swizzled = layout.swizzle != Swizzle::none;
  if (layout.columns % layout.group != 0 ||
      (swizzled && !std::has_single_bit(layout.columns / layout.group))) {
    return fail(tr("its swizzle does not fit"));
  }
  return {};
}

Checked check_shared_array(const SharedArray& array) {
  TRY(check_text(tr("its name"), array.name));
  if (std::uint64_t{array.offset} + array.bytes > kMaximumSharedBytes) {
    return fail(tr("it lies outside shared memory"));
  }
  return check_layout(array);
}

Checked check_site(const Site& site) {
  if (site.kind > kLastEventKind || site.space > kLastSpace || site.width > kMaximumWidth ||
      site.traits.matrices > kMaximumMatrices) {
    return fail(tr("its access is unknown"));
  }
  return check_texts({{tr("its file"), site.file},
                      {tr("its function"), site.function},
                      {tr("its instruction"), site.ptx}});
}

Checked check_finding(const Trace& trace, const Finding& finding) {
  const Dim3& grid = trace.launch.grid;
  if (finding.kind > kLastFindingKind || finding.severity > Severity::error) {
    return fail(tr("its kind is unknown"));
  }
  if (finding.site != kNone && finding.site >= trace.sites.size()) {
    return fail(tr("there is no site {}", finding.site));
  }
  if (finding.block.x >= grid.x || finding.block.y >= grid.y || finding.block.z >= grid.z ||
      finding.warp >= trace.launch.warps_per_block() || finding.lane >= kWarpSize) {
    return fail(tr("it stands outside the grid"));
  }
  return check_texts({{tr("its file"), finding.file},
                      {tr("its other file"), finding.other_file},
                      {tr("what it is about"), finding.about},
                      {tr("its message"), finding.message.in(Language::en)}});
}

// Of a row that has any, as it must where its site copies.
Checked check_copies(const Trace& trace, std::size_t row) {
  const bool copies = is_bulk_copy(trace.sites[trace.events.site(row)].kind);
  const std::span<const BulkCopy> all = trace.events.copies(row);
  const bool are_sound = std::ranges::all_of(all, [](const BulkCopy& copy) {
    return copy.way <= kLastWay && copy.shared <= kMaximumSharedBytes &&
           copy.source <= kMaximumSharedBytes && copy.shared_bytes() <= kMaximumSharedBytes &&
           copy.bytes <= kMaximumSharedBytes;
  });
  if (copies == !all.empty() && are_sound) return {};
  return fail(tr("event {} has a copy that cannot be made", row));
}

Checked check_events(const Trace& trace) {
  const std::uint64_t blocks = trace.launch.grid.count();
  if (trace.first_block > blocks || trace.block_count > blocks - trace.first_block) {
    return fail(tr("its window of blocks lies outside the grid"));
  }
  const std::uint32_t warps = trace.launch.warps_per_block();
  std::uint64_t previous = trace.first_block;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const std::uint64_t block = trace.events.block(row);
    const bool in_order = block >= previous && block - trace.first_block < trace.block_count;
    if (trace.events.site(row) >= trace.sites.size() || trace.events.warp(row) >= warps ||
        trace.events.mask(row) == 0 || !in_order) {
      return fail(tr("event {} has a site, block or warp that is not there", row));
    }
    TRY(check_copies(trace, row));
    previous = block;
  }
  return {};
}

Checked check_counts(const Trace& trace) {
  if (trace.sites.size() > kMaximumSites) return fail(tr("it has too many sites"));
  if (trace.totals.size() != trace.sites.size()) return fail(tr("it has not one total a site"));
  if (std::max({trace.buffers.size(), trace.shared_arrays.size(), trace.findings.size(),
                trace.ptx_files.size()}) > kMaximumRows) {
    return fail(tr("it has too many buffers, arrays, files or findings"));
  }
  return {};
}

// The first error of checks that are made one after another, only while all is well.
template <class... Checks>
Checked first_error(Checks... checks) {
  Checked result;
  ((result.has_value() ? void(result = checks()) : void()), ...);
  return result;
}

Checked check_counters(const CounterValues& counters) {
  if (counters.size() > kMaximumRows) return fail(tr("it has too many"));
  return each(tr("counter"), counters, [](const auto& counter) {
    if (!is_figure(counter.second)) return Checked(fail(tr("it is no figure")));
    return check_text(tr("its name"), counter.first);
  });
}

}  // namespace

Result<void> check_text(const TextView& what, const std::string& text) {
  for (const char* at = text.c_str(); at != text.c_str() + text.size();) {
    const int code = flatbuffers::FromUTF8(&at);
    if (code < 0) return fail(is_so(what, tr("is no UTF-8")));
    if ((code < 0x20 && code != '\t') || (code >= 0x7f && code < 0xa0)) {
      return fail(is_so(what, tr("has control characters")));
    }
  }
  return {};
}

Result<void> check_trace(const Trace& trace) {
  const auto texts = [&] {
    return check_texts({{tr("its kernel's name"), trace.kernel},
                        {tr("its entry"), trace.entry},
                        {tr("its backend"), trace.backend},
                        {tr("its target"), trace.target}});
  };
  return first_error(
      texts, [&] { return check_counts(trace); }, [&] { return check_launch(trace.launch); },
      [&] { return each(tr("buffer"), trace.buffers, check_buffer); },
      [&] { return each(tr("shared array"), trace.shared_arrays, check_shared_array); },
      [&] {
        return each(tr("PTX file"), trace.ptx_files,
                    [](const std::string& name) { return check_text(tr("its name"), name); });
      },
      [&] { return each(tr("site"), trace.sites, check_site); },
      [&] {
        return each(tr("finding"), trace.findings,
                    [&](const Finding& finding) { return check_finding(trace, finding); });
      },
      [&] { return is_figure(trace.seconds) ? Checked() : fail(tr("its time is no time")); },
      [&] { return check_events(trace); });
}

Result<void> check_description(const Run& run) {
  if (std::max({run.parameters.size(), run.sources->size(), run.notes.size(),
                run.counters.size()}) > kMaximumRows) {
    return fail(tr("it has too many parameters, sources, notes or counters"));
  }
  const auto mismatch = [&]() -> Checked {
    if (!run.mismatch.has_value()) return {};
    return check_texts({{tr("its mismatch"), run.mismatch->buffer},
                        {tr("its expected value"), run.mismatch->expected},
                        {tr("its actual value"), run.mismatch->actual}});
  };
  return first_error(
      mismatch,
      [&] {
        return check_texts({{tr("its device"), run.device}, {tr("its date"), run.created}});
      },
      [&] {
        return each(tr("parameter"), run.parameters,
                    [](const auto& one) { return check_text(tr("its name"), one.first); });
      },
      [&] {
        return each(tr("source"), *run.sources,
                    [](const auto& one) { return check_text(tr("its name"), one.first); });
      },
      [&] {
        return each(tr("note"), run.notes, [](const Text& note) {
          return check_text(tr("its text"), note.in(Language::en));
        });
      },
      [&] { return each(tr("launch's counters"), run.counters, check_counters); });
}

}  // namespace warplens::trace
