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

Error is_so(const TextView& what, const TextView& is) {
  return {{fmt::format("{} {}", what.en, is.en), fmt::format("{}{}", what.zh, is.zh)}};
}

// Texts are shown on one line, in terminals too: no control characters but tabs.
Checked check_text(const TextView& what, const std::string& text) {
  for (const char* at = text.c_str(); at != text.c_str() + text.size();) {
    const int code = flatbuffers::FromUTF8(&at);
    if (code < 0) return fail(is_so(what, {"is no UTF-8", "不是 UTF-8"}));
    if ((code < 0x20 && code != '\t') || (code >= 0x7f && code < 0xa0)) {
      return fail(is_so(what, {"has control characters", "含有控制字符"}));
    }
  }
  return {};
}

struct NamedText {
  TextView what;
  const std::string& text;
};

Checked check_texts(std::initializer_list<NamedText> texts) {
  for (const NamedText& named : texts) {
    Checked checked = check_text(named.what, named.text);
    if (!checked.has_value()) return checked;
  }
  return {};
}

bool is_figure(double value) { return std::isfinite(value) && value >= 0; }

Error in_row(const TextView& what, std::size_t number, const Text& error) {
  return {{fmt::format("{} {}: {}", what.en, number, error.en),
           fmt::format("{} {}：{}", what.zh, number, error.zh)}};
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
    return fail_in_both("its grid {}x{}x{} is impossible", "其 grid {}x{}x{} 不可能", grid.x,
                        grid.y, grid.z);
  }
  const bool threads = block.x <= kMaximumThreads && block.y <= kMaximumThreads &&
                       block.z <= kMaximumThreads && block.count() <= kMaximumThreads;
  if (!threads || block.count() == 0) {
    return fail_in_both("its block {}x{}x{} is impossible", "其 block {}x{}x{} 不可能", block.x,
                        block.y, block.z);
  }
  if (std::uint64_t{launch.static_shared_bytes} + launch.dynamic_shared_bytes >
      kMaximumSharedBytes) {
    return fail_in_both("its shared memory is too large", "其共享内存过大");
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
  Checked texts = check_texts(
      {{{"its name", "其名称"}, buffer.name}, {{"its type", "其类型"}, buffer.element_type}});
  if (!texts.has_value()) return texts;
  if (buffer.bytes > kMaximumBufferBytes || buffer.address > ~std::uint64_t{0} - buffer.bytes) {
    return fail_in_both("its {} bytes at {:#x} are impossible", "其 {} 字节（位于 {:#x}）不可能",
                        buffer.bytes, buffer.address);
  }
  const std::uint64_t element = buffer.element_bytes;
  if (element == 0 || element > kMaximumElementBytes || buffer.columns > buffer.bytes / element) {
    return fail_in_both("its elements do not fit", "其元素放不下");
  }
  const std::uint64_t row_bytes = buffer.columns * element;
  const std::uint64_t pitch = buffer.pitch != 0 ? buffer.pitch : row_bytes;
  if (pitch > kMaximumBufferBytes || !rows_fit(buffer.rows, row_bytes, pitch, buffer.bytes)) {
    return fail_in_both("its rows do not fit", "其行放不下");
  }
  return {};
}

Checked check_layout(const SharedArray& array) {
  const SharedLayout& layout = array.layout;
  if (layout.swizzle > Swizzle::shift || layout.group == 0 || layout.row_shift > 31) {
    return fail_in_both("its layout is unknown", "其布局未知");
  }
  if (!layout.is_known()) return {};
  const std::uint64_t element = layout.element_bytes;
  if (element == 0 || element > kMaximumElementBytes || layout.columns == 0 ||
      layout.columns > layout.pitch || layout.pitch > array.bytes / element ||
      !rows_fit(layout.rows, layout.columns * element, layout.pitch * element, array.bytes)) {
    return fail_in_both("its layout does not fit", "其布局放不下");
  }
  const bool swizzled = layout.swizzle != Swizzle::none;
  if (layout.columns % layout.group != 0 ||
      (swizzled && !std::has_single_bit(layout.columns / layout.group))) {
    return fail_in_both("its swizzle does not fit", "其 swizzle 不相符");
  }
  return {};
}

