// Every kind of question: read from lesson.json, with its text, and answered by the real kernels.
#include "app/lessons/prediction.h"

#include "app/features/features.h"
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "viz/analysis/costed_event.h"

namespace warplens::lessons {
namespace {

constexpr const char* kAt = R"("at": {"marker": "tile[", "space": "shared", "kind": "load"})";

std::string json_of(const std::string& predict, const std::string& done = R"({"answered": true})") {
  return fmt::format(R"({{"id": "x", "number": 1, "steps": [
  {{"id": "a", "kernel": "transpose/tile", "parameters": {{"rows": 64, "cols": 96}},
   "cursor": {{"marker": "tile[", "space": "shared", "kind": "load"}},
   "scene": {{"views": ["bank_view"]}}, "predict": {{{}}}, "done": [{}]}}]}})",
                     predict, done);
}

std::string text_of_options(std::size_t count) {
  std::string text = "# T\n## A\nbody\n### Do\ndo\n### Predict\nwhich?\n\n";
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("- `option` {}\n", i);
  if (count > 0) text += "### Why\n";
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("- because {}\n", i);
  return text + "### Seen\nseen\n";
}

Result<Lesson> parsed(const std::string& predict, std::size_t options) {
  const std::string text = text_of_options(options);
  return parse_lesson(json_of(predict), text, text, features::all());
}

std::string error_of(const std::string& predict, std::size_t options = 0) {
  const auto lesson = parsed(predict, options);
  return lesson.has_value() ? "" : lesson.error().message.in(Language::en);
}

const std::string kThree =
    R"([{"kernel": "transpose/tile"}, {"kernel": "transpose/tile_padded", "parameters": {"pitch": 33}},
        {"kernel": "transpose/coalesced_read"}])";

TEST(Predictions, OfANumberMayGiveNumbersToChooseFrom) {
  const Step step =
      parsed(fmt::format(R"("figure": "wavefronts", {}, "choices": [1, 8, 32])", kAt), 3)
          .value()
          .steps[0];
  EXPECT_EQ(step.prediction->kind, Prediction::Kind::choice);
  EXPECT_EQ(step.prediction->choices, (std::vector<std::int64_t>{1, 8, 32}));
  EXPECT_EQ(answer_of(*step.prediction, 2), 32);
  EXPECT_EQ(option_of(*step.prediction, 8), 1u);
  EXPECT_FALSE(option_of(*step.prediction, 7).has_value());
}

TEST(Predictions, TakeTheirOptionsFromTheEndOfTheQuestionAndAReasonForEach) {
  const StepText words =
      parsed(fmt::format(R"("figure": "wavefronts", {}, "choices": [1, 8])", kAt), 2)
          .value()
          .steps[0]
          .text[Language::zh];
  EXPECT_EQ(plain_text(words.question), "which?\n");
  ASSERT_EQ(words.options.size(), 2u);
  EXPECT_EQ(plain_text({words.options[1]}), "option 1\n");
  EXPECT_EQ(plain_text({words.reasons[0]}), "because 0\n");
}

TEST(Predictions, OfTheBestNameKernelsAndWhatTheyAreComparedBy) {
  const Step step =
      parsed(R"("best": {"by": "total_sectors", "pick": "most", "of": )" + kThree + "}", 3)
          .value()
          .steps[0];
  const Ranking& ranking = step.prediction->ranking;
  EXPECT_EQ(ranking.figure, session::Figure::total_sectors);
  EXPECT_TRUE(ranking.picks_most);
  EXPECT_EQ(ranking.of.at(1).parameters.at("pitch"), 33);
  EXPECT_EQ(step.stage.compared_kernels, ranking.of) << "they are run beside the stage";
  const Step timed =
      parsed(R"("order": {"by": "time", "side": 16384, "of": )" + kThree + "}", 3).value().steps[0];
  EXPECT_FALSE(timed.prediction->ranking.figure.has_value());
  EXPECT_TRUE(timed.prediction->ranking.measure->is_recorded());
  EXPECT_TRUE(timed.stage.compared_kernels.empty()) << "times are looked up";
}

