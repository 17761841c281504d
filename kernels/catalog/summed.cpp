#include "kernels/catalog/summed.h"

#include <algorithm>

#include "kernels/catalog/describe.h"
#include "kernels/catalog/reduce_plans.h"
#include "kernels/catalog/tensor_gemm_plans.h"

namespace warplens::catalog {
namespace {

// Products of k terms, whose factors `value_of` gives.
template <class Element, class ValueOf>
void each_product(HostBuffers& initial, const Parameters& p, std::uint64_t element,
                  const AddTerm& add, const ValueOf& value_of) {
  const std::span<const Element> a = initial.as<Element>("a"), b = initial.as<Element>("b");
  const auto n = static_cast<std::uint64_t>(p.at("n")), k = static_cast<std::uint64_t>(p.at("k"));
  const std::uint64_t a_pitch = a.size() / static_cast<std::uint64_t>(p.at("m"));
  const std::uint64_t b_pitch = b.size() / k;
  for (std::uint64_t i = 0; i < k; ++i) {
    add(value_of(a[element / n * a_pitch + i]) * value_of(b[i * b_pitch + element % n]));
  }
}

// mma.sync of f16 is Volta's and those after it, of bf16 Ampere's, of e4m3 Ada's; the smaller
// shapes of the older ones sum the same terms together.
std::vector<std::uint32_t> tensor_architectures(const Variant& variant, const Parameters& p) {
  const bool has_type = p.contains("type");
  const std::vector<std::string> by_mma{"one_tile",   "shared",     "ldmatrix",
                                        "swizzled",   "warp_tiles", "stages",
                                        "wide_tiles", "tall_tiles", "fp8"};
  if (std::ranges::find(by_mma, variant.name) == by_mma.end()) return {90};
  if (!has_type) return {89, 90, 100, 120};
  if (p.at("type") == tensor_bf16) return {80, 89, 90, 100, 120};
  return {70, 75, 80, 89, 90, 100, 120};
}

}  // namespace

Summed gemm_summed() {
  Summed summed;
  summed.result = "c";
  summed.terms = "k";
  summed.settings = {{"m", 16}, {"n", 16}};  // 256 sums
  summed.sizes = {16, 64, 256, 1024, 4096, kMaximumSide};
  summed.compared = {"chessboard", "double_rounded", "kahan",
                     "kahan_lost", "pairwise",       "double_sum"};
  summed.each_term = [](HostBuffers& initial, const Parameters& p, std::uint64_t element,
                        const AddTerm& add) {
    each_product<float>(initial, p, element, add, [](float x) { return double{x}; });
  };
  return summed;
}

Summed tensor_gemm_summed() {
  Summed summed = gemm_summed();
  summed.compared = {"one_tile", "fp8_wgmma", "fp8_promoted", "fp8"};
  summed.each_term = [](HostBuffers& initial, const Parameters& p, std::uint64_t element,
                        const AddTerm& add) {
    each_product<std::uint16_t>(initial, p, element, add,
                                [&](std::uint16_t bits) { return tensor_factor(bits, p); });
  };
  summed.architectures = tensor_architectures;
  return summed;
}

Summed reduce_summed() {
  Summed summed;
  summed.result = "result";
  summed.terms = "n";
  // One thread's own sum is long where there are few threads: that is where sums differ.
  summed.sizes = {64, 512, 4096, 32768, 262144};
  summed.draws = 8;
  summed.compared = {"sequential",      "kahan",  "double_sum",
                     "loads_in_flight", "atomic", "one_launch"};
  summed.each_term = [](HostBuffers& initial, const Parameters& p, std::uint64_t,
                        const AddTerm& add) {
    const std::span<const float> x = initial.as<float>("x"), y = initial.as<float>("y");
    const bool is_dot = p.at("operation") == reduce_dot;
    for (std::size_t i = 0; i < x.size(); ++i) add(is_dot ? double{x[i]} * double{y[i]} : x[i]);
  };
  summed.is_sum = [](const Parameters& p) { return p.at("operation") != reduce_maximum; };
  return summed;
}

}  // namespace warplens::catalog
