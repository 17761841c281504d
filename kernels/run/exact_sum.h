// A sum of doubles kept in two of them, so that it is exact as far as a float's error can tell:
// what each addition rounds off (Knuth's TwoSum) is added up beside it. Of n terms about n² 2⁻¹⁰⁶
// of their magnitudes is lost.
#pragma once

#include <cmath>

namespace warplens::run {

class ExactSum {
 public:
  void add(double term) {
    const double sum = high_ + term;
    const double arrived = sum - high_;
    low_ += (high_ - (sum - arrived)) + (term - arrived);
    high_ = sum;
    magnitude_ += std::abs(term);
  }
  // How far `result` is above the sum.
  [[nodiscard]] double error_of(double result) const { return (result - high_) - low_; }
  [[nodiscard]] double magnitude() const {
    return magnitude_;
  }  // of all terms, without their signs
  [[nodiscard]] double value() const { return high_ + low_; }

 private:
  double high_ = 0, low_ = 0, magnitude_ = 0;
};

}  // namespace warplens::run
