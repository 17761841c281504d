#include "kernels/ptx/parser.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <chrono>

#include "kernels/base/all_tests.h"
#include "kernels/ptx/parse_for_test.h"

namespace warplens::ptx {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Parser, TheHeaderIsRead) {
  const Module module = parse_ok(".version 7.8\r\n.target sm_90a, debug // x\r\n/* y\n*/");
  EXPECT_EQ(module.version_major, 7u);
  EXPECT_EQ(module.version_minor, 8u);
  EXPECT_EQ(module.target, "sm_90a");
}

TEST(Parser, VariablesHaveSizeAlignmentAndBytes) {
  const Module module = parse_ok(
      with_header(".global .align 8 .b16 t[2][3] = {{1, 2}, {0x304}};\n.const .f32 c = 1.5;\n"
                  ".extern .shared .align 16 .b8 s[];\n.global .v4 .f32 v;"));
  const Variable& table = module.variables.at(0);
  EXPECT_EQ(table.size, 12u);
  EXPECT_EQ(table.alignment, 8u);
  EXPECT_EQ(table.initializer.at(6), std::byte{4});
  EXPECT_EQ(table.initializer.at(7), std::byte{3});
  EXPECT_EQ(table.initializer.at(4), std::byte{0});
  EXPECT_EQ(module.find_variable("c")->initializer.at(3), std::byte{0x3f});
  EXPECT_EQ(module.find_variable("s")->size, 0u);
  EXPECT_TRUE(module.find_variable("s")->is_extern);
  EXPECT_EQ(module.find_variable("v")->alignment, 16u);
}

TEST(Parser, CallScopesGiveTheirVariablesNamesOfTheirOwn) {
  const Function function = kernel_of(
      "{ .param .b32 p0; st.param.b32 [p0], %r1; }\n{ .param .b64 p0; st.param.b64 [p0], %rd1; }");
  ASSERT_EQ(function.variables.size(), 2u);
  EXPECT_EQ(function.variables[1].name, "p0#2");
  EXPECT_EQ(function.instructions.at(0).operands.at(0).elements.at(0).text, "p0");
  EXPECT_EQ(function.instructions.at(1).operands.at(0).elements.at(0).text, "p0#2");
}

TEST(Parser, LabelsInInnerScopesHideOuterOnes) {
  const Function function = kernel_of("L: a; { L: b; bra L; } { bra L; }");
  EXPECT_EQ(function.instructions.at(2).operands.at(0).index, 1u);
  EXPECT_EQ(function.instructions.at(3).operands.at(0).index, 0u);
}

TEST(Parser, ADefinitionTakesThePlaceOfItsDeclaration) {
  const Module module = parse_ok(with_header(".func f();\n.func f() { ret; }\n.func f();"));
  ASSERT_EQ(module.functions.size(), 1u);
  EXPECT_FALSE(module.functions[0].is_declaration);
}

TEST(Parser, AnAliasIsACopyOfItsFunction) {
  const Module module = parse_ok(with_header(".func g();\n.func f() { ret; }\n.alias g, f;"));
  EXPECT_EQ(module.find_function("g")->instructions.size(), 1u);
}

TEST(Parser, InlinedLocationsFormAChain) {
  const Module module = parse_sample("triton_90.ptx");
  const Function& kernel = *module.find_entry("");
  const auto copy = std::find_if(kernel.instructions.begin(), kernel.instructions.end(),
                                 [](const Instruction& i) { return i.opcode == "cp"; });
  ASSERT_NE(copy, kernel.instructions.end());
  const SourceLocation& inner = module.locations.at(copy->location);
  EXPECT_EQ(inner.line, 41u);
  EXPECT_EQ(module.files.at(inner.file), "/triton/language/standard.py");
  const SourceLocation& middle = module.locations.at(inner.inlined_at);
  EXPECT_EQ(middle.line, 40u);
  EXPECT_EQ(module.locations.at(middle.inlined_at).line, 181u);
  EXPECT_EQ(kernel.required_threads, 128u);
}

