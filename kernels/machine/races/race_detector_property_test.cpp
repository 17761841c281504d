// Random programs of accesses and barriers, against a happens-before graph searched naively.
//
// Compared for every lane of every access: is there a race with an earlier write or atomic, does it
// matter (not only same-value writes), is the earlier access that is named one of those that race,
// and is every instruction, or every tracked load, named whose earlier read races.
#include <gmock/gmock.h>

#include <bit>
#include <cstring>
#include <deque>
#include <random>
#include <set>

#include "kernels/base/all_tests.h"
#include "kernels/machine/races/race_detector.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kThreads = 70;  // the last warp has six
constexpr std::uint32_t kBytes = 32;

struct Event {
  std::uint32_t thread = 0;
  RaceAccessKind kind = RaceAccessKind::read;
  std::uint32_t instruction = 0, begin = 0, end = 0;
  std::uint64_t load = 0;
  std::array<std::byte, 16> value{};
  std::vector<bool> before;  // events ordered before this one
};

using Read = std::pair<std::uint32_t, std::uint64_t>;  // instruction, load

// What is ordered before a thread's next event is a set of events; a barrier joins such sets.
class Oracle {
 public:
  Oracle() : past_(kThreads) {}

  enum class Verdict : std::uint8_t { none, same_value, race };
  struct Answer {
    Verdict verdict = Verdict::none;  // against earlier writes and atomics
    std::vector<const Event*> racing;
    std::set<Read> reads;
  };

  Answer add(Event event) {
    event.before = past_[event.thread];
    Answer answer;
    for (std::uint32_t byte = event.begin; byte < event.end; ++byte) look(event, byte, answer);
    events_.push_back(event);
    past_[event.thread].resize(events_.size(), false);
    past_[event.thread].back() = true;
    return answer;
  }
  void arrive(std::vector<bool>& barrier, std::span<const std::uint32_t> threads) {
    for (const auto thread : threads) join(barrier, past_[thread]);
  }
  void wait(const std::vector<bool>& barrier, std::span<const std::uint32_t> threads) {
    for (const auto thread : threads) join(past_[thread], barrier);
  }

 private:
  static bool in(const std::vector<bool>& set, std::size_t i) { return i < set.size() && set[i]; }
  static void join(std::vector<bool>& into, const std::vector<bool>& from) {
    if (into.size() < from.size()) into.resize(from.size(), false);
    for (std::size_t i = 0; i < from.size(); ++i) into[i] = into[i] || from[i];
  }
  static bool covers(const Event& event, std::uint32_t byte) {
    return event.begin <= byte && byte < event.end;
  }
  // A write whose value another write has replaced, in order, no longer matters.
  bool overwritten(std::size_t i, std::uint32_t byte) const {
    if (events_[i].kind != RaceAccessKind::write) return false;
    for (std::size_t j = i + 1; j < events_.size(); ++j) {
      const Event& other = events_[j];
      if (other.kind == RaceAccessKind::write && covers(other, byte) && in(other.before, i))
        return true;
    }
    return false;
  }
  void look(const Event& event, std::uint32_t byte, Answer& answer) const {
    using enum RaceAccessKind;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const Event& old = events_[i];
      const bool conflict = covers(old, byte) && old.thread != event.thread &&
                            !(old.kind == read && event.kind == read) &&
                            !(old.kind == atomic && event.kind == atomic);
      if (!conflict || in(event.before, i) || overwritten(i, byte)) continue;
      const bool same = old.kind == write && event.kind == write &&
                        old.value[byte - old.begin] == event.value[byte - event.begin];
      answer.racing.push_back(&old);
      if (old.kind == read) {
        answer.reads.emplace(old.instruction, old.load);
      } else {
        answer.verdict = std::max(answer.verdict, same ? Verdict::same_value : Verdict::race);
      }
    }
  }

  std::deque<Event> events_;  // answers point into it
  std::vector<std::vector<bool>> past_;
};

class Program {
 public:
  Program(std::uint64_t seed, bool partial, bool tracked)
      : random_(seed), partial_(partial), tracked_(tracked) {}

  void run() {
    for (instruction_ = 0; instruction_ < 60; ++instruction_) step();
  }
  [[nodiscard]] int races() const { return races_; }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

  std::vector<std::uint32_t> some_threads() {
    std::vector<std::uint32_t> threads;
    for (const std::uint32_t t : {0u, 1u, 5u, 31u, 32u, 33u, 64u, 69u})
      if (below(2) == 0) threads.push_back(t);
    return threads;
  }
  static std::vector<std::uint32_t> lanes_of(std::uint32_t warp, std::uint32_t mask) {
    std::vector<std::uint32_t> threads;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      if ((mask >> lane & 1) != 0 && warp * kWarpSize + lane < kThreads)
        threads.push_back(warp * kWarpSize + lane);
    return threads;
  }

  void step() {
    const std::uint32_t choice = below(partial_ ? 24 : 18);
    if (choice < 15) return access();
    if (choice == 15) return block_barrier();
    if (choice < 18) return warp_barrier(~0u);
    if (choice < 20) return warp_barrier(static_cast<std::uint32_t>(random_()));
    if (choice < 22) return partial_barrier();
    if (choice == 22) return arrive();
    wait();
  }

