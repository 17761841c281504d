#include "app/features/accuracy/accuracy_report.h"

#include <algorithm>
#include <bit>

#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "kernels/base/json.h"
#include "viz/analysis/table.h"

namespace warplens::cli {
namespace {

Json settings_json(const run::SumQuestion& question) {
  return {{"kernel", question.kernel},
          {"inputs", std::string(name_of(question.inputs))},
          {"settings", question.settings}};
}

std::string roundings_phrase(double error) { return fmt::format("{:.3g}", error); }

bool is_as_published(const run::SumAccuracy& each) {
  return each.on_tensor_cores && run::is_published(each.question.architecture);
}

// "tensor_gemm/fp8 sm_89*"
std::string row_name(const run::SumAccuracy& each) {
  if (!each.on_tensor_cores) return each.question.kernel;
  return fmt::format("{} sm_{}{}", each.question.kernel, each.question.architecture,
                     is_as_published(each) ? "*" : "");
}

void print_whose_sums(const ui::Speech& speech, std::span<const run::SumAccuracy> errors) {
  if (!errors.front().on_tensor_cores) return;
  print_line(speech, tr("Tensor cores of sm_90 sum as an H200's, bit for bit."));
  if (std::ranges::any_of(errors, is_as_published))
    print_line(speech, tr("* as published; compared with no hardware here (docs/PTX.md)."));
}

}  // namespace

void print_accuracy_text(const ui::Speech& speech, std::span<const run::SumAccuracy> errors) {
  if (errors.empty()) return;
  print_line(
      speech,
      tr("The largest error of a sum by its number of terms, in units of 2^-24 of the terms'\n"
         "magnitudes added up; inputs: {}. The bound is what any order of float additions keeps "
         "to.",
         name_of(errors.front().question.inputs)));
  tables::Table table{{std::string(speech.say(tr_in("column", "terms")))}};
  for (const run::SizeAccuracy& at : errors.front().at)
    table[0].push_back(fmt::format("{}", at.size));
  table[0].emplace_back(speech.say(tr("fp32 a term")));
  table[0].emplace_back(speech.say(tr("other a term")));
  for (const run::SumAccuracy& each : errors) {
    tables::Row row{row_name(each)};
    for (const run::SizeAccuracy& at : each.at) row.push_back(roundings_phrase(at.largest));
    row.push_back(roundings_phrase(each.operations.fp32));
    row.push_back(roundings_phrase(each.operations.other));
    table.push_back(std::move(row));
  }
  tables::Row bound{std::string(speech.say(tr("bound")))};
  for (const run::SizeAccuracy& at : errors.front().at) bound.push_back(fmt::format("{}", at.size));
  bound.insert(bound.end(), {"", ""});
  table.push_back(std::move(bound));
  print_text("{}", tables::as_text(table));
  print_whose_sums(speech, errors);
}

void print_accuracy_json(std::span<const run::SumAccuracy> errors) {
  Json all = Json::array();
  for (const run::SumAccuracy& each : errors) {
    Json one = settings_json(each.question);
    if (each.on_tensor_cores) {
      one["architecture"] = fmt::format("sm_{}", each.question.architecture);
      one["as_published"] = is_as_published(each);
    }
    one["fp32_a_term"] = each.operations.fp32;
    one["other_a_term"] = each.operations.other;
    one["sizes"] = Json::array();
    for (const run::SizeAccuracy& at : each.at) {
      one["sizes"].push_back(
          {{"terms", at.size}, {"largest", at.largest}, {"rms", at.rms}, {"sums", at.sums}});
    }
    all.push_back(std::move(one));
  }
  print_json(json_forms::kErrors, {{"unit", "2^-24"}, {"kernels", std::move(all)}});
}

void print_orders_text(const ui::Speech& speech, std::span<const run::OrderResults> orders) {
  for (const run::OrderResults& each : orders) {
    print_line(speech, tr("{}: {} different results in {} orders of its blocks",
                          each.question.kernel, each.distinct(), each.results.size()));
    for (std::size_t i = 0; i < each.results.size(); ++i) {
      print_text("  {:>2}  {:<14.9g} {:08x}  {:+.3f}\n", i, each.results[i],
                 std::bit_cast<std::uint32_t>(each.results[i]), each.errors[i]);
    }
  }
}

void print_orders_json(std::span<const run::OrderResults> orders) {
  Json all = Json::array();
  for (const run::OrderResults& each : orders) {
    Json one = settings_json(each.question);
    one["distinct"] = each.distinct();
    one["orders"] = Json::array();
    for (std::size_t i = 0; i < each.results.size(); ++i) {
      one["orders"].push_back(
          {{"result", each.results[i]},
           {"bits", fmt::format("{:08x}", std::bit_cast<std::uint32_t>(each.results[i]))},
           {"error", each.errors[i]}});
    }
    all.push_back(std::move(one));
  }
  print_json(json_forms::kErrors, {{"unit", "2^-24"}, {"kernels", std::move(all)}});
}

}  // namespace warplens::cli