TEST(Predictions, ThatAreWrongAreOneLineThatSaysWhatToMend) {
  const auto expect = [](const std::string& predict, std::size_t options, const char* part) {
    const std::string error = error_of(predict, options);
    EXPECT_NE(error.find(part), std::string::npos) << predict << ": " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  };
  const std::string at = kAt;
  expect(R"("figure": "wavefronts", )" + at + R"(, "choices": [1])", 1, "a list of 2 to 5");
  expect(R"("figure": "wavefronts", )" + at + R"(, "choices": [1, 1])", 2, "has 1 twice");
  expect(R"("figure": "wavefronts", )" + at + R"(, "choices": [1, "a"])", 2, "whole number");
  expect(R"("figure": "wavefronts", )" + at + R"(, "choices": [1, 8])", 3, "a list of 2 options");
  expect(R"("figure": "wavefronts", )" + at, 2, "no options to choose from");
  expect(R"("best": {"by": "speed", "of": )" + kThree + "}", 3, "no figure of a launch");
  expect(R"("best": {"by": "wavefronts", "of": )" + kThree + "}", 3, "total_wavefronts");
  expect(R"("best": {"by": "time", "of": )" + kThree + "}", 3, "\"side\"");
  expect(R"("best": {"by": "findings", "pick": "all", "of": )" + kThree + "}", 3, "least, most");
  expect(R"("best": {"by": "findings", "of": [{"kernel": "a/b"}, {"kernel": "a/b"}]})", 2,
         "a/b twice");
  expect(R"("order": {"by": "findings", "of": [{"kernel": "a/b"}, 3]})", 2,
         "of[1] must be an object");
  expect(R"("order": 3)", 0, "order must be an object");
  expect(R"("lanes": "friends", "of": 3, )" + at, 0, "same_bank, same_word");
  expect(R"("lanes": "same_bank", "of": 32, )" + at, 0, "from 0 to 31");
  expect(R"("lanes": "same_bank", )" + at, 0, "\"of\" is missing");
  expect(R"("lanes": "idle", "of": 3, )" + at, 0, "of\" no lane");
  expect(R"("lanes": "idle")", 0, "\"at\" is missing");
  expect(R"("cell": "sector", "lane": 5, )" + at, 0, "element, bank");
  expect(R"("cell": "bank", )" + at, 0, "\"lane\" is missing");
  expect(R"("motion": "luck")", 0, "determinant, product_11");
  expect(R"("lands": "w")", 0, "none of v");
}

TEST(Predictions, WithoutAReasonForEachOptionAreAnError) {
  const std::string json =
      json_of(fmt::format(R"("figure": "wavefronts", {}, "choices": [1, 8])", kAt));
  const std::string whole = text_of_options(2);
  std::string short_of_one = whole;
  short_of_one.erase(short_of_one.find("- because 1"), std::string("- because 1\n").size());
  const auto lesson = parse_lesson(json, whole, short_of_one, features::all());
  ASSERT_FALSE(lesson.has_value());
  EXPECT_EQ(lesson.error().message.in(Language::en),
            "zh.md:2: step 'A' needs a ### Why with a list of 2 reasons");
}

TEST(Judged, BoundsAreRead) {
  const std::string text = text_of_options(0);
  const std::string predict = fmt::format(R"("figure": "wavefronts", {})", kAt);
  const auto with = [&](const std::string& judged) {
    return parse_lesson(json_of(predict, R"({"judged": )" + judged + "}"), text, text,
                        features::all());
  };
  const auto error = [&](const std::string& judged) {
    return with(judged).error().message.in(Language::en);
  };
  const Condition condition =
      with(
          R"({"kernel": "transpose/tile_padded", "all": [{"figure": "total_conflicts", "at_most": 0},
               {"figure": "shared_bytes", "at_least": 4100}],
               "example": {"kernel": "transpose/tile_padded", "parameters": {"pitch": 33}}})")
          .value()
          .steps[0]
          .done[0];
  EXPECT_EQ(condition.kernel, "transpose/tile_padded");
  EXPECT_EQ(condition.bounds.at(0).at_most, 0);
  EXPECT_EQ(condition.bounds.at(1).at_least, 4100);
  EXPECT_EQ(condition.example->parameters.at("pitch"), 33);
  EXPECT_NE(error("{}").find("judged: \"all\" is missing"), std::string::npos);
  EXPECT_NE(
      error(R"({"all": [{"figure": "sectors", "at_most": 1}]})").find("no figure of a launch"),
      std::string::npos);
  EXPECT_NE(error(R"({"all": [{"figure": "findings"}]})").find("\"at_most\" or \"at_least\""),
            std::string::npos);
  EXPECT_NE(error(R"({"all": [{"figure": "findings", "at_most": "few"}]})").find("whole number"),
            std::string::npos);
}

