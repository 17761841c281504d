#include "viz/analysis/executed/story.h"

#include <algorithm>
#include <array>

#include "kernels/sass/instruction.h"

namespace warplens::analysis {

namespace {

using sass::Access;
using trace::EventKind;
using trace::Trace;

constexpr std::array<TextView, 10> kReasons{{
    {"", ""},
    {"the trace has not kept every event", "轨迹没有保留全部事件"},
    {"no SASS instruction stands for it, and nothing shows why",
     "没有与它对应的 SASS 指令，也看不出原因"},
    {"its line has other kinds of SASS accesses", "这一行在 SASS 中是别的访问"},
    {"copies of it in the SASS have different widths", "它在 SASS 中的各份副本宽度不同"},
    {"parts of its wider store are written by no PTX store",
     "它的更宽写入有一部分不对应任何 PTX 写入"},
    {"its SASS instruction runs for other lanes than PTX does",
     "它的 SASS 指令由与 PTX 不同的 lane 执行"},
    {"PTX repeats it in a loop, its SASS instruction stands in none",
     "PTX 在循环中重复它，而它的 SASS 指令不在循环中"},
    {"lanes of a warp may run different copies of it in the SASS",
     "同一 warp 的 lane 可能执行它在 SASS 中的不同副本"},
    {"ptxas or nvdisasm is not here, and ptxas may fuse accesses",
     "此处没有 ptxas 或 nvdisasm，而 ptxas 可能合并访问"},
}};

struct Noun {
  std::string_view one, many, zh;
};

Noun noun_of(EventKind kind) {
  switch (kind) {
    case EventKind::store:
      return {"store", "stores", "写入"};
    case EventKind::atomic:
      return {"atomic", "atomics", "原子操作"};
    case EventKind::async_copy:
      return {"copy", "copies", "复制"};
    case EventKind::load_matrix:
      return {"matrix load", "matrix loads", "矩阵读取"};
    case EventKind::store_matrix:
      return {"matrix store", "matrix stores", "矩阵写入"};
    default:
      return {"load", "loads", "读取"};
  }
}

std::string_view opcode(const Access& access) { return sass::instruction_of(access.text).opcode; }

class Teller {
 public:
  Teller(const Trace& trace, const std::vector<Access>& accesses, const SassCost& cost)
      : trace_(trace), accesses_(accesses), cost_(cost), joined_(cost.sites.size(), 1) {
    for (const SiteInSass& site : cost.sites) {
      if (site.covered_by != trace::kNone) ++joined_[site.covered_by];
    }
  }

  [[nodiscard]] Text tell(std::uint32_t site) const {
    const SiteInSass& in_sass = cost_.sites[site];
    if (!in_sass.is_certain()) return doubtful(in_sass.doubt);
    switch (in_sass.fate) {
      case Fate::wider:
        return joined(site);
      case Fate::covered:
        return covered(site, in_sass.covered_by);
      case Fate::narrower:
        return parted(site);
      case Fate::removed:
        return removed(site);
      case Fate::not_run:
      case Fate::as_written:
        break;
    }
    return as_another(site);
  }

 private:
  static Text doubtful(Doubt doubt) {
    return {fmt::format("the PTX's figures: {}", reason(doubt).en),
            fmt::format("PTX 的数字：{}", reason(doubt).zh)};
  }

  [[nodiscard]] const Access& access(std::uint32_t site) const {
    return accesses_[cost_.sites[site].accesses.front()];
  }
  [[nodiscard]] Noun noun(std::uint32_t site) const { return noun_of(trace_.sites[site].kind); }

  [[nodiscard]] Text joined(std::uint32_t site) const {
    const Noun what = noun(site);
    const std::uint32_t count = joined_[site];
    const Access& one = access(site);
    if (count == 1) {
      return {fmt::format("this {} became one of {} bytes: {}", what.one, one.width, opcode(one)),
              fmt::format("这次{}变成了一次 {} 字节的{}：{}", what.zh, one.width, what.zh,
                          opcode(one))};
    }
    return {fmt::format("these {} {} became one of {} bytes: {}", count, what.many, one.width,
                        opcode(one)),
            fmt::format("这 {} 次{}合并成了一次 {} 字节的{}：{}", count, what.zh, one.width,
                        what.zh, opcode(one))};
  }

  [[nodiscard]] Text covered(std::uint32_t site, std::uint32_t by) const {
    Text text = joined(by);
    const std::uint32_t line = trace_.sites[by].line;
    if (line == 0 || line == trace_.sites[site].line) return text;
    text.en += fmt::format(" (counted at line {})", line);
    text.zh += fmt::format("（计在第 {} 行）", line);
    return text;
  }

  [[nodiscard]] Text parted(std::uint32_t site) const {
    const Noun what = noun(site);
    const Access& one = access(site);
    const int pieces = trace_.sites[site].width / one.width;
    return {
        fmt::format("this {} became {} of {} bytes: {}", what.one, pieces, one.width, opcode(one)),
        fmt::format("这次{}拆成了 {} 次 {} 字节的{}：{}", what.zh, pieces, one.width, what.zh,
                    opcode(one))};
  }

  [[nodiscard]] Text removed(std::uint32_t site) const {
    const Noun what = noun(site);
    return {fmt::format("this {} is not executed: an access before it has what its lanes want",
                        what.one),
            fmt::format("这次{}不执行：之前的访问已取得各 lane 所需内容", what.zh)};
  }

  [[nodiscard]] Text as_another(std::uint32_t site) const {
    const trace::Site& ptx = trace_.sites[site];
    if (executed_site(ptx, cost_.sites[site], accesses_).traits == ptx.traits) return {};
    return {fmt::format("executed as {}", opcode(access(site))),
            fmt::format("执行为 {}", opcode(access(site)))};
  }

  const Trace& trace_;
  const std::vector<Access>& accesses_;
  const SassCost& cost_;
  std::vector<std::uint32_t> joined_;  // how many PTX accesses a site's own stands for
};

}  // namespace

std::vector<Text> stories(const Trace& trace, const std::vector<Access>& accesses,
                          const SassCost& cost) {
  const Teller teller(trace, accesses, cost);
  std::vector<Text> all;
  for (std::uint32_t i = 0; i < cost.sites.size(); ++i) all.push_back(teller.tell(i));
  return all;
}

TextView reason(Doubt doubt) { return kReasons[static_cast<std::size_t>(doubt)]; }

}  // namespace warplens::analysis
