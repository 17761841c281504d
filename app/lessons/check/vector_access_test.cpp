// What the lesson on vector access says, asked of the trace.
#include <set>

#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "viz/scene/access/picture.h"

namespace warplens::lessons {
namespace {

using session::Figure;

class VectorAccess : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("vector-access", id); }
  void offsets(std::int64_t a, std::int64_t b, std::int64_t c) {
    set("offset_a", a);
    set("offset_b", b);
    set("offset_c", c);
  }
  // Active lanes and sectors of every recorded access whose line has `marker`, in order.
  struct Access {
    std::int64_t lanes, sectors;
    std::uint8_t width;
    friend bool operator==(const Access&, const Access&) = default;
  };
  std::vector<Access> accesses(trace::EventKind kind, std::string_view marker) {
    std::vector<Access> all;
    const trace::Trace& trace = *session_.launch()->trace;
    for (std::size_t event = 0; event < trace.events.size(); ++event) {
      const trace::Site& site = trace.sites[trace.events.site(event)];
      const auto line = session::line_of(session_.result()->source(site.file), site.line);
      if (site.kind != kind || line.find(marker) == std::string_view::npos) continue;
      session_.seek(event);
      all.push_back({figure(Figure::lanes), figure(Figure::sectors), site.width});
    }
    return all;
  }
};

TEST_F(VectorAccess, AFloatALaneIsFourSectorsARequest) {
  (void)enter_here("one-float");
  for (const Access& access : accesses(trace::EventKind::load, "c[i]"))
    EXPECT_EQ(access, (Access{32, 4, 4}));
  EXPECT_DOUBLE_EQ(used_percent(), 100);
  EXPECT_EQ(figure(Figure::total_requests), 96);
  EXPECT_EQ(figure(Figure::total_sectors), 384);
}

TEST_F(VectorAccess, FloatFourSavesRequestsAndNoSectors) {
  const Step& step = enter_here("four-floats");
  EXPECT_EQ(expected_answer(step, session_), 24);
  EXPECT_EQ(figure(Figure::total_sectors), 384);
  for (const Access& access : accesses(trace::EventKind::load, "float4*>(a)"))
    EXPECT_EQ(access, (Access{32, 16, 16}));
}

TEST_F(VectorAccess, AnOffsetOfAFloatBreaksThePromise) {
  const Step& step = enter_here("promise");
  EXPECT_EQ(figure(Figure::findings), 0);
  EXPECT_FALSE(is_done(step, session_));
  set("offset_a", 1);
  EXPECT_GE(figure(Figure::findings), 1);
  const trace::Finding& finding = session_.launch()->trace->findings.front();
  EXPECT_EQ(finding.kind, trace::FindingKind::misaligned);
  EXPECT_TRUE(is_done(step, session_));
  set("offset_a", 4);
  EXPECT_EQ(figure(Figure::findings), 0);
  // The one that looks first.
  select("add/vector4");
  set("offset_a", 1);
  EXPECT_EQ(figure(Figure::findings), 0);
  EXPECT_EQ(figure(Figure::total_requests), 96);
}

TEST_F(VectorAccess, SectorsLikeThirtyTwoBytes) {
  (void)enter_here("aligned-to-what");
  EXPECT_EQ(figure(Figure::sectors), 17);
  EXPECT_EQ(figure(Figure::total_sectors), 408);
  offsets(1, 1, 1);
  EXPECT_EQ(figure(Figure::total_sectors), 480);
  for (const Access& access : accesses(trace::EventKind::load, "c[i]"))
    EXPECT_EQ(access, (Access{32, 5, 4}));
  offsets(0, 0, 0);
  EXPECT_EQ(figure(Figure::total_sectors), 384);
}

TEST_F(VectorAccess, TheEpilogueIsLanesZeroAndOne) {
  const Step& step = enter_here("peeled");
  ASSERT_EQ(expected_answer(step, session_), 0b11);
  const trace::Trace& trace = *session_.launch()->trace;
  const trace::EventView epilogue = trace.events.view(session_.cursor().event);
  const trace::Buffer* vector = trace::find_buffer(trace.buffers, epilogue.address[0]);
  const std::uint64_t begin = vector->address + 2 * 4;  // 0x2008, modulo 32
  const std::uint64_t moved = 0x2008 - begin;
  EXPECT_EQ(begin % 32, 0x2008u % 32);
  EXPECT_EQ(epilogue.address[0] + moved, 0x2100u);
  EXPECT_EQ(epilogue.address[1] + moved, 0x2104u);
  const auto body = accesses(trace::EventKind::store, "c4[v]");
  ASSERT_EQ(body.size(), 1u);
  EXPECT_EQ(body[0].lanes, 14);
  EXPECT_EQ(body[0].width, 16);
  const auto scalars = accesses(trace::EventKind::store, "c[i] = a[i] + b[i]");
  ASSERT_EQ(scalars.size(), 2u);
  EXPECT_EQ(scalars[0].lanes, 6);
  EXPECT_EQ(scalars[1].lanes, 2);
}

