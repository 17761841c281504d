// Kernels of tcgen05: 128 threads allocate tensor memory, do what a test says, and free it again.
#pragma once

#include "kernels/machine/wgmma_test_kit.h"

namespace warplens::machine::tcgen05 {

using trace::FindingKind;
using wgmma::Bytes;
using wgmma::put;

constexpr std::uint32_t kThreads = 128, kColumns = 512, kTileBytes = 80 * 1024;

// %r1 is the thread, %r2 the warp, %r3 the address of tensor memory, %r4 that of the warp's lanes
// in it, %r5 the tile's; %rd1 and %rd2 point to out and in. Without `body` nothing is found.
inline std::string frame(const std::string& body, std::uint32_t columns = kColumns) {
  const std::string count = std::to_string(columns);
  return ".version 9.0\n.target sm_100a\n.address_size 64\n"
         ".extern .shared .align 1024 .b8 tile[];\n"
         ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
         ".reg .pred %p<16>;\n.reg .b16 %h<8>;\n.reg .b32 %r<64>;\n.reg .b64 %rd<32>;\n"
         ".reg .b32 %v<256>;\n.shared .align 4 .b32 place;\n.shared .align 8 .b64 bar;\n"
         "ld.param.u64 %rd1, [out];\nld.param.u64 %rd2, [in];\nmov.u32 %r1, %tid.x;\n"
         "shr.u32 %r2, %r1, 5;\nmov.u32 %r5, tile;\nmov.u32 %r7, place;\n"
         "setp.ge.u32 %p1, %r1, 32;\nsetp.ne.u32 %p2, %r1, 0;\n"
         "@%p1 bra allocated;\n"
         "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r7], " +
         count +
         ";\n@%p2 bra allocated;\nmbarrier.init.shared::cta.b64 [bar], 1;\n"
         "allocated: bar.sync 0;\nld.shared.b32 %r3, [place];\n"
         "shl.b32 %r6, %r2, 21;\nadd.u32 %r4, %r3, %r6;\n" +
         body +
         "\nbar.sync 0;\n@%p1 bra done;\n"
         "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, " +
         count + ";\ndone: ret;\n}\n";
}

inline std::string vector_of(std::uint32_t first, std::uint32_t count) {
  std::string text = "{";
  for (std::uint32_t i = 0; i < count; ++i) {
    text += (i == 0 ? "%v" : ", %v") + std::to_string(first + i);
  }
  return text + "}";
}
inline std::string load(const std::string& form, std::uint32_t registers,
                        const std::string& address, const std::string& split = "") {
  return "tcgen05.ld.sync.aligned." + form + ".b32 " + vector_of(0, registers) + ", [" + address +
         "]" + split + ";\n";
}
inline std::string store(const std::string& form, std::uint32_t registers,
                         const std::string& address, const std::string& split = "") {
  return "tcgen05.st.sync.aligned." + form + ".b32 [" + address + "]" + split + ", " +
         vector_of(0, registers) + ";\n";
}
constexpr const char* kWaitLoad = "tcgen05.wait::ld.sync.aligned;\n";
constexpr const char* kWaitStore = "tcgen05.wait::st.sync.aligned;\n";

// Registers of a thread from and to a buffer, which has so many of each.
inline std::string move_registers(bool to_memory, std::uint32_t count, std::uint32_t each,
                                  std::uint32_t first = 0) {
  const std::string pointer = to_memory ? "%rd1" : "%rd2";
  std::string text = "mul.wide.u32 %rd5, %r1, " + std::to_string(4 * each) + ";\nadd.u64 %rd6, " +
                     pointer + ", %rd5;\n";
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string place = "[%rd6+" + std::to_string(4 * (first + i)) + "]";
    const std::string value = "%v" + std::to_string(i);
    text += to_memory ? "st.global.b32 " + place + ", " + value + ";\n"
                      : "ld.global.b32 " + value + ", " + place + ";\n";
  }
  return text;
}

// But for the note that every mma and cp comes with.
inline trace::Trace run(const std::string& text, const Bytes& in, Bytes& out,
                        std::uint32_t threads = kThreads, bool finds_races = true) {
  Machine machine(parse_text(text));
  const auto buffer = machine.buffer("out", out);
  machine.buffer("in", in);
  machine.options.detect_races = finds_races;
  machine.request.dynamic_shared_bytes = kTileBytes + 64;
  trace::Trace trace = wgmma::without_note(machine.trace_of({1}, {threads}));
  out = machine.values<std::byte>(buffer);
  return trace;
}

struct Found {
  explicit Found(const std::string& body, std::uint32_t columns = kColumns,
                 std::uint32_t threads = kThreads)
      : Found(frame(body, columns), Bytes(1 << 17), threads) {}
  Found(const std::string& text, const Bytes& in, std::uint32_t threads) {
    Bytes out(1 << 17);
    trace = run(text, in, out, threads);
  }
  trace::Trace trace;
  [[nodiscard]] std::vector<FindingKind> kinds() const { return machine::kinds(trace); }
  [[nodiscard]] bool tells(const std::string& what) const {
    return std::ranges::any_of(trace.findings, [&](const trace::Finding& finding) {
      return finding.message.in(Language::en).find(what) != std::string::npos;
    });
  }
  [[nodiscard]] std::string text() const {
    return trace.findings.empty() ? "" : trace.findings[0].message.in(Language::en);
  }
};

}  // namespace warplens::machine::tcgen05
