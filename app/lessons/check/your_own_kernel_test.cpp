// What the lesson on one's own kernel says, asked of the trace of each text that it comes to.
#include "app/lessons/course_test.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/settings/settings.h"
#include "kernels/run/toolkit/shipped_texts.h"
#include "kernels/run/toolkit/sources.h"
#include "viz/analysis/finding_place.h"

namespace warplens::lessons {
namespace {

using session::Figure;
using Names = std::vector<std::string>;

class YourOwnKernel : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("your-own-kernel", id); }
  // The person's copy, which an editor has saved with this in place of that.
  void save(std::string_view fault, std::string_view mend) {
    const std::string path = session_.selection().capture;
    std::string text = *run::read_text(path);
    const std::size_t at = text.find(fault);
    ASSERT_NE(at, std::string::npos) << fault;
    text.replace(at, fault.size(), mend);
    ASSERT_TRUE(session::write_atomically(path, text).has_value());
    show_capture(session_, path, session_.selection().own);
    settle();
  }
  std::int64_t sum(Figure which) { return session_.activity().sums.back().sums.at(which); }
  [[nodiscard]] std::string image() const {
    for (const Text& note : session_.result()->notes) {
      if (note.in(Language::en).starts_with("its PTX is the one that ships"))
        return note.in(Language::en);
    }
    return {};
  }
  std::size_t size_of(std::string_view name) {
    const auto& sizes = session_.result()->own->form.sizes;
    return static_cast<std::size_t>(std::ranges::find(sizes, name, &own::FormSize::name)->value);
  }
};

TEST_F(YourOwnKernel, IsOpenedFromAFileWithoutACompilerAndWithoutADescription) {
  const Step& step = enter_here("open");
  const auto copy = put_file(step.done.at(0).file, folder_.path(), false);
  ASSERT_TRUE(copy.has_value());
  show_capture(session_, copy->path.string());
  settle();
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_TRUE(session_.result()->own->is_guessed);
  EXPECT_NE(image().find("as-given.ptx"), std::string::npos) << image();
}

