// What the machine's tests run kernels with.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "kernels/machine/machine.h"
#include "kernels/ptx/parser.h"

namespace warplens::machine {

inline std::shared_ptr<const ptx::Module> parse_text(const std::string& text) {
  auto module = ptx::parse(text, "test.ptx");
  if (!module.has_value()) {
    ADD_FAILURE() << module.error().message.in(Language::en);
    return std::make_shared<const ptx::Module>();
  }
  return std::make_shared<const ptx::Module>(std::move(*module));
}

// What nvcc made of testdata/cases.cu.
inline std::shared_ptr<const ptx::Module> nvcc_cases() {
  std::ifstream file(WARPLENS_SOURCE_DIR "/kernels/machine/testdata/cases.ptx");
  std::stringstream text;
  text << file.rdbuf();
  return parse_text(text.str());
}

// A kernel named k with pointer parameters `out` and `in` and the given body; %r, %rd, %f, %p, %h
// are declared, %rd1 and %rd2 hold the pointers, %r1 the thread.
inline std::string kernel_text(const std::string& body, const std::string& declarations = "") {
  return ".version 8.0\n.target sm_80\n.address_size 64\n" + declarations +
         ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
         ".reg .pred %p<16>;\n.reg .b16 %h<16>;\n.reg .b32 %r<64>;\n.reg .b64 %rd<64>;\n"
         ".reg .f32 %f<32>;\n.reg .f64 %d<16>;\n.shared .align 16 .b8 tile[1024];\n"
         "ld.param.u64 %rd1, [out];\nld.param.u64 %rd2, [in];\nmov.u32 %r1, %tid.x;\n" +
         body + "\n}\n";
}

// For a kernel_text(): %rd3 is the thread's element of out, %rd4 that of in.
inline constexpr const char* kElementsOfThread = R"(
  mov.u32 %r10, %ctaid.x; mov.u32 %r11, %ntid.x;
  mad.lo.s32 %r12, %r10, %r11, %r1;
  mul.wide.s32 %rd5, %r12, 4;
  add.s64 %rd3, %rd1, %rd5;
  add.s64 %rd4, %rd2, %rd5;
)";

class Machine {
 public:
  explicit Machine(std::shared_ptr<const ptx::Module> module, std::string_view entry = "") {
    auto program = Program::load(std::move(module), entry);
    if (!program.has_value()) {
      ADD_FAILURE() << program.error().message.in(Language::en);
      return;
    }
    program_ = std::move(*program);
  }

  // A buffer parameter of 32-bit elements, next in order; returns its index.
  template <class T>
  std::size_t buffer(const std::string& name, const std::vector<T>& values) {
    trace::Buffer description;
    description.name = name;
    description.bytes = values.size() * sizeof(T);
    const auto address = memory.allocate(description);
    EXPECT_TRUE(address.has_value());
    const std::size_t index = memory.buffers().size() - 1;
    std::memcpy(memory.bytes(index).data(), values.data(), description.bytes);
    append(*address);
    return index;
  }
  void scalar(std::int32_t value) { append(value); }

  Result<trace::Trace> run(Dim3 grid, Dim3 block) {
    request.grid = grid;
    request.block = block;
    return machine::run(*program_, request, memory, options);
  }
  trace::Trace trace_of(Dim3 grid, Dim3 block) {
    auto trace = run(grid, block);
    if (!trace.has_value()) ADD_FAILURE() << trace.error().message.in(Language::en);
    return trace.has_value() ? std::move(*trace) : trace::Trace();
  }
  template <class T = std::int32_t>
  std::vector<T> values(std::size_t index) {
    std::vector<T> result(memory.bytes(index).size() / sizeof(T));
    std::memcpy(result.data(), memory.bytes(index).data(), result.size() * sizeof(T));
    return result;
  }
  [[nodiscard]] const Program& program() const { return *program_; }

  Memory memory;
  LaunchRequest request;
  RunOptions options;

 private:
  template <class T>
  void append(T value) {
    while (request.parameters.size() % sizeof(T) != 0) request.parameters.push_back({});
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    request.parameters.insert(request.parameters.end(), bytes, bytes + sizeof(T));
  }

  std::optional<Program> program_;
};

inline std::vector<std::int32_t> zeros(std::size_t count) {
  return std::vector<std::int32_t>(count);
}
inline std::vector<std::int32_t> iota(std::size_t count) {
  std::vector<std::int32_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::int32_t>(i);
  return values;
}

inline std::vector<trace::FindingKind> kinds(const trace::Trace& trace) {
  std::vector<trace::FindingKind> kinds;
  for (const trace::Finding& finding : trace.findings) kinds.push_back(finding.kind);
  return kinds;
}

}  // namespace warplens::machine
