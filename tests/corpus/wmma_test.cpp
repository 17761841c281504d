#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(WmmaCorpus, FragmentsAreNamedAsUnknown) {
  Workload work("wmma");
  const Buffer in = work.buffer(std::vector<Half>(16 * 32, Half(1)));
  const Buffer out = work.buffer(std::vector<float>(256, -1));
  work.launch("wmma_product", {}, in, in, out, 32);
  work.expect(out, std::vector<float>(256, -1));
  work.finds(trace::FindingKind::opaque_instruction);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
