#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

int letter(int k) {
  const char words[3][6] = {"warp", "lane", "block"};
  return words[k % 3][k % 4];
}
std::vector<int> looked_up(const std::vector<int>& in, int added) {
  const int table[] = {3, 1, 4, 1, 5};
  return make(in.size(), [&](std::size_t i) {
    const int k = in[i];
    return (table[k % 3 + 1] + added) * 1000 + letter(k) + (k % 4 >= 2 ? 1 : 0);
  });
}

TEST(GlobalsCorpus, TablesWithPointersIntoThem) {
  const auto in = integers(75, 0, 99);
  Workload work("globals");
  const Buffer out = work.buffer(std::vector<int>(75));
  work.launch("read_tables", {.grid = {3}}, work.buffer(in), out, 75);
  work.expect(out, looked_up(in, 0));
  work.check();
}

// A module's variables live as long as the module: what one launch leaves, the next one finds.
TEST(GlobalsCorpus, LaunchesShareTheModulesVariables) {
  const auto in = integers(75, 0, 99);
  Workload work("globals");
  const Buffer out = work.buffer(std::vector<int>(75));
  work.launch("change_table", {}, 2);
  work.launch("read_tables", {.grid = {3}}, work.buffer(in), out, 75);
  work.expect(out, looked_up(in, 2));
  work.check();
}

TEST(GlobalsCorpus, PointersToFunctionsInATable) {
  const auto in = integers(75, 0, 99);
  Workload work("globals");
  const Buffer out = work.buffer(std::vector<int>(75));
  work.launch("by_table", {.grid = {3}}, work.buffer(in), out, 75);
  work.expect(out, make(75, [&](std::size_t i) {
                const int t = static_cast<int>(i);
                const int results[] = {in[i] + t, in[i] - t, in[i] * t};
                return results[in[i] % 3];
              }));
  work.check();
}

TEST(GlobalsCorpus, ObjectsWithVirtualFunctions) {
  const auto in = reals(75, 0, 10);
  Workload work("globals");
  const Buffer out = work.buffer(std::vector<float>(75));
  work.launch("areas", {.grid = {3}}, work.buffer(in), out, 75);
  work.expect(out,
              make(75, [&](std::size_t i) { return i % 3 == 0 ? in[i] * 3 / 2 : in[i] * in[i]; }));
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