TEST_F(VectorAccess, ShufflesJoinWhatIsLoadedAligned) {
  (void)enter_here("three-distances");
  const auto own = accesses(trace::EventKind::load, "own = aligned[v]");
  ASSERT_GE(own.size(), 4u);
  EXPECT_EQ(own[0], (Access{32, 17, 16}));
  EXPECT_EQ(own[1], (Access{32, 17, 16}));
  for (const Access& rest : accesses(trace::EventKind::load, "next = aligned[v + 1]")) {
    EXPECT_EQ(rest.lanes, 1);
  }
  EXPECT_EQ(accesses(trace::EventKind::store, "c4[v]").at(0), (Access{32, 16, 16}));
  // After three floats: which of the three addresses is a multiple of 16?
  std::set<std::string> aligned;
  for (const auto& [name, offset] : {std::pair{"a", 1}, {"b", 2}, {"c", 3}})
    if ((offset + 3) % 4 == 0) aligned.insert(name);
  EXPECT_EQ(aligned, std::set<std::string>{"a"});
}

TEST_F(VectorAccess, LaneThirtyOneFetchesItsRestItself) {
  (void)enter_here("three-distances");
  const trace::Trace& trace = *session_.launch()->trace;
  std::size_t alone = 0;
  for (std::size_t event = 0; event < trace.events.size(); ++event) {
    const trace::Site& site = trace.sites[trace.events.site(event)];
    const auto line = session::line_of(session_.result()->source(site.file), site.line);
    if (site.kind != trace::EventKind::load) continue;
    if (line.find("next = aligned[v + 1]") == std::string_view::npos) continue;
    EXPECT_EQ(trace.events.mask(event), 1u << 31);
    ++alone;
  }
  EXPECT_GT(alone, 0u);
}

TEST_F(VectorAccess, OneProloguePutsEqualDistancesRight) {
  const Step& step = enter_here("fewest-requests");
  EXPECT_EQ(figure(Figure::total_requests), 96);
  select("add/linear_1d");
  EXPECT_EQ(figure(Figure::total_requests), 96);
  EXPECT_FALSE(is_done(step, session_));
  select("add/peeled");
  EXPECT_EQ(figure(Figure::total_requests), 30);
  EXPECT_TRUE(is_done(step, session_));
  select("add/misaligned_shuffle");
  EXPECT_EQ(figure(Figure::total_requests), 30);
}

TEST_F(VectorAccess, AUcharFourIsFourBytes) {
  const Step& step = enter_here("a-pixel");
  EXPECT_EQ(expected_answer(step, session_), 4);
  EXPECT_EQ(accesses(trace::EventKind::load, "image[i]").at(0), (Access{32, 4, 4}));
  EXPECT_EQ(figure(Figure::total_requests), 512);
  EXPECT_EQ(figure(Figure::total_sectors), 2048);
  EXPECT_EQ(128 / 32, 4);  // a warp: a quarter of a row
}

TEST_F(VectorAccess, AStoreOfFourPixelsALaneIsARowOfThePicture) {
  (void)enter_here("four-pixels");
  EXPECT_EQ(figure(Figure::total_requests), 128);
  EXPECT_EQ(figure(Figure::total_sectors), 2048);
  const auto picture = session_.result()->picture;
  ASSERT_TRUE(picture);
  const std::size_t event = session_.cursor().event;
  EXPECT_EQ(picture->stored_at(event + 1) - picture->stored_at(event), 128u);
  for (std::uint64_t pixel = 0; pixel < 128; ++pixel) EXPECT_EQ(picture->stored_by[pixel], event);
  const trace::EventView store = session_.launch()->trace->events.view(event);
  EXPECT_EQ(store.address[1] - store.address[0], 16u);
}

TEST_F(VectorAccess, ThePictureOfThePageIsWhatTheKernelComputed) {
  for (const char* id : {"a-pixel", "four-pixels"}) {
    (void)enter_here(id);
    EXPECT_EQ(session_.result()->run->verdict, trace::Verdict::match);
    const auto picture = session_.result()->picture;
    const std::size_t events = session_.launch()->trace->events.size();
    EXPECT_EQ(picture->stored_at(events), 128u * 64);
    for (std::size_t pixel = 0; pixel < picture->pixels->before.size(); ++pixel)
      ASSERT_EQ(picture->pixels->after[pixel], picture->pixels->before[pixel] ^ 0x00ffffffu);
  }
}

}  // namespace
}  // namespace warplens::lessons
