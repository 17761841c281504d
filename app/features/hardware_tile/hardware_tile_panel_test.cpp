// The view of a shared tile in the window: what stands at the cursor, pointing and clicking, what
// keys do.
#include <gtest/gtest.h>

#include "app/features/hardware_tile/tile_choice.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/state/exploring.h"
#include "app/state/linked.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using hardware_tile::ChosenRead;
using hardware_tile::TileChoice;
using scene::TileShow;

class HardwareTilePanel : public ::testing::Test, protected WholeWindow {
 protected:
  HardwareTilePanel() {
    explore(*app_);
    show("tensor_gemm/tma", {{"m", 128}, {"n", 256}, {"k", 128}});
  }
  void show(const char* kernel, const catalog::Parameters& parameters = {}) {
    const session::Stage stage{kernel, parameters, {}, {}, {}};
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
    app_->views = {session::StageView::hardware_tile, session::StageView::bank_view};
    settle();
    draw(2);
  }
  // The first event of a kind.
  void seek(trace::EventKind kind) {
    const trace::Trace& trace = *app_->session.launch()->trace;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      if (trace.sites[trace.events.site(i)].kind != kind) continue;
      app_->session.seek(i);
      settle();
      return draw(2);
    }
    FAIL() << "there is no such event";
  }
  [[nodiscard]] const TileChoice& choice() const { return app_->session.chosen<TileChoice>(); }
};

TEST_F(HardwareTilePanel, ACopyLeadsToWhatFirstReadsIt) {
  seek(trace::EventKind::bulk_load);
  EXPECT_NE(figure("hardware_tile.reader").find("wgmma"), std::string::npos);
  EXPECT_EQ(figure("hardware_tile.read").substr(0, 9), "read 1 of");
  EXPECT_EQ(figure("hardware_tile.disagreeing"), "0");
}

TEST_F(HardwareTilePanel, KeysGoThroughReadsUnitsAndWhatIsShown) {
  seek(trace::EventKind::bulk_load);
  press(Key::right_bracket, true);
  ASSERT_TRUE(choice().at.has_value());
  EXPECT_EQ(choice().at->read, 1u);
  press(Key::left_bracket, true);
  EXPECT_EQ(choice().at->read, 0u);
  press(Key::tab);
  EXPECT_EQ(choice().show, TileShow::written);
  press(Key::tab, true);
  EXPECT_EQ(choice().show, TileShow::both);
  press(Key::right, true);
  ASSERT_TRUE(choice().unit.has_value());
  const std::uint64_t before = *choice().unit;
  press(Key::down, true);
  EXPECT_EQ(*choice().unit, before + 128);
  EXPECT_EQ(figure("hardware_tile.unit"), fmt::format("0x{:04x}", before + 128));
  press(Key::n, true);
  EXPECT_EQ(choice().at->read, 0u) << "none disagrees";
}

TEST_F(HardwareTilePanel, ChoosesWhatReadsFromAList) {
  click("hardware_tile.reader");
  draw(2);
  click("hardware_tile.reader.2");
  settle();
  draw(2);
  ASSERT_TRUE(choice().at.has_value());
  EXPECT_EQ(choice().at->operand, 'B');
  click("hardware_tile.overlay");
  settle();
  EXPECT_EQ(choice().show, TileShow::overlay);
  click("hardware_tile.follow");
  settle();
  EXPECT_FALSE(choice().at.has_value());
}

TEST_F(HardwareTilePanel, CopiesWhatTheCommandPrints) {
  ImGui::SetClipboardText("");
  click("hardware_tile.copy");
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find("TMA at tma.cu:"), std::string::npos);
}

TEST_F(HardwareTilePanel, AKernelWithoutSharedMemorySaysSo) {
  show("transpose/coalesced_read");
  EXPECT_EQ(figure("hardware_tile.verdict"), "");
}

TEST_F(HardwareTilePanel, ALinkBringsWhatIsChosen) {
  const TileChoice chosen{TileShow::overlay, 0x990, ChosenRead{412, 'B', 0, 3}};
  app_->session.choose(chosen);
  settle();
  const std::string link = link::link_text(link_of(*app_).value(), features::all());
  app_->session.choose(TileChoice{});
  settle();
  ASSERT_TRUE(open_link(*app_, link).has_value()) << link;
  settle();
  EXPECT_EQ(choice(), chosen) << link;
}

TEST(TileChoice, IsWrittenAsItIsRead) {
  for (const ChosenRead& at : {ChosenRead{412, 'A', 0, 3}, ChosenRead{9, 0, 7, 0}}) {
    EXPECT_EQ(hardware_tile::parse_read(hardware_tile::text_of(at)), at);
  }
  for (const char* text :
       {"", "1", "1.C.0.0", "1.A.0", "1.A.0.0.", "1.A.-1.0", "1.A.0.99999999999"}) {
    EXPECT_FALSE(hardware_tile::parse_read(text).has_value()) << text;
  }
  EXPECT_EQ(hardware_tile::parse_unit("0x99f"), 0x990u);
  EXPECT_EQ(hardware_tile::parse_unit("2448"), 0x990u);
  for (const char* text : {"", "0x", "x", "-1", "0x99g", "0xffffffffffff"}) {
    EXPECT_FALSE(hardware_tile::parse_unit(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace warplens::ui
