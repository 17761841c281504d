#include "kernels/own/source_constants.h"

#include <gmock/gmock.h>

#include <chrono>

#include "kernels/base/all_tests.h"

namespace warplens::own {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> lines_of(const std::vector<NamedConstant>& constants) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : constants) lines.push_back(name + " = " + std::to_string(value));
  return lines;
}

TEST(SourceConstants, AreNumbersHoweverTheyAreWritten) {
  const SourceConstants source(
      "#  define   TILE\t16u\n#define BLOCK (TILE * 2)\n#define GUARD_TILE_H\n"
      "constexpr unsigned kBlockDim{1'024};\nenum { kTileK = 0x20, kTileN = (int)64 };\n"
      "const int kThreads = static_cast<int>(std::max(kTileK, 8)),\n          kBlockM = 3;");
  EXPECT_THAT(lines_of(source.of_blocks()),
              ElementsAre("TILE = 16", "BLOCK = 32", "kBlockDim = 1024", "kTileK = 32",
                          "kTileN = 64", "kThreads = 32", "kBlockM = 3"));
}

TEST(SourceConstants, OfStructuresAreThoseThatAreNamed) {
  const SourceConstants source(
      "namespace cfg { struct A { static constexpr int kM = 4, kThreads = kM * 32; }; }\n"
      "struct B : public cfg::A { static constexpr int kM = 8; };\n"
      "template <int M, class T = B> struct C { using Base = T; enum { THREADS = M + T::kM }; };\n"
      "typedef C<5> Short;",
      {{}, {{"Config", "C<2>"}}});
  EXPECT_THAT(source.of_blocks(), IsEmpty());
  EXPECT_THAT(
      lines_of(source.members_named_in(
          "{ f<cfg::A::kThreads>(); B::kThreads; C<1, cfg::A>::THREADS; Short::THREADS; "
          "Config::THREADS + typename Config::Base::kThreads + Missing::THREADS; }")),
      ElementsAre("cfg::A::kThreads = 128", "B::kThreads = 128", "C<1, cfg::A>::THREADS = 5",
                  "Short::THREADS = 13", "Config::THREADS = 10", "Config::Base::kThreads = 128"));
  EXPECT_THAT(lines_of(source.threads_of_arguments()), ElementsAre("Config::THREADS = 10"));
}

TEST(SourceConstants, OfAnyTextAreSafe) {
  std::string doubled = "struct T0 { static constexpr int kTile = 1; };\n";
  for (int i = 1; i < 60; ++i)
    doubled +=
        fmt::format("struct T{} {{ static constexpr int kTile = T{}::kTile + T{}::kTile; }};\n", i,
                    i - 1, i - 1);
  for (const std::string& text :
       {doubled,
        std::string("using A = B; using B = A; struct C : C { enum { TILE = C::TILE }; };"),
        std::string("template <class T> struct A { enum { TILE = A<A<T>>::TILE }; };"),
        std::string("struct A {"), std::string("A::"), std::string("A<"), std::string("TILE{"),
        std::string("#define TILE TILE"), std::string("struct A : {};"), std::string(5000, '<')}) {
    const SourceConstants source(text);
    EXPECT_THAT(source.of_blocks(), IsEmpty()) << text;
    EXPECT_THAT(source.members_named_in("A::TILE C::TILE T59::kTile A<int>::TILE A<"), IsEmpty());
  }
}

// A source of anyone's: what never ends is looked through no further than a statement is long.
TEST(SourceConstants, OfStatementsWithoutAnEndAreReadInSeconds) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer it takes too long";
  const std::chrono::seconds most(is_emulated() ? 100 : 5);
  for (const char* const part :
       {"a<", "using ", "typedef ", "struct A { ", "A=(", "BLOCK::a<", "template <",
        "__global__ void k(", "__global__ ", "#define BLOCK ", "k "}) {
    SCOPED_TRACE(part);
    std::string text;
    while (text.size() < 200'000) text += part;
    const auto begin = std::chrono::steady_clock::now();
    const SourceConstants source(text, {{}, {{"Config", "A"}}});
    EXPECT_THAT(source.members_named_in(text), IsEmpty());
    EXPECT_THAT(source.threads_of_arguments(), IsEmpty());
    EXPECT_THAT(kernel_declarations(text, "k"), IsEmpty());
    EXPECT_EQ(variable_type(text, "k"), "");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, most);
  }
}

}  // namespace
}  // namespace warplens::own
