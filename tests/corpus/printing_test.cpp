#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

// Divisors with two zeros among them.
std::vector<int> divisors() {
  auto numbers = integers(75, 1, 9, 2);
  numbers[5] = numbers[70] = 0;
  return numbers;
}

TEST(PrintingCorpus, DivisionThatReportsZeros) {
  const auto a = integers(75, -999, 999), b = divisors();
  Workload work("printing");
  const Buffer out = work.buffer(std::vector<int>(75, -1));
  work.launch("checked_division", {.grid = {3}}, work.buffer(a), work.buffer(b), out, 75);
  work.expect(out, make(75, [&](std::size_t i) { return b[i] == 0 ? 0 : a[i] / b[i]; }));
  work.check();
}

TEST(PrintingCorpus, AnAssertionThatDoesNotHold) {
  Workload work("printing");
  const Buffer out = work.buffer(std::vector<int>(75, -1));
  work.launch("checked_division", {.grid = {2}}, work.buffer(integers(75, 1, 9)),
              work.buffer(divisors()), out, 75);
  work.expect(out, std::vector<int>(75, -1));
  work.finds(trace::FindingKind::assertion);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