Checked check_shared_array(const SharedArray& array) {
  Checked name = check_text({"its name", "其名称"}, array.name);
  if (!name.has_value()) return name;
  if (std::uint64_t{array.offset} + array.bytes > kMaximumSharedBytes) {
    return fail_in_both("it lies outside shared memory", "它位于共享内存之外");
  }
  return check_layout(array);
}

Checked check_site(const Site& site) {
  if (site.kind > kLastEventKind || site.space > Space::constant || site.width > kMaximumWidth ||
      site.traits.matrices > kMaximumMatrices) {
    return fail_in_both("its access is unknown", "其访问方式未知");
  }
  return check_texts({{{"its file", "其文件"}, site.file},
                      {{"its function", "其函数"}, site.function},
                      {{"its instruction", "其指令"}, site.ptx}});
}

Checked check_finding(const Trace& trace, const Finding& finding) {
  const Dim3& grid = trace.launch.grid;
  if (finding.kind > kLastFindingKind || finding.severity > Severity::error) {
    return fail_in_both("its kind is unknown", "其种类未知");
  }
  if (finding.site != kNone && finding.site >= trace.sites.size()) {
    return fail_in_both("there is no site {}", "没有位置 {}", finding.site);
  }
  if (finding.block.x >= grid.x || finding.block.y >= grid.y || finding.block.z >= grid.z ||
      finding.warp >= trace.launch.warps_per_block() || finding.lane >= kWarpSize) {
    return fail_in_both("it stands outside the grid", "它位于 grid 之外");
  }
  return check_texts({{{"its file", "其文件"}, finding.file},
                      {{"its other file", "其另一文件"}, finding.other_file},
                      {{"what it is about", "其对象"}, finding.about},
                      {{"its message", "其消息"}, finding.message.en},
                      {{"its Chinese message", "其中文消息"}, finding.message.zh}});
}

Checked check_events(const Trace& trace) {
  const std::uint64_t blocks = trace.launch.grid.count();
  if (trace.first_block > blocks || trace.block_count > blocks - trace.first_block) {
    return fail_in_both("its window of blocks lies outside the grid",
                        "其 block 范围位于 grid 之外");
  }
  const std::uint32_t warps = trace.launch.warps_per_block();
  std::uint64_t previous = trace.first_block;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const std::uint64_t block = trace.events.block(row);
    const bool in_order = block >= previous && block - trace.first_block < trace.block_count;
    if (trace.events.site(row) >= trace.sites.size() || trace.events.warp(row) >= warps ||
        trace.events.mask(row) == 0 || !in_order) {
      return fail_in_both("event {} has a site, block or warp that is not there",
                          "事件 {} 的位置、block 或 warp 不存在", row);
    }
    previous = block;
  }
  return {};
}