TEST(Orders, AreDigits) {
  EXPECT_EQ(places_of(312, 3), (std::vector<std::size_t>{2, 0, 1}));
  EXPECT_EQ(places_of(31, 3), (std::vector<std::size_t>{2, 0}));
  EXPECT_EQ(places_of(0, 3), std::vector<std::size_t>{});
  EXPECT_EQ(places_of(943, 3), std::vector<std::size_t>{2}) << "there are three";
}

class Answers : public Course {
 protected:
  std::optional<std::int64_t> to(const std::string& predict, std::size_t options = 0) {
    lesson_ = parsed(predict, options).value();
    begin(lesson_.steps[0]);
    return expected_answer(lesson_.steps[0], session_);
  }
  // Of a warp with an access of its own.
  std::optional<std::int64_t> to_pattern(const std::string& predict, catalog::Parameters parameters,
                                         trace::Space space) {
    lesson_ = parsed(predict, 0).value();
    Step& step = lesson_.steps[0];
    step.stage.kernel = "access/pattern";
    step.stage.parameters = std::move(parameters);
    step.stage.parameters["space"] = space == trace::Space::shared ? 1 : 0;
    step.prediction->at = session::Anchor{"", space, trace::EventKind::load, 0};
    step.stage.cursor = step.prediction->at;
    begin(step);
    return expected_answer(step, session_);
  }
  Lesson lesson_;
};

constexpr std::int64_t kAllLanes = 0xffff'ffff;

TEST_F(Answers, ComeFromRunsOfTheKernelsThatAreCompared) {
  // 32-way, free of conflicts, without shared memory.
  EXPECT_EQ(to(R"("order": {"by": "total_wavefronts", "of": )" + kThree + "}", 3), 321);
  EXPECT_EQ(to(R"("best": {"by": "total_sectors", "pick": "most", "of": )" + kThree + "}", 3), 2);
  EXPECT_EQ(to(R"("best": {"by": "shared_bytes", "pick": "most", "of": )" + kThree + "}", 3), 1);
  const auto values = ranked_by(lesson_.steps[0].prediction->ranking, session_);
  EXPECT_EQ(values, (std::vector<double>{4096, 4224, 0}));
}

TEST_F(Answers, ByTimeComeFromTheRecordings) {
  const std::string of =
      R"([{"kernel": "transpose/tile"}, {"kernel": "transpose/tile_padded"}, {"kernel": "transpose/coalesced_read"}])";
  EXPECT_EQ(to(R"("order": {"by": "time", "side": 16384, "of": )" + of + "}", 3), 213);
  EXPECT_FALSE(to(R"("order": {"by": "time", "side": 16383, "of": )" + of + "}", 3).has_value());
}

TEST_F(Answers, AreNotThereUntilTheComparedKernelsHaveRun) {
  lesson_ = parsed(R"("best": {"by": "findings", "of": )" + kThree + "}", 3).value();
  ASSERT_TRUE(enter(lesson_.steps[0], session_).has_value());
  EXPECT_FALSE(expected_answer(lesson_.steps[0], session_).has_value());
  settle();
  EXPECT_TRUE(expected_answer(lesson_.steps[0], session_).has_value());
}

TEST_F(Answers, ThatAreLanesLeaveOutTheLaneThatIsAskedAbout) {
  const std::string at = kAt;
  EXPECT_EQ(to(R"("lanes": "same_bank", "of": 4, )" + at), kAllLanes & ~(1 << 4));
  EXPECT_EQ(to(R"("lanes": "same_word", "of": 4, )" + at), 0);
  EXPECT_EQ(to(R"("lanes": "active", )" + at), kAllLanes);
  EXPECT_EQ(to(R"("lanes": "idle", )" + at), 0);
  const std::string global = R"("lanes": "same_sector", "of": 9, )" + at;
  EXPECT_FALSE(to(global).has_value()) << "it touches shared memory alone";
  EXPECT_EQ(to_pattern(global, {{"stride", 1}}, trace::Space::global), 0xfd00);
  EXPECT_EQ(to_pattern(global, {{"stride", 4}}, trace::Space::global), 1 << 8);
}

