// Proves a backward pass twice: by central differences in double, and by dual numbers through the
// same templated forward pass. The upstream gradient is random, because all ones hides faults: the
// rows of a softmax's and a norm's Jacobian sum to zero.
//
// A unit to check has
//   std::vector<std::string> Names() const;                 one name per block of inputs
//   template <class S> std::vector<S> Forward(const Blocks<S>& inputs) const;
//   Blocks<double> Backward(const Blocks<double>& inputs, const std::vector<double>& upstream)
//   const;
// Whatever can be differentiated is an input: activations, weights, gains, biases.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/numerics/dual.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {

template <class S>
using Blocks = std::vector<std::vector<S>>;

// A unit whose result is a loss has one output and no upstream gradient but 1.
enum class Upstream { kRandom, kOne };

template <class Unit>
class GradientChecker {
 public:
  GradientChecker(const Unit& unit, const Blocks<double>& inputs,
                  Upstream upstream = Upstream::kRandom)
      : unit_(unit), inputs_(inputs) {
    const std::size_t outputs = unit_.template Forward<double>(inputs_).size();
    upstream_ = upstream == Upstream::kOne ? std::vector<double>(outputs, 1.0)
                                           : RandomValues(outputs, "upstream");
    analytic_ = unit_.Backward(inputs_, upstream_);
  }

  // Every element of a small block, a sample of a large one, and whole random directions.
  void Check() {
    const std::vector<std::string> names = unit_.Names();
    ASSERT_EQ(names.size(), inputs_.size());
    ASSERT_EQ(analytic_.size(), inputs_.size());
    for (std::size_t block = 0; block < inputs_.size(); ++block) {
      SCOPED_TRACE("gradient of " + names[block]);
      ASSERT_EQ(analytic_[block].size(), inputs_[block].size());
      EXPECT_GT(Largest(analytic_[block]), 0.0) << "nothing reaches this block";
      for (const std::vector<double>& direction : Directions(block)) {
        CheckDirection(block, direction);
        if (testing::Test::HasFailure()) return;  // one report is enough
      }
    }
  }

  double worst_difference() const { return worst_difference_; }
  double worst_dual() const { return worst_dual_; }

 private:
  static constexpr std::size_t kEveryElement = 24;
  static constexpr std::size_t kSampled = 6;
  static constexpr std::size_t kRandomDirections = 2;

  static double Largest(const std::vector<double>& values) {
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::fabs(value));
    return largest;
  }

  std::vector<std::vector<double>> Directions(std::size_t block) const {
    const std::size_t size = inputs_[block].size();
    const RandomStream stream(5, static_cast<std::uint32_t>(block));
    std::vector<std::vector<double>> directions;
    const std::size_t elements = size <= kEveryElement ? size : kSampled;
    for (std::size_t i = 0; i < elements; ++i) {
      std::vector<double> direction(size, 0.0);
      direction[size <= kEveryElement ? i : stream.Below(i, static_cast<std::uint32_t>(size))] = 1;
      directions.push_back(direction);
    }
    for (std::size_t i = 0; i < kRandomDirections; ++i) {
      std::vector<double> direction =
          RandomValues(size, "direction " + std::to_string(block * kRandomDirections + i));
      double squares = 0;
      for (const double value : direction) squares += value * value;
      for (double& value : direction) value /= std::sqrt(squares);
      directions.push_back(direction);
    }
    return directions;
  }

  template <class S>
  S Objective(const Blocks<S>& inputs) const {
    const std::vector<S> outputs = unit_.template Forward<S>(inputs);
    S sum(0);
    for (std::size_t i = 0; i < outputs.size(); ++i) sum += S(upstream_[i]) * outputs[i];
    return sum;
  }

  double Moved(std::size_t block, const std::vector<double>& direction, double step) const {
    Blocks<double> moved = inputs_;
    for (std::size_t i = 0; i < direction.size(); ++i) moved[block][i] += step * direction[i];
    return Objective(moved);
  }

  void CheckDirection(std::size_t block, const std::vector<double>& direction) {
    double analytic = 0;
    for (std::size_t i = 0; i < direction.size(); ++i) {
      analytic += analytic_[block][i] * direction[i];
    }
    const double scale = std::max(1.0, Largest(analytic_[block]));

    const double step = tolerance::kDifferenceStep;
    const double difference =
        (Moved(block, direction, step) - Moved(block, direction, -step)) / (2 * step);
    EXPECT_NEAR(analytic, difference, tolerance::kDifference * scale) << "central difference";
    worst_difference_ = std::max(worst_difference_, std::fabs(analytic - difference) / scale);

    using D = Dual<double>;
    Blocks<D> dual(inputs_.size());
    for (std::size_t b = 0; b < inputs_.size(); ++b) {
      for (std::size_t i = 0; i < inputs_[b].size(); ++i) {
        dual[b].push_back(D(inputs_[b][i], b == block ? direction[i] : 0.0));
      }
    }
    const double exact = Objective(dual).derivative;
    EXPECT_NEAR(analytic, exact, tolerance::kDual * scale) << "dual numbers";
    worst_dual_ = std::max(worst_dual_, std::fabs(analytic - exact) / scale);
  }

  const Unit& unit_;
  Blocks<double> inputs_;
  std::vector<double> upstream_;
  Blocks<double> analytic_;
  double worst_difference_ = 0;
  double worst_dual_ = 0;
};

template <class Unit>
void CheckGradients(const Unit& unit, const Blocks<double>& inputs,
                    Upstream upstream = Upstream::kRandom) {
  GradientChecker<Unit> checker(unit, inputs, upstream);
  checker.Check();
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::string(test->test_suite_name()) + "." + test->name();
  Evidence("gradients by dual numbers, worst error", name, Short(checker.worst_dual()));
  Evidence("gradients by central differences, worst error", name,
           Short(checker.worst_difference()));
}

}  // namespace normlab