  void block_barrier() {
    std::vector<std::uint32_t> all(kThreads);
    for (std::uint32_t t = 0; t < kThreads; ++t) all[t] = t;
    join(all, all);
    detector_.block_barrier();
  }
  void warp_barrier(std::uint32_t mask) {
    const std::uint32_t warp = below(3);
    const auto threads = lanes_of(warp, mask);
    join(threads, threads);
    detector_.warp_barrier(warp, mask, ~0u);
  }
  void partial_barrier() {
    const auto arriving = some_threads(), waiting = some_threads();
    join(arriving, waiting);
    detector_.partial_barrier(arriving, waiting);
  }
  void join(std::span<const std::uint32_t> arriving, std::span<const std::uint32_t> waiting) {
    std::vector<bool> barrier;
    oracle_.arrive(barrier, arriving);
    oracle_.wait(barrier, waiting);
  }
  void arrive() {
    const std::uint32_t id = below(2);
    const auto threads = some_threads();
    oracle_.arrive(arriving_[id], threads);
    detector_.arrive(id, threads);
    if (below(2) == 0) return;
    completed_[id] = std::exchange(arriving_[id], {});
    detector_.complete_phase(id);
  }
  void wait() {
    const std::uint32_t id = below(2);
    const auto threads = some_threads();
    oracle_.wait(completed_[id], threads);
    detector_.wait(id, threads);
  }

  void access() {
    std::array<std::uint64_t, kWarpSize> offsets{};
    std::array<std::byte, kWarpSize * 16> values{};
    RaceAccess access{.warp = below(3), .offsets = &offsets, .instruction = instruction_ / 2};
    access.width = 1u << (below(3) == 0 ? below(5) : 2);
    access.kind = static_cast<RaceAccessKind>(below(3));
    for (const std::uint32_t lane : {0u, 1u, 5u, 31u}) {
      const std::uint32_t range = std::max(access.width, below(4) == 0 ? kBytes : 12u);
      offsets[lane] = below(range / access.width) * access.width;
      if (access.warp * kWarpSize + lane < kThreads && below(2) == 0) access.mask |= 1u << lane;
    }
    for (std::byte& value : values) value = static_cast<std::byte>(below(8) == 0);
    if (access.kind == RaceAccessKind::write) access.values = values.data();
    if (tracked_ && access.kind == RaceAccessKind::read) access.first_load = next_load_;
    next_load_ += kWarpSize;
    std::vector<Race> races;
    detector_.access(access, races);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      if ((access.mask >> lane & 1) != 0) compare(access, lane, races);
  }

  void compare(const RaceAccess& access, std::uint32_t lane, const std::vector<Race>& races) {
    Event event{.thread = access.warp * kWarpSize + lane,
                .kind = access.kind,
                .instruction = access.instruction,
                .begin = static_cast<std::uint32_t>((*access.offsets)[lane]),
                .load = access.first_load == 0 ? 0 : access.first_load + lane,
                .before = {}};
    event.end = event.begin + access.width;
    if (access.values != nullptr)
      std::memcpy(event.value.data(), access.values + lane * access.width, access.width);
    const Oracle::Answer expected = oracle_.add(event);

    Oracle::Verdict verdict = Oracle::Verdict::none;
    std::set<Read> reads;
    int others = 0;
    for (const Race& race : races) {
      if (race.later.thread != event.thread) continue;
      ++races_;
      EXPECT_EQ(race.later.load, event.load);
      EXPECT_TRUE(named(expected, race)) << "instruction " << instruction_;
      if (race.earlier.kind == RaceAccessKind::read) {
        EXPECT_TRUE(reads.emplace(race.earlier.instruction, race.earlier.load).second);
      } else {
        ++others;
        verdict = race.same_value ? Oracle::Verdict::same_value : Oracle::Verdict::race;
      }
    }
    EXPECT_EQ(verdict, expected.verdict) << "instruction " << instruction_ << " lane " << lane;
    EXPECT_EQ(reads, expected.reads) << "instruction " << instruction_ << " lane " << lane;
    EXPECT_LE(others, 1);
  }
  static bool named(const Oracle::Answer& answer, const Race& race) {
    for (const Event* event : answer.racing)
      if (event->thread == race.earlier.thread && event->instruction == race.earlier.instruction &&
          event->kind == race.earlier.kind && event->load == race.earlier.load &&
          event->begin <= race.offset && race.offset < event->end)
        return true;
    return false;
  }

  std::mt19937_64 random_;
  bool partial_, tracked_;
  std::uint32_t instruction_ = 0;
  std::uint64_t next_load_ = 1;
  int races_ = 0;
  RaceDetector detector_{kThreads, kBytes};
  Oracle oracle_;
  std::array<std::vector<bool>, 2> arriving_, completed_;
};

void run_programs(bool partial, bool tracked) {
  int races = 0;
  const std::uint64_t seeds = is_too_slow_here() ? 100 : 500;
  for (std::uint64_t seed = 0; seed < seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Program program(seed, partial, tracked);
    program.run();
    races += program.races();
  }
  EXPECT_GT(races, 10 * seeds);
}

TEST(RaceDetectorProperty, WholeBarriersAgreeWithTheGraph) { run_programs(false, false); }
TEST(RaceDetectorProperty, PartialBarriersAgreeWithTheGraph) { run_programs(true, false); }
TEST(RaceDetectorProperty, TrackedReadsAgreeWithTheGraph) { run_programs(true, true); }

}  // namespace
}  // namespace warplens::machine