TEST_F(Answers, ThatAreLanesOfAWideAccessStayWithinTheGroupsOfItsLane) {
  const std::string ask = fmt::format(R"("lanes": "same_bank", "of": 9, {})", kAt);
  // 16 bytes a lane, 128 bytes apart: eight lanes of a group want the same four banks.
  EXPECT_EQ(to_pattern(ask, {{"width", 16}, {"stride", 8}}, trace::Space::shared), 0xfd00);
  EXPECT_EQ(to_pattern(ask, {{"width", 16}, {"stride", 1}}, trace::Space::shared), 0);
  EXPECT_EQ(to_pattern(ask, {{"width", 4}, {"stride", 2}}, trace::Space::shared), 1 << 25);
}

TEST_F(Answers, ThatAreCellsAreWhereTheLaneLands) {
  // A warp reads the tile's column of its own number, and writes that row of out.
  const auto bank = to(fmt::format(R"("cell": "bank", "lane": 5, {})", kAt));
  EXPECT_EQ(bank, session_.event()->view.warp);
  const auto element = to(R"("cell": "element", "lane": 5,
      "at": {"marker": "out[", "space": "global", "kind": "store", "occurrence": 0})");
  EXPECT_EQ(element, *bank * 64 + 5);
  EXPECT_FALSE(to(fmt::format(R"("cell": "element", "lane": 5, {})", kAt)).has_value());
  EXPECT_EQ(to_pattern(fmt::format(R"("cell": "bank", "lane": 7, {})", kAt), {{"stride", 5}},
                       trace::Space::shared),
            35 % 32);
}

TEST_F(Answers, AreTakenWhateverTheKindAndComeWithTheRightOne) {
  to(R"("order": {"by": "total_wavefronts", "of": )" + kThree + "}", 3);
  const Step& step = lesson_.steps[0];
  EXPECT_TRUE(hides_costs(step, session_));
  answer(step, 123, session_);
  EXPECT_EQ(session_.activity().answer, 123);
  EXPECT_EQ(session_.activity().expected, 321);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Answers, AChallengeIsMetByOneResultThatKeepsToAllItsBounds) {
  const std::string text = text_of_options(0);
  const std::string judged =
      R"({"judged": {"all": [{"figure": "total_conflicts", "at_most": 0}, {"figure": "shared_bytes", "at_most": 4200}]}})";
  lesson_ = parse_lesson(json_of(fmt::format(R"("figure": "wavefronts", {})", kAt), judged), text,
                         text, features::all())
                .value();
  const Step& step = lesson_.steps[0];
  begin(step);
  EXPECT_FALSE(is_done(step, session_)) << "the bare tile conflicts";
  select("transpose/tile_padded");
  EXPECT_FALSE(is_done(step, session_)) << "4,224 bytes are more than 4,200";
  select("transpose/tile_xor");
  EXPECT_TRUE(is_done(step, session_));
  Condition of_another = step.done[0];
  of_another.kernel = "transpose/tile_shift";
  Step other = step;
  other.done = {of_another};
  EXPECT_FALSE(is_done(other, session_));
}

TEST_F(Answers, OfLaunchFiguresAreThoseOnScreen) {
  to(fmt::format(R"("figure": "wavefronts", {})", kAt));
  const session::Sums sums = session::sums_of(*session_.result());
  for (const session::Figure each : session::kSumFigures) EXPECT_EQ(figure(each), sums.at(each));
  EXPECT_EQ(
      figure(session::Figure::total_sectors),
      static_cast<std::int64_t>(totals().global_load.sectors + totals().global_store.sectors));
  EXPECT_EQ(
      figure(session::Figure::total_requests),
      static_cast<std::int64_t>(totals().global_load.requests + totals().global_store.requests));
  EXPECT_EQ(figure(session::Figure::findings), 0);
  select("transpose/tile_nobarrier");
  EXPECT_GT(figure(session::Figure::findings), 0);
}

}  // namespace
}  // namespace warplens::lessons
