#include "kernels/catalog/summed.h"

#include "kernels/catalog/describe.h"
#include "kernels/catalog/reduce_plans.h"

namespace warplens::catalog {

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
    const std::span<const float> a = initial.as<float>("a"), b = initial.as<float>("b");
    const auto n = static_cast<std::uint64_t>(p.at("n")), k = static_cast<std::uint64_t>(p.at("k"));
    const std::uint64_t a_pitch = a.size() / static_cast<std::uint64_t>(p.at("m"));
    const std::uint64_t b_pitch = b.size() / k;
    for (std::uint64_t i = 0; i < k; ++i) {
      add(double{a[element / n * a_pitch + i]} * double{b[i * b_pitch + element % n]});
    }
  };
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