TEST(Parser, TheCompilersOwnCodeBelongsToTheLineBefore) {
  const Module module = parse_ok(
      with_header(".file 1 \"k.cu\"\n.entry k() {\n.loc 1 25 3\ntrap;\n.loc 1 0 3\ntrap;\n}"));
  for (const Instruction& instruction : module.functions.at(0).instructions) {
    EXPECT_EQ(module.locations.at(instruction.location).line, 25u);
  }
}

TEST(Parser, NvccsSourceLinesAndPrototypesAreKept) {
  const Module module = parse_sample("calls_80.ptx");
  const Function& kernel = *module.find_entry("");
  EXPECT_EQ(kernel.max_threads, 128u);
  EXPECT_EQ(module.find_variable("table")->relocations.size(), 2u);
  EXPECT_EQ(module.find_variable("pointer")->relocations.at(0).symbol, "counter");
  const bool indirect = std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                                    [](const Instruction& i) { return i.call_prototype != kNone; });
  EXPECT_TRUE(indirect);
  EXPECT_EQ(module.files.at(module.locations.at(kernel.instructions[0].location).file), "calls.cu");
}

TEST(Parser, ClangsInitialisersAndNoreturnAreRead) {
  const Module module = parse_sample("clang_80.ptx");
  EXPECT_EQ(module.find_variable("where")->relocations.at(0).addend, 3);
  EXPECT_EQ(module.find_variable("bytes")->relocations.at(0).offset, 1u);
  EXPECT_EQ(module.find_variable("bytes")->relocations.size(), 1u);
  EXPECT_TRUE(module.find_function("_Z4failv")->is_noreturn);
  EXPECT_EQ(module.find_entry("")->max_threads, 512u);
}

TEST(Parser, SamplesOfOtherCompilersAreRead) {
  EXPECT_EQ(parse_sample("numba_75.ptx").variables.size(), 3u);
  EXPECT_GT(parse_sample("hopper_90.ptx").functions.at(0).instructions.size(), 20u);
  EXPECT_GT(parse_sample("control_75.ptx").functions.at(0).instructions.size(), 40u);
}

TEST(Parser, AModuleOutlivesTheTextItWasReadFrom) {
  auto text = std::make_unique<std::string>(in_kernel("ret;"));
  Module module = parse_ok(*text);
  text.reset();
  const Module moved = std::move(module);
  const Instruction& ret = moved.functions.at(0).instructions.at(0);
  EXPECT_EQ(moved.text.substr(ret.text_begin, ret.text_end - ret.text_begin), "ret;");
}

struct BadText {
  std::string text;
  std::string message;
};