Checked check_counts(const Trace& trace) {
  if (trace.sites.size() > kMaximumSites) return fail_in_both("it has too many sites", "位置过多");
  if (trace.totals.size() != trace.sites.size())
    return fail_in_both("it has not one total a site", "并非每个位置都有一个总计");
  if (std::max({trace.buffers.size(), trace.shared_arrays.size(), trace.findings.size(),
                trace.ptx_files.size()}) > kMaximumRows) {
    return fail_in_both("it has too many buffers, arrays, files or findings",
                        "缓冲区、数组、文件或发现过多");
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

Checked check_counters(const CapturedCounters& counters) {
  if (counters.size() > kMaximumRows) return fail_in_both("it has too many", "数量过多");
  return each({"counter", "计数器"}, counters, [](const auto& counter) {
    if (!is_figure(counter.second)) return Checked(fail_in_both("it is no figure", "它不是数值"));
    return check_text({"its name", "其名称"}, counter.first);
  });
}

}  // namespace

Result<void> check_trace(const Trace& trace) {
  const auto texts = [&] {
    return check_texts({{{"its kernel's name", "其核函数名称"}, trace.kernel},
                        {{"its entry", "其入口"}, trace.entry},
                        {{"its backend", "其后端"}, trace.backend},
                        {{"its target", "其目标"}, trace.target}});
  };
  return first_error(
      texts, [&] { return check_counts(trace); }, [&] { return check_launch(trace.launch); },
      [&] {
        return each({"buffer", "缓冲区"}, trace.buffers, check_buffer);
      },
      [&] {
        return each({"shared array", "共享数组"}, trace.shared_arrays, check_shared_array);
      },
      [&] {
        return each({"PTX file", "PTX 文件"}, trace.ptx_files, [](const std::string& name) {
          return check_text({"its name", "其名称"}, name);
        });
      },
      [&] {
        return each({"site", "位置"}, trace.sites, check_site);
      },
      [&] {
        return each({"finding", "发现"}, trace.findings,
                    [&](const Finding& finding) { return check_finding(trace, finding); });
      },
      [&] {
        return is_figure(trace.seconds) ? Checked()
                                        : fail_in_both("its time is no time", "其时间不是时间");
      },
      [&] { return check_events(trace); });
}

Result<void> check_description(const Capture& capture) {
  if (std::max({capture.parameters.size(), capture.sources.size(), capture.timings.size(),
                capture.notes.size(), capture.counters.size()}) > kMaximumRows) {
    return fail_in_both("it has too many parameters, sources, timings, notes or counters",
                        "参数、源文件、计时、说明或计数器过多");
  }
  const auto verdict = [&]() -> Checked {
    for (const std::string_view known : {"match", "mismatch", "unchecked"}) {
      if (capture.verdict == known) return {};
    }
    return fail_in_both("its verdict is unknown", "其结论未知");
  };
  const auto mismatch = [&]() -> Checked {
    if (!capture.mismatch.has_value()) return {};
    return check_texts({{{"its mismatch", "其不符之处"}, capture.mismatch->buffer},
                        {{"its expected value", "其期望值"}, capture.mismatch->expected},
                        {{"its actual value", "其实际值"}, capture.mismatch->actual}});
  };
  return first_error(
      verdict, mismatch,
      [&] {
        return check_texts({{{"its kernel's name", "其核函数名称"}, capture.kernel},
                            {{"its backend", "其后端"}, capture.backend},
                            {{"its device", "其设备"}, capture.device},
                            {{"its date", "其日期"}, capture.created},
                            {{"its version", "其版本"}, capture.version}});
      },
      [&] {
        return each({"parameter", "参数"}, capture.parameters, [](const auto& one) {
          return check_text({"its name", "其名称"}, one.first);
        });
      },
      [&] {
        return each({"source", "源文件"}, capture.sources, [](const auto& one) {
          return check_text({"its name", "其名称"}, one.first);
        });
      },
      [&] {
        return each({"timing", "计时"}, capture.timings, [](const CapturedTiming& timing) {
          const auto& all = timing.milliseconds;
          if (!std::all_of(all.begin(), all.end(), is_figure))
            return Checked(fail_in_both("no time", "不是时间"));
          return check_text({"its name", "其名称"}, timing.name);
        });
      },
      [&] {
        return each({"note", "说明"}, capture.notes, [](const Text& note) {
          return check_texts(
              {{{"its text", "其文字"}, note.en}, {{"its Chinese text", "其中文文字"}, note.zh}});
        });
      },
      [&] {
        return each({"launch's counters", "启动的计数器"}, capture.counters, check_counters);
      });
}

}  // namespace warplens::trace
