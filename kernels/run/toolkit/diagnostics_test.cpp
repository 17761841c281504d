#include "kernels/run/toolkit/diagnostics.h"

#include <gmock/gmock.h>

#include "kernels/run/toolkit/compile_options.h"
#include "kernels/run/toolkit/compiler.h"

namespace warplens::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Severity = Diagnostic::Severity;

// As nvcc 13.0 writes it.
constexpr const char* kNvcc =
    "my.cu(3): error: identifier \"foo\" is undefined\n"
    "      foo = x[0];\n"
    "      ^\n"
    "\n"
    "my.cu(2): warning #177-D: variable \"a\" was declared but never referenced\n"
    "    int a = 1;\n"
    "        ^\n"
    "\n"
    "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
    "1 error detected in the compilation of \"my.cu\".\n";

const Diagnostic kUndefined{Severity::error, "my.cu", 3, 5, "identifier \"foo\" is undefined"};
const Diagnostic kUnused{Severity::warning, "my.cu", 2, 7,
                         "variable \"a\" was declared but never referenced"};

TEST(Diagnostics, OfNvccHaveLineColumnAndMessage) {
  EXPECT_THAT(parse_diagnostics(kNvcc), ElementsAre(kUndefined, kUnused));
}

TEST(Diagnostics, OfTheHostCompilerAreReadToo) {
  EXPECT_THAT(parse_diagnostics("a b/k.cu:7:10: fatal error: no.h: No such file\n    7 | #include"),
              ElementsAre(Diagnostic{Severity::error, "a b/k.cu", 7, 10, "no.h: No such file"}));
}

TEST(Diagnostics, AreThoseOfACompilersError) {
  EXPECT_THAT(parse_diagnostics(compile_error("my.cu", kNvcc).log),
              ElementsAre(kUndefined, kUnused));
  EXPECT_THAT(parse_diagnostics(compile_error("my.cu", "my.cu(4): error: one line").log),
              ElementsAre(Diagnostic{Severity::error, "my.cu", 4, 0, "one line"}));
}

TEST(Diagnostics, OfAnyTextAreSafe) {
  for (const char* text : {"", "(", "): ", "a(b): error: c", "(3): error: c", ":1:2: error: c", "^",
                           "   ^", ": ", "::: ", "a(99999999999): error: c", "k.cu(3): error"}) {
    EXPECT_THAT(parse_diagnostics(text), IsEmpty()) << text;
  }
}

TEST(CompileOptions, AreGivenAsBothCompilersTakeThem) {
  EXPECT_THAT(*compiler_arguments({{"/usr/include"}, {"N=4", "FAST"}, {"-std=c++20"}}),
              ElementsAre("--include-path=/usr/include", "--define-macro=N=4",
                          "--define-macro=FAST", "-std=c++20"));
  for (const char* word : {"$(x)", "a;b", "`x`", "a\nb", "\"a\"", "a|b", ""})
    EXPECT_FALSE(compiler_arguments({{}, {}, {word}}).has_value()) << word;
}

}  // namespace
}  // namespace warplens::run
