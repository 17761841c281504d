// A ring of stages in shared memory for tests: warp 0 copies tiles into it by TMA, warp 1 reads
// them; an mbarrier of each stage says that it is full, another that it is empty.
#pragma once

#include <fmt/format.h>

#include <string>

#include "kernels/machine/launch/barrier_records.h"
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {

struct Ring {
  int stages = 2, tiles = 6;
  bool waits_for_empty = true, waits_for_full = true;
};

inline std::string ring_text(const Ring& ring) {
  std::string set_up;
  for (int stage = 0; stage < ring.stages; ++stage) {
    set_up += fmt::format(
        "mbarrier.init.shared.b64 [full+{0}], 1;\nmbarrier.init.shared.b64 [empty+{0}], 32;\n",
        8 * stage);
  }
  const std::string next = fmt::format(R"(
    add.u32 %r30, %r30, 1;
    add.u32 %r31, %r31, 1;
    setp.eq.u32 %p3, %r31, {};
    @%p3 mov.u32 %r31, 0;
    @%p3 xor.b32 %r32, %r32, 1;
    setp.lt.u32 %p4, %r30, {};)",
                                       ring.stages, ring.tiles);
  const std::string places = R"(
    shl.b32 %r33, %r31, 3;
    add.u32 %r34, %r21, %r33;
    add.u32 %r35, %r22, %r33;
    shl.b32 %r37, %r31, 7;
    add.u32 %r38, %r20, %r37;
    mul.wide.u32 %rd6, %r30, 128;)";
  const std::string wait_empty = R"(
    xor.b32 %r36, %r32, 1;
    taken: mbarrier.try_wait.parity.shared.b64 %p2, [%r35], %r36;
    @!%p2 bra taken;)";
  const std::string wait_full = R"(
    filled: mbarrier.try_wait.parity.shared.b64 %p2, [%r34], %r32;
    @!%p2 bra filled;)";
  const std::string body = R"(
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    )" + set_up + R"(
    ready: bar.sync 0;
    mov.u32 %r20, ring;
    mov.u32 %r21, full;
    mov.u32 %r22, empty;
    mov.u32 %r30, 0;
    mov.u32 %r31, 0;
    mov.u32 %r32, 0;
    and.b32 %r40, %r1, 31;
    shl.b32 %r41, %r40, 2;
    cvt.u64.u32 %rd8, %r41;
    setp.gt.u32 %p1, %r1, 31;
    @%p1 bra consume;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra done;
    produce:)" + places + (ring.waits_for_empty ? wait_empty : "") +
                           R"(
    mbarrier.arrive.expect_tx.shared.b64 %rd5, [%r34], 128;
    add.s64 %rd7, %rd2, %rd6;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r38], [%rd7], 128, [%r34];)" +
                           next + R"(
    @%p4 bra produce;
    bra done;
    consume:)" + places + (ring.waits_for_full ? wait_full : "") +
                           R"(
    add.u32 %r42, %r38, %r41;
    ld.shared.u32 %r43, [%r42];
    mbarrier.arrive.shared.b64 %rd5, [%r35];
    add.s64 %rd7, %rd1, %rd6;
    add.s64 %rd7, %rd7, %rd8;
    st.global.u32 [%rd7], %r43;)" +
                           next + R"(
    @%p4 bra consume;
    done: ret;)";
  return kernel_text(body,
                     ".shared .align 8 .b8 full[32];\n.shared .align 8 .b8 empty[32];\n"
                     ".shared .align 128 .b8 ring[512];\n");
}

// The block's trace; `records`, where it is given, gets what it did at barriers.
inline trace::Trace run_ring(const Ring& ring, BarrierRecords* records = nullptr) {
  Machine machine(parse_text(ring_text(ring)));
  machine.options.barriers = records;
  machine.options.instruction_budget = 1 << 20;
  machine.buffer("out", zeros(static_cast<std::size_t>(ring.tiles) * 32));
  machine.buffer("in", iota(static_cast<std::size_t>(ring.tiles) * 32));
  return machine.trace_of({1}, {64});
}

}  // namespace warplens::machine