TEST(ParserErrors, EachSaysTheLineAndWhatIsWrong) {
  const std::vector<BadText> cases = {
      {"", "t.ptx:1: expected PTX text to begin with .version"},
      {in_kernel("add.s32 %x1, %r1, %r2;"), "t.ptx:6: register '%x1' is not declared"},
      {in_kernel("add.s32 %r9, %r1, %r2;"), "t.ptx:6: register '%r9' is not declared"},
      {in_kernel("bra NOWHERE;"), "t.ptx:6: 'NOWHERE' is not declared"},
      {in_kernel("L: a; L: b;"), "t.ptx:6: label 'L' is defined twice"},
      {in_kernel("{ .param .b32 p; } ld.param.b32 %r1, [p];"), "t.ptx:6: 'p' is not declared"},
      {in_kernel("mov.b32 %r1, 5 / 0;"), "t.ptx:6: division by zero"},
      {in_kernel("mov.b32 %r1 5;"), "t.ptx:6: expected ';', found '5'"},
      {in_kernel("mov.b32 %r1, 0xfg;"), "t.ptx:6: '0xfg' is not a number"},
      {in_kernel("mov.b32 %r1, \x01;"), "t.ptx:6: byte 0x01"},
      {in_kernel(".reg .b32 %r<4>;"), "t.ptx:6: register '%r' is declared twice"},
      {in_kernel(".reg .b32 %q<99999999>;"), "t.ptx:6: 99999999 registers"},
      {in_kernel(std::string(100, '{')), "t.ptx:6: more than 64 nested"},
      {in_kernel("mov.b32 %r1, " + std::string(5000, '(')), "t.ptx:6: this expression has more"},
      {in_kernel("mov.b32 " + std::string(5000, '{')), "t.ptx:6: operands nested"},
      {with_header(".entry k() {"), "t.ptx:4: this { is never closed"},
      {with_header(".global .b8 a[2] = {1, 2, 3};"), "t.ptx:4: 'a' has more initial values"},
      {with_header(".global .b8 a[999999999][999999999];"), "t.ptx:4: this array is larger"},
      {with_header(".extern .global .b8 a[16777216][65536][16777216];"),
       "t.ptx:4: this array is larger"},
      {with_header(".global .b8 a[999999999] = {1};"), "t.ptx:4: the initialisers"},
      {with_header(".entry k(.param .align 9.0 .b8 p[8]) { ret; }"), "t.ptx:4: "},
      {with_header(".entry k(.param .align 8 .b8 p[2147483647]) { ret; }"),
       "t.ptx:4: the parameters of 'k' take more than 32764 bytes"},
      {with_header(".entry k(.param .b8 p[32764], .param .b8 q) { ret; }"),
       "t.ptx:4: the parameters of 'k' take more than 32764 bytes"},
      {with_header(".global .u64 p = nobody;"), "t.ptx:4: 'nobody' is not declared"},
      {with_header(".global .b8 b[2] = {0xFF(b), 1};"), "t.ptx:4: an address"},
      {with_header(".global .b8 a;\n.global .b8 a;"), "t.ptx:5: 'a' is declared twice"},
      {with_header(".func f() { ret; }\n.func f() { ret; }"), "t.ptx:5: 'f' is defined twice"},
      {with_header(".file 1 \"abc"), "t.ptx:4: this string has no closing quote"},
      {with_header("/* x"), "t.ptx:4: this comment has no closing */"},
      {with_header(".section .debug_info {"), "t.ptx:4: this { is never closed"},
      {".version 9.", "t.ptx:1: expected a version such as 9.0, found '9.'"},
      {".version .9", "t.ptx:1: expected a version such as 9.0"},
      {".version 9.99999999999", "t.ptx:1: expected a version such as 9.0"},
      {".version 8.0\n.address_size 32", "t.ptx:2: only 64-bit addresses"},
  };
  for (const BadText& bad : cases) {
    EXPECT_THAT(error_of(bad.text), StartsWith(bad.message)) << bad.text.substr(0, 200);
  }
}

TEST(Parser, ReadsManyFileNamesInProportion) {
  const int count = is_too_slow_here() ? 2'000 : 100'000;
  std::string text = with_header("");
  for (int i = 1; i <= count; ++i) text += fmt::format(".file {} \"/a/folder/{}.cu\"\n", i, i);
  const auto start = std::chrono::steady_clock::now();
  const Module module = parse_ok(text + ".file 7 \"/a/folder/1.cu\"\n");
  EXPECT_EQ(module.files.size(), static_cast<std::size_t>(count)) << "each once";
  // A search for each name takes half a minute.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(8));
}

TEST(ParserErrors, EveryPrefixOfARealModuleIsSafe) {
  const std::string whole = parse_sample("clang_80.ptx").text;
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    const auto module = parse(std::string_view(whole).substr(0, size), "t.ptx");
    if (module.has_value()) continue;
    EXPECT_THAT(module.error().message.in(Language::en), HasSubstr("t.ptx:"));
  }
}

}  // namespace
}  // namespace warplens::ptx
