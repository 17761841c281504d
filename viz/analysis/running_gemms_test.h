// Matrix products of the catalogue, run for tests.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernels/base/all_tests.h"
#include "kernels/cost/access_cost.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/run.h"
#include "viz/analysis/executed/executed_trace.h"
#include "viz/analysis/gemm_flow.h"

namespace warplens::analysis {

struct Product {
  std::shared_ptr<const trace::Trace> trace;
  GemmRoles roles;
  GemmShape shape;

  [[nodiscard]] GemmFlow flow(std::uint32_t block) const {
    return gemm_flow(*trace, roles, shape, block);
  }
  [[nodiscard]] std::vector<std::size_t> events(std::uint32_t block, std::uint32_t warp,
                                                trace::Space space, trace::EventKind kind) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < trace->events.size(); ++i) {
      const trace::Site& site = trace->sites[trace->events.site(i)];
      if (trace->events.block(i) == block && trace->events.warp(i) == warp && site.space == space &&
          site.kind == kind) {
        found.push_back(i);
      }
    }
    return found;
  }
};

inline const run::Catalogue& gemm_catalogue() {
  static const run::Catalogue catalogue = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  return catalogue;
}

inline std::vector<std::string> kernels_of(std::string_view name) {
  std::vector<std::string> kernels;
  for (const catalog::Family& family : gemm_catalogue().families()) {
    if (family.name != name) continue;
    for (const catalog::Variant& variant : family.variants) {
      kernels.push_back(fmt::format("{}/{}", name, variant.name));
    }
  }
  return kernels;
}

// Matrices that no tile fits. Under a sanitizer small ones: they go the same ways through the code.
inline catalog::Parameters ragged_sizes() {
  if (is_too_slow_here()) return {{"m", 9}, {"n", 37}, {"k", 13}};
  return {{"m", 70}, {"n", 37}, {"k", 45}};
}

// As GPUs of `capability` execute it; 0: as the PTX has it.
inline Product gemm_of(const std::string& kernel, const catalog::Parameters& settings,
                       std::uint32_t capability) {
  run::Options options;
  options.machine.cost = add_cost;
  const auto run = run::run_variant(gemm_catalogue(), kernel, settings, options);
  if (!run.has_value()) throw std::runtime_error(run.error().message.in(Language::en));
  const auto by_events = [](const auto& trace) { return trace->events.size(); };
  Product product{*std::ranges::max_element(run->traces, {}, by_events),  // it multiplies
                  *gemm_catalogue().find(kernel)->family->gemm,
                  {}};
  if (capability != 0) {
    const auto code = run::executed_code(run::code_sources(),
                                         {product.trace->kernel, run->ptx.get()}, capability);
    if (!code.has_value()) throw std::runtime_error(code.error().message.in(Language::en));
    const Code assembled{capability, *code, {}};
    product.trace = executed_trace(product.trace, assembled, executed(*product.trace, assembled));
  }
  product.shape = *gemm_shape(*product.trace, product.roles);
  return product;
}

}  // namespace warplens::analysis
