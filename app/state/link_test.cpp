#include "app/state/link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/features/features.h"
#include "app/session/occupancy_choice.h"
#include "viz/analysis/cache_preset.h"
#include "viz/swizzle/spec.h"

namespace warplens::link {
namespace {

using session::StageView;
using testing::HasSubstr;

Result<Link> parsed(std::string_view text) { return parse_link(text, features::all()); }
std::string written(const Link& link) { return link_text(link, features::all()); }

Link full_link() {
  Link link;
  link.lesson = "padding";
  link.step = 3;
  link.kernel = {"transpose/tile_padded", {{"pitch", 34}, {"rows", 64}}};
  link.beside = {"transpose/packed_xor", {{"cols", -1}}};
  link.views = {StageView::bank_view, StageView::tile_view};
  link.launch = 2;
  link.event = 1'000'000'007;
  link.order = trace::Order::turns;
  link.features.set(analysis::CachePreset::one_line);
  session::OccupancyChoice occupancy;
  occupancy.gpu = *analysis::occupancy_gpu_named("t4");
  occupancy.of(analysis::Need::registers) = 40;
  link.features.set(occupancy);
  link.features.set(
      swizzle::parse_spec("element=2 tile=64x8 write=lanes(0,2,...) map=col ^ (row & 7)").value());
  link.architecture = "sm_80";
  link.language = Language::zh;
  return link;
}

TEST(Links, WhatIsWrittenIsReadBack) {
  EXPECT_EQ(parsed(written(full_link())).value(), full_link());
  Link exploring;
  exploring.kernel.name = "add/flat";
  EXPECT_EQ(parsed(written(exploring)).value(), exploring);
}

TEST(Links, AreTextThatAShellAndAMailLeaveAlone) {
  EXPECT_EQ(written(full_link()),
            "warplens:1?lesson=padding&step=3&kernel=transpose/tile_padded&kernel.pitch=34&"
            "kernel.rows=64&beside=transpose/packed_xor&beside.cols=-1&views=bank_view,tile_view&"
            "launch=2&event=1000000007&order=turns&cache=one_line&gpu=t4&"
            "gpu.registers=40&swizzle=element=2+tile=64x8+order=row+write=lanes~280,2,...~29+"
            "read=columns+map=col+~5e+~28row+~26+7~29&arch=sm_80&lang=zh");
}

TEST(Links, WhatMailProgramsAddIsTaken) {
  EXPECT_EQ(parsed(" \twarplens:1?kernel=transpose%2Ftile\r\n").value().kernel.name,
            "transpose/tile");
}

TEST(Links, AreToldFromNamesOfFiles) {
  EXPECT_TRUE(is_link(" warplens:nonsense"));
  EXPECT_TRUE(is_link("https://a.example/warplens/#warplens:nonsense\n"));
  EXPECT_FALSE(is_link("https://a.example/warplens:1?lesson=padding"));
  EXPECT_FALSE(is_link("warplens.wlens"));
  EXPECT_FALSE(is_link(""));
}

class HostileLink : public testing::TestWithParam<std::string> {};

TEST_P(HostileLink, IsRefusedInOneLineOfBothLanguages) {
  const auto link = parsed(GetParam());
  ASSERT_FALSE(link.has_value());
  for (const Language language : {Language::en, Language::zh}) {
    const std::string& line = link.error().message.in(language);
    EXPECT_FALSE(line.empty());
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_LT(line.size(), 400u);
  }
  EXPECT_NE(link.error().message.in(Language::en), link.error().message.in(Language::zh));
}

INSTANTIATE_TEST_SUITE_P(
    Links, HostileLink,
    testing::Values(
        "", "warplens:", "warplens:1", "warplens:1?", "warplens:2?lesson=padding",
        "http://example.org", "warplens:1?lesson",
        "warplens:1?lesson=", "warplens:1?lesson=../../etc\x1b", "warplens:1?lesson=a%0Ab",
        "warplens:1?lesson=a%", "warplens:1?lesson=a%G0", "warplens:1?lesson=a b",
        "warplens:1?lesson=padding&lesson=swizzle", "warplens:1?lesson=padding&step=0",
        "warplens:1?lesson=padding&step=99999999999999999999", "warplens:1?lesson=padding&step=1x",
        "warplens:1?lesson=padding&event=-1", "warplens:1?lesson=padding&event=0",
        "warplens:1?lesson=padding&launch=1e9",
        "warplens:1?lesson=padding&views=", "warplens:1?lesson=padding&views=nothing",
        "warplens:1?lesson=padding&views=bank_view,bank_view", "warplens:1?lesson=padding&lang=fr",
        "warplens:1?lesson=padding&arch=sm_x", "warplens:1?lesson=padding&order=random",
        "warplens:1?lesson=padding&cache=1", "warplens:1?lesson=padding&gpu=h2000",
        "warplens:1?lesson=padding&gpu.time=1", "warplens:1?lesson=padding&hardware_tile=all",
        "warplens:1?lesson=padding&hardware_tile.unit=0xg",
        "warplens:1?lesson=padding&hardware_tile.at=1.C.0.0",
        "warplens:1?lesson=padding&fragments=E", "warplens:1?lesson=padding&fragments=A~5b3~5d",
        "warplens:1?lesson=padding&code=sass:0xg", "warplens:1?lesson=padding&code=ptx:0",
        "warplens:1?lesson=padding&fragments.at=1.2.3",
        "warplens:1?lesson=padding&fragments.at=1.2.3.99999999999",
        "warplens:1?lesson=padding&fragments.cells=colours",
        "warplens:1?lesson=padding&pipeline=some", "warplens:1?lesson=padding&pipeline=0",
        "warplens:1?lesson=padding&pipeline=20%404", "warplens:1?lesson=padding&pipeline.block=-1",
        "warplens:1?lesson=padding&pipeline.at=3",
        "warplens:1?lesson=padding&pipeline.at=3.99999999999", "warplens:1?lesson=padding&swizzle=",
        "warplens:1?lesson=padding&swizzle=~2", "warplens:1?lesson=padding&swizzle=tile=0x0",
        "warplens:1?lesson=padding&swizzle=map=col~ff", "warplens:1?lesson=padding&gpu.registers=0",
        "warplens:1?lesson=padding&run=rm", "warplens:1?kernel.rows=64",
        "warplens:1?kernel=add/flat&kernel.rows=many", "warplens:1?kernel=add/flat&kernel.=1",
        "warplens:1?lesson=padding&&step=1", "warplens:1?beside=add/flat&lesson=padding",
        "warplens:1?lesson=" + std::string(200, 'a'),
        "warplens:1?lesson=" + std::string(100'000, 'a')));

TEST(Links, SayWhichFieldIsWrong) {
  EXPECT_THAT(parsed("warplens:1?lesson=padding&step=no").error().message.in(Language::en),
              HasSubstr("step cannot be 'no'"));
}

// Whatever stands where, reading ends with a link or an error.
TEST(Links, DamagedOnesAreReadOrRefused) {
  const std::string whole = written(full_link());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char put : {'\0', '%', '&', '=', '9', '\xff'}) {
      std::string damaged = whole;
      damaged[at] = put;
      const auto link = parsed(damaged);
      if (!link.has_value()) continue;
      EXPECT_EQ(parsed(written(*link)).value(), *link) << damaged;
    }
    static_cast<void>(parsed(whole.substr(0, at)));
  }
}

}  // namespace
}  // namespace warplens::link