TEST_F(YourOwnKernel, GuessesSizesThatHideTheFirstFaultAndSaysWhy) {
  const Step& step = enter_here("guesses");
  EXPECT_EQ(size_of("rows"), 64u);
  EXPECT_EQ(size_of("columns"), 64u);
  for (const own::FormSize& size : session_.result()->own->form.sizes)
    EXPECT_FALSE(size.why.empty()) << size.name;
  EXPECT_EQ(sum(Figure::out_of_bounds), 0);
  set_sizes(session_, {{"columns", 100}});
  settle();
  EXPECT_EQ(sum(Figure::out_of_bounds), 1);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(YourOwnKernel, FiveLanesReadTheLastFourColumns) {
  const Step& step = enter_here("last-columns");
  EXPECT_EQ(size_of("rows"), 50u);
  EXPECT_EQ(size_of("columns"), 100u);
  EXPECT_EQ(expected_answer(step, session_), 0b11111);
  const trace::Trace& trace = *session_.launch()->trace;
  const trace::EventView load = trace.events.view(session_.cursor().event);
  const std::uint64_t in = trace.buffers.at(0).address;
  EXPECT_EQ(load.address[0], in + 96 * 4);
  EXPECT_EQ(load.address[4], in + 100 * 4) << "the first element of row 1";
  EXPECT_EQ(sum(Figure::findings), 2);
}

TEST_F(YourOwnKernel, TheFindingIsOfTheLastRowAndGoesWithTheComparison) {
  const Step& step = enter_here("bounds");
  EXPECT_EQ(sum(Figure::out_of_bounds), 1);
  EXPECT_EQ(sum(Figure::races), 1);
  save("column <= columns", "column < columns");
  EXPECT_EQ(sum(Figure::out_of_bounds), 0);
  EXPECT_EQ(sum(Figure::races), 1);
  EXPECT_EQ(sum(Figure::findings), 1);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(YourOwnKernel, OneWarpHasStoredWhatTwoShouldHave) {
  const Step& step = enter_here("who-stored");
  EXPECT_EQ(expected_answer(step, session_), 1);
  EXPECT_EQ(session_.launch()->trace->events.warp(session_.cursor().event), 0u);
  const trace::Finding& race = session_.launch()->trace->findings.at(0);
  EXPECT_EQ(race.kind, trace::FindingKind::race);
  EXPECT_EQ(race.warp, 1u) << "the write of warp 1 against the read of warp 0";
  (void)enter_here("worst");
  EXPECT_EQ(figure(Figure::writers), 2) << "with the barrier both have";
}

TEST_F(YourOwnKernel, TheBarrierOrdersThem) {
  const Step& step = enter_here("barrier");
  EXPECT_EQ(sum(Figure::races), 1);
  save("    for (int i = 0; i < kColumns; ++i) sum",
       "\n  // everybody has stored\n  __syncthreads();\n  for (int i = 0; i < kColumns; ++i) sum");
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(YourOwnKernel, NothingIsCheckedUntilTheReferenceIsNamed) {
  const Step& step = enter_here("reference");
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_EQ(sum(Figure::unchecked), 1);
  const auto& possible = session_.result()->own->possible_references;
  EXPECT_EQ(possible, Names{"row_sums_plain"});
  ASSERT_TRUE(show_example(step, step.done.at(0), session_, folder_.path()).has_value());
  settle();
  EXPECT_EQ(sum(Figure::unchecked), 0);
  EXPECT_EQ(sum(Figure::wrong_elements), 0);
}

TEST_F(YourOwnKernel, TheReadOfTheSumIsADearColumnRead) {
  const Step& step = enter_here("worst");
  EXPECT_EQ(expected_answer(step, session_), 32);
  EXPECT_GT(sum(Figure::total_conflicts), 0);
  EXPECT_EQ(session_.launch()->trace->shared_arrays.at(0).bytes, 64u * 32 * 4);
}

TEST_F(YourOwnKernel, APitchOf33WordsIsWhatTheChallengeWants) {
  const Step& step = enter_here("challenge");
  save("tile[kRows][kColumns];", "tile[kRows][33];");
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_EQ(sum(Figure::total_conflicts), 0);
  EXPECT_EQ(sum(Figure::shared_bytes), 8448);
  EXPECT_EQ(figure(Figure::wavefronts), 1);
}

TEST_F(YourOwnKernel, TheChallengeIsNotMetByTheReferenceNorByAnotherSize) {
  const Step& step = enter_here("challenge");
  const std::string path = session_.selection().capture;
  show_capture(session_, path, {"row_sums_plain"});
  settle();
  EXPECT_FALSE(is_done(step, session_));
  const Step& bounds = enter_here("bounds");
  set_sizes(session_, {{"columns", 64}});
  settle();
  EXPECT_EQ(sum(Figure::out_of_bounds), 0);
  EXPECT_FALSE(is_done(bounds, session_)) << "a comfortable size mends nothing";
}

TEST_F(YourOwnKernel, EveryTextHasTheFaultsThatItsNameSays) {
  const auto texts = run::read_shipped_texts(
      run::images_folder(WARPLENS_SOURCE_DIR "/assets/lessons/19-your-own-kernel/row_sums.cu"));
  ASSERT_TRUE(texts.has_value());
  (void)enter_here("challenge");
  const std::string path = session_.selection().capture;
  const session::OwnChoice own = session_.selection().own;
  for (const run::ShippedImage& image : texts->images) {
    const auto has = [&](const char* mend) {
      return std::ranges::find(image.mended, mend) != image.mended.end();
    };
    const auto text = run::text_with(*texts, texts->source, image.mended);
    ASSERT_TRUE(session::write_atomically(path, *text).has_value());
    show_capture(session_, path, own);
    settle();
    EXPECT_NE(this->image().find(image.file), std::string::npos) << image.file;
    EXPECT_EQ(sum(Figure::out_of_bounds), has("bounds") ? 0 : 1) << image.file;
    EXPECT_EQ(sum(Figure::races), has("barrier") ? 0 : 1) << image.file;
    EXPECT_EQ(sum(Figure::total_conflicts) == 0, has("pitch")) << image.file;
    EXPECT_EQ(sum(Figure::wrong_elements) == 0, has("bounds") && has("barrier")) << image.file;
  }
}

TEST_F(YourOwnKernel, TheFirstFindingIsOneAccessAndLeadsToIt) {
  (void)enter_here("bounds");
  const trace::Trace& trace = *session_.launch()->trace;
  const auto finding =
      std::ranges::find(trace.findings, trace::FindingKind::out_of_bounds, &trace::Finding::kind);
  ASSERT_NE(finding, trace.findings.end());
  EXPECT_EQ(finding->occurrences, 1u) << "row 49, column 100: lane 4 of warp 1";
  const auto place = analysis::finding_place(trace, *finding);
  ASSERT_TRUE(place.has_value());
  const trace::EventView event = trace.events.view(place->at.row);
  EXPECT_EQ(event.mask, 0xfu) << "columns 96 to 99 of the last row; lane 4 is one too many";
  EXPECT_EQ(event.address[3] + 4, trace.buffers[0].address + trace.buffers[0].bytes);
}

}  // namespace
}  // namespace warplens::lessons
