// printf and assert: what a kernel would print, and what it says when it stops itself.
#include "kernels/machine/block/print_format.h"
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::HasSubstr;
using trace::FindingKind;

// An argument list as the compiler lays it out.
class ArgumentList {
 public:
  template <class T>
  ArgumentList& add(T value) {
    bytes_.resize((bytes_.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T) + sizeof(T));
    std::memcpy(bytes_.data() + bytes_.size() - sizeof(T), &value, sizeof(T));
    return *this;
  }
  [[nodiscard]] Printed print(std::string_view format) const {
    return print_format(format, {[this](std::uint64_t offset, std::uint32_t bytes) {
                                   if (offset + bytes > bytes_.size())
                                     return std::span<const std::byte>();
                                   return std::span(bytes_).subspan(offset, bytes);
                                 },
                                 [](std::uint64_t address) { return std::to_string(address); }});
  }

 private:
  std::vector<std::byte> bytes_;
};

TEST(PrintFormat, WritesWhatPrintfWrites) {
  const ArgumentList list =
      ArgumentList().add(-7).add(2.5).add(3u).add(std::int64_t{1} << 40).add(int{'x'});
  const Printed printed = list.print("%d|%8.3f|%-4u|%lld|%c%%\n");
  EXPECT_EQ(printed.text, "-7|   2.500|3   |1099511627776|x%\n");
  EXPECT_EQ(printed.arguments, 5);
}

TEST(PrintFormat, KnowsFlagsWidthsAndLengths) {
  EXPECT_EQ(ArgumentList().add(255).print("%#06x").text, "0x00ff");
  EXPECT_EQ(ArgumentList().add(5).add(42).print("%*d").text, "   42");
  EXPECT_EQ(ArgumentList().add(-5).add(42).print("%*d|").text, "42   |");
  EXPECT_EQ(ArgumentList().add(3).add(1.0 / 3).print("%.*e").text, "3.333e-01");
  EXPECT_EQ(ArgumentList().add(std::int64_t{-1}).print("%ld").text, "-1");
  EXPECT_EQ(ArgumentList().add(std::uint64_t{99}).print("<%4s>").text, "<  99>");
  EXPECT_EQ(ArgumentList().add(std::uint64_t{0xabc}).print("%p").text, "0xabc");
}

TEST(PrintFormat, AnyFormatIsSafe) {
  for (const char* format : {"%", "%%", "%5", "%.", "%.*", "%lllll", "%n", "%y", "%-+ #0", "%s%s%d",
                             "%99999999999999d", "%.99999999999f"}) {
    EXPECT_LT(ArgumentList().print(format).text.size(), 2000u) << format;
  }
}

constexpr const char* kPrints = R"(
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 list);
.global .align 1 .b8 text[12] = {116, 32, 37, 100, 58, 32, 37, 103, 10, 0};
)";
// "t %d: %g\n" with t and t / 2.
constexpr const char* kCall = R"(
.local .align 8 .b8 depot[16];
mov.u64 %rd3, depot; cvta.local.u64 %rd4, %rd3;
cvt.rn.f64.s32 %d1, %r1; mul.f64 %d1, %d1, 0d3FE0000000000000;
st.u32 [%rd4], %r1; st.f64 [%rd4+8], %d1;
mov.u64 %rd5, text; cvta.global.u64 %rd5, %rd5;
setp.lt.s32 %p1, %r1, 3; @!%p1 bra DONE;
{ .param .b64 a; st.param.b64 [a], %rd5; .param .b64 b; st.param.b64 [b], %rd4;
  .param .b32 r; call.uni (r), vprintf, (a, b); ld.param.b32 %r2, [r]; }
st.global.u32 [%rd1], %r2;
DONE: ret;
)";

TEST(Printing, IsKeptBlockByBlockInTheTrace) {
  Machine machine(parse_text(kernel_text(kCall, kPrints)));
  const auto out = machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({2}, {32});
  EXPECT_EQ(kinds(trace), std::vector{FindingKind::same_value_race});
  EXPECT_EQ(trace.printed, "t 0: 0\nt 1: 0.5\nt 2: 1\nt 0: 0\nt 1: 0.5\nt 2: 1\n");
  EXPECT_EQ(machine.values(out)[0], 2);  // printf's result: the arguments it took
}

TEST(Assertions, NameTheirExpressionFileAndLine) {
  const std::string declarations = R"(
.extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 expression[6] = {110, 32, 62, 32, 48, 0};
.global .align 1 .b8 file[12] = {115, 114, 99, 47, 97, 46, 99, 117, 0};
)";
  const std::string body = R"(
mov.u64 %rd3, expression; cvta.global.u64 %rd3, %rd3; mov.u64 %rd4, file; cvta.global.u64 %rd4, %rd4;
{ .param .b64 a; st.param.b64 [a], %rd3; .param .b64 b; st.param.b64 [b], %rd4;
  .param .b32 c; st.param.b32 [c], 77; .param .b64 d; st.param.b64 [d], %rd3;
  .param .b64 e; st.param.b64 [e], 1; call.uni __assertfail, (a, b, c, d, e); }
)";
  Machine machine(parse_text(kernel_text(body, declarations)));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({1}, {32});
  ASSERT_EQ(kinds(trace), std::vector{FindingKind::assertion});
  EXPECT_THAT(trace.findings[0].message.in(Language::en), HasSubstr("n > 0 (a.cu:77)"));
}

}  // namespace
}  // namespace warplens::machine
