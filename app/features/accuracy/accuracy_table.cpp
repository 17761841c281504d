#include "app/features/accuracy/accuracy_table.h"

#include <bit>

namespace warplens::accuracy {

tables::Table accuracy_table(std::span<const run::SumAccuracy> errors) {
  tables::Table table{{"kernel", "inputs", "terms", "largest", "rms", "sums", "fp32_a_term",
                       "other_a_term", "architecture"}};
  for (const run::SumAccuracy& each : errors) {
    for (const run::SizeAccuracy& at : each.at) {
      table.push_back(
          {each.question.kernel, std::string(name_of(each.question.inputs)),
           fmt::format("{}", at.size), fmt::format("{:.4f}", at.largest),
           fmt::format("{:.4f}", at.rms), fmt::format("{}", at.sums),
           fmt::format("{:.4f}", each.operations.fp32),
           fmt::format("{:.4f}", each.operations.other),
           each.on_tensor_cores ? fmt::format("sm_{}", each.question.architecture) : ""});
    }
  }
  return table;
}

tables::Table orders_table(std::span<const run::OrderResults> orders) {
  tables::Table table{{"kernel", "inputs", "order", "result", "bits", "error"}};
  for (const run::OrderResults& each : orders) {
    for (std::size_t i = 0; i < each.results.size(); ++i) {
      table.push_back({each.question.kernel, std::string(name_of(each.question.inputs)),
                       fmt::format("{}", i), fmt::format("{:.9g}", each.results[i]),
                       fmt::format("{:08x}", std::bit_cast<std::uint32_t>(each.results[i])),
                       fmt::format("{:.4f}", each.errors[i])});
    }
  }
  return table;
}

}  // namespace warplens::accuracy
