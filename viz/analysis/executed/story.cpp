#include "viz/analysis/executed/story.h"

#include <algorithm>

#include "kernels/sass/instruction.h"

namespace warplens::analysis {

namespace {

using sass::Access;
using trace::EventKind;
using trace::Trace;

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

  // "a loop of 4 copies, then 2, then 1"
  [[nodiscard]] static Text unrolled(std::uint32_t copies) {
    Text text{fmt::format("unrolled: a loop of {} copies", copies),
              fmt::format("循环展开：先循环执行 {} 份副本", copies)};
    for (std::uint32_t part = copies / 2; part > 0; part /= 2) {
      text.en += fmt::format(", then {}", part);
      text.zh += fmt::format("，再 {} 份", part);
    }
    return {text.en + "; lanes that leave the loop early run the rest together with the others",
            text.zh + "；提前离开循环的 lane 与其他 lane 一起执行余下部分"};
  }

  [[nodiscard]] Text as_another(std::uint32_t site) const {
    if (cost_.sites[site].unrolled != 0) return unrolled(cost_.sites[site].unrolled);
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

}  // namespace warplens::analysis
