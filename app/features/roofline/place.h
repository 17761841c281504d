// Kernels compared by where they stand below a chip's roofs.
#pragma once

#include <cstdint>

#include "app/session/goal.h"
#include "app/session/kernel_roofline.h"

namespace warplens::roofline {

class Place final : public session::Measure {
 public:
  // At the size as the chart's axis has it.
  Place(session::RooflineFigure figure, std::int64_t side) : figure_(figure), side_(side) {}
  [[nodiscard]] session::RooflineFigure figure() const { return figure_; }

  [[nodiscard]] std::optional<std::vector<double>> values(
      const session::Session& session,
      const std::vector<session::NamedKernel>& kernels) const override;
  // FLOP for 1,000 bytes; percent of a roof.
  [[nodiscard]] double unit() const override {
    return figure_ == session::RooflineFigure::intensity ? 0.001 : 0.01;
  }
  [[nodiscard]] std::string words(const ui::Speech& speech) const override;
  [[nodiscard]] bool is_recorded() const override {
    return figure_ != session::RooflineFigure::intensity;
  }

 private:
  session::RooflineFigure figure_;
  std::int64_t side_;
};

}  // namespace warplens::roofline
