// A cluster of two blocks of a warp for tests: block 1 has TMA bring 128 bytes to both, and block 0
// tells block 1's mbarrier `empty` that it has read them. They meet before and behind that.
#pragma once

#include <string>

#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {

inline std::string cluster_text() {
  return kernel_text(std::string(kElementsOfThread) + R"(
    mov.u32 %r2, %cluster_ctarank;
    mov.u32 %r20, ring;
    mov.u32 %r21, full;
    mov.u32 %r22, empty;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    mbarrier.init.shared.b64 [full], 1;
    mbarrier.init.shared.b64 [empty], 32;
    fence.mbarrier_init.release.cluster;
    mbarrier.arrive.expect_tx.shared.b64 %rd6, [full], 128;
    ready: barrier.cluster.arrive.release;
    barrier.cluster.wait.acquire;
    setp.ne.u32 %p2, %r2, 1;
    or.pred %p3, %p1, %p2;
    @%p3 bra filled;
    mov.u16 %h1, 3;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
      [%r20], [%rd2], 128, [%r21], %h1;
    filled: mbarrier.try_wait.parity.shared.b64 %p4, [%r21], 0;
    @!%p4 bra filled;
    shl.b32 %r3, %r1, 2;
    add.u32 %r4, %r20, %r3;
    ld.shared.u32 %r5, [%r4];
    st.global.u32 [%rd3], %r5;
    mov.u32 %r7, 1;
    mapa.shared::cluster.u32 %r6, %r22, %r7;
    @!%p2 bra taken;
    mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r6];
    bra done;
    taken: mbarrier.try_wait.parity.shared.b64 %p4, [%r22], 0;
    @!%p4 bra taken;
    done: barrier.cluster.arrive.release;
    barrier.cluster.wait.acquire;
    ret;)",
                     ".shared .align 8 .b8 full[8];\n.shared .align 8 .b8 empty[8];\n"
                     ".shared .align 128 .b8 ring[128];\n");
}

// With the options' records of a block.
inline trace::Trace run_cluster(const RunOptions& options) {
  Machine machine(parse_text(cluster_text()));
  machine.options = options;
  machine.options.instruction_budget = 1 << 20;
  machine.request.cluster = Dim3{2};
  machine.buffer("out", zeros(64));
  machine.buffer("in", iota(64));
  return machine.trace_of({2}, {32});
}

}  // namespace warplens::machine
