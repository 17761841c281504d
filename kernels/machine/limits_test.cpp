// A launch that takes too long ends with what it did so far, and says where it stood.
#include <chrono>
#include <mutex>
#include <thread>

#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using trace::FindingKind;
using namespace std::chrono_literals;

// Counts without end, so that no state comes back; its blocks may run on all host threads, or, when
// they poll, one after the other.
std::string endless(bool polls) {
  const std::string load = polls ? "ld.volatile.global.u32 %r2, [%rd2];\n" : "";
  return kernel_text("st.global.u32 [%rd1], %r1;\n.loc 1 7 0\nagain: add.u32 %r3, %r3, 1;\n" +
                         load +
                         "setp.ne.u32 %p1, %r3, 0;\n@%p1 bra again;\n"
                         "st.global.u32 [%rd1+4], %r3;\nret;",
                     ".file 1 \"k.cu\"\n");
}

Machine endless_machine(bool polls) {
  Machine machine(parse_text(endless(polls)));
  machine.options.threads = 2;
  machine.options.detect_races = false;  // all blocks write to one place
  machine.options.instruction_budget = ~std::uint64_t{0};
  machine.options.event_bytes = 1 << 20;
  machine.buffer("out", zeros(2));
  machine.buffer("in", zeros(1));
  return machine;
}

void expect_partial(const trace::Trace& trace, const std::string& why) {
  ASSERT_THAT(trace.findings, SizeIs(1));
  EXPECT_EQ(trace.findings[0].kind, FindingKind::no_end);
  EXPECT_EQ(trace.findings[0].line, 7u);
  // On a busy machine the second warp may not have begun.
  EXPECT_THAT(trace.findings[0].message.in(Language::en),
              AllOf(HasSubstr(why), HasSubstr(" at k.cu:7")));
  std::uint64_t stores = 0;
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    if (trace.sites[i].kind == trace::EventKind::store) stores += trace.totals[i].events;
  }
  EXPECT_GE(stores, 1u) << "what its blocks did before is kept";
}

TEST(Limits, ATimeLimitEndsALaunchWithAFindingAndItsTrace) {
  for (const bool polls : {false, true}) {
    Machine machine = endless_machine(polls);
    machine.options.time_limit = 300ms;
    expect_partial(machine.trace_of({5, 1, 1}, {64, 1, 1}), "time limit of 0.3 s");
  }
}

TEST(Limits, AHaltFromOutsideKeepsTheTraceSoFar) {
  for (const bool polls : {false, true}) {
    Machine machine = endless_machine(polls);
    std::stop_source source;
    machine.options.halt = source.get_token();
    std::jthread stopper([&] {
      std::this_thread::sleep_for(300ms);
      source.request_stop();
    });
    expect_partial(machine.trace_of({5, 1, 1}, {64, 1, 1}), "stopped from outside");
  }
}

TEST(Limits, ALongRunSaysOnceWhereItsWarpsAre) {
  for (const bool polls : {false, true}) {
    Machine machine = endless_machine(polls);
    std::mutex mutex;
    std::vector<std::string> told;
    machine.options.long_run = 10ms;
    machine.options.time_limit = 60ms;
    machine.options.on_long_run = [&](const LongRun& run) {
      const std::lock_guard lock(mutex);
      told.push_back(run.where.in(Language::en));
    };
    machine.trace_of({5, 1, 1}, {64, 1, 1});
    EXPECT_THAT(told, testing::ElementsAre(HasSubstr(" at ")));
  }
}

TEST(Limits, ManyShortBlocksMeetTheTimeLimit) {
  Machine machine(parse_text(kernel_text("st.global.u32 [%rd1], %r1;\nret;")));
  machine.options.detect_races = false;  // all blocks write to one place
  machine.options.time_limit = 20ms;
  machine.options.recording = Recording::none;
  machine.buffer("out", zeros(2));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({0x7fffffff, 1, 1}, {32, 1, 1});
  EXPECT_THAT(kinds(trace), testing::ElementsAre(FindingKind::no_end));
}

TEST(Limits, AClusterIsLaunchedAsItsDirectivesAndTheLaunchSay) {
  const auto error_of = [](const std::string& directive, std::optional<Dim3> cluster = {}) {
    Machine machine(
        parse_text(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n" +
                   directive + "\n{ ret; }\n"));
    machine.request.cluster = cluster;
    const auto trace = machine.run({64, 3, 1}, {32, 1, 1});
    return trace.has_value() ? std::string() : trace.error().message.in(Language::en);
  };
  EXPECT_THAT(error_of(".explicitcluster\n.reqnctapercluster 2, 1, 1"), IsEmpty());
  EXPECT_THAT(error_of(".explicitcluster", Dim3{2, 3}), IsEmpty());
  EXPECT_THAT(error_of("", Dim3{16}), IsEmpty());
  EXPECT_THAT(error_of(".maxclusterrank 8"), IsEmpty());
  EXPECT_THAT(error_of(".explicitcluster"), HasSubstr("say of how many blocks"));
  EXPECT_THAT(error_of(".reqnctapercluster 2, 1, 1", Dim3{4}),
              HasSubstr("is compiled for clusters of 2x1x1 blocks, not 4x1x1"));
  EXPECT_THAT(error_of("", Dim3{1, 2}), HasSubstr("no multiple of clusters of 1x2x1"));
  EXPECT_THAT(error_of("", Dim3{32}), HasSubstr("there must be 1 to 16"));
  EXPECT_THAT(error_of("", Dim3{0}), HasSubstr("there must be 1 to 16"));
  EXPECT_THAT(error_of(".maxclusterrank 8", Dim3{16}), HasSubstr("there must be 1 to 8"));
}

TEST(Limits, StaticSharedMemoryAbove48KiBIsRefusedAndDynamicIsNot) {
  const auto error_of = [](const std::string& bytes, std::uint32_t dynamic) {
    Machine machine(parse_text(
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".extern .shared .align 16 .b8 more[];\n.visible .entry k()\n"
        "{ .reg .b32 %r<3>; .shared .align 4 .b8 tile[" +
        bytes + "]; mov.u32 %r1, tile; mov.u32 %r2, more; st.shared.u32 [%r1], 0; ret; }\n"));
    machine.request.dynamic_shared_bytes = dynamic;
    const auto trace = machine.run({1, 1, 1}, {32, 1, 1});
    return trace.has_value() ? std::string() : trace.error().message.in(Language::en);
  };
  EXPECT_THAT(error_of("49152", 100000), IsEmpty());
  EXPECT_THAT(error_of("49156", 0), HasSubstr("declares 49156 bytes of static shared memory"));
}

}  // namespace
}  // namespace warplens::machine
