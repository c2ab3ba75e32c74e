#include "core/labs/norm_vector.hpp"

#include <cmath>
#include <string>

#include "core/document/field_error.hpp"
#include "core/document/read_json.hpp"
#include "core/labs/singular_values.hpp"

namespace normlab {
namespace {

constexpr double kEpsilon = 1e-5;

template <class S>
S NormaliseAs(NormKind kind, const Vector<S>& x, Vector<S>& y) {
  return kind == NormKind::kLayer ? NormaliseLayer(x.data(), x.size(), S(kEpsilon), y.data())
                                  : NormaliseRms(x.data(), x.size(), S(kEpsilon), y.data());
}

double MeanOf(const Vector<double>& x) {
  return Sum(x.data(), x.size()) / static_cast<double>(x.size());
}

FieldError TokenError(const std::string& pointer, const Json& value, const std::string& allowed,
                      const std::string& is) {
  return {pointer, "token", ShortValue(value), allowed,
          "the token " + is + "; allowed: " + allowed};
}

// What is wrong with the token's numbers, all at once.
FieldErrors ErrorsOf(const Json& token) {
  const std::string numbers =
      std::to_string(kFewestNumbers) + " to " + std::to_string(kMostNumbers) + " numbers";
  if (!token.is_array()) {
    return {TokenError("", token, "an array of " + numbers, "is " + ValueText(token))};
  }
  if (token.size() < kFewestNumbers || token.size() > kMostNumbers) {
    return {TokenError("", token, numbers, "has " + std::to_string(token.size()) + " numbers")};
  }
  FieldErrors errors;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i].is_number() && std::abs(token[i].get<double>()) <= kLargestNumber) continue;
    const std::string largest = NumberText(kLargestNumber);
    errors.push_back(TokenError(
        "/" + std::to_string(i), token[i], "a number from -" + largest + " to " + largest,
        "has " + ValueText(token[i]) + " at place " + std::to_string(i + 1)));
  }
  return errors;
}

Json Normed(NormKind kind, const Vector<double>& x) {
  Vector<double> output(x.size());
  Json answer = Json::object();
  answer["mean"] = kind == NormKind::kLayer ? MeanOf(x) : 0.0;
  answer["root"] = 1 / Normalise(kind, x, output);
  answer["output"] = std::vector<double>(output.begin(), output.end());
  answer["singular_values"] = SingularValues(NormJacobian(kind, x));
  answer["predicted"] = PredictedSingularValues(kind, x);
  return answer;
}

}  // namespace

double Normalise(NormKind kind, const Vector<double>& x, Vector<double>& y) {
  return NormaliseAs<double>(kind, x, y);
}

Matrix<double> NormJacobian(NormKind kind, const Vector<double>& x) {
  using D = Dual<double>;
  const Index width = x.size();
  Matrix<double> jacobian(width, width);
  Vector<D> input(width);
  Vector<D> output(width);
  for (Index j = 0; j < width; ++j) {
    for (Index i = 0; i < width; ++i) input[i] = D(x[i], i == j ? 1.0 : 0.0);
    NormaliseAs<D>(kind, input, output);
    for (Index i = 0; i < width; ++i) jacobian(i, j) = output[i].derivative;
  }
  return jacobian;
}

std::vector<double> PredictedSingularValues(NormKind kind, const Vector<double>& x) {
  const bool layer = kind == NormKind::kLayer;
  const double mean = layer ? MeanOf(x) : 0;
  double squares = 0;
  for (Index j = 0; j < x.size(); ++j) squares += (x[j] - mean) * (x[j] - mean);
  const double root = std::sqrt(squares / static_cast<double>(x.size()) + kEpsilon);
  std::vector<double> values(static_cast<std::size_t>(x.size()), 1 / root);
  const double own = kEpsilon / (root * root * root);
  if (layer) {
    values[values.size() - 2] = own;
    values.back() = 0;
  } else {
    values.back() = own;
  }
  return values;
}

Json NormVector(std::string_view token) {
  const JsonReading reading = ReadJson(token);
  FieldErrors errors = reading.errors;
  if (errors.empty()) errors = ErrorsOf(reading.value);
  Json answer = Json::object();
  answer["ok"] = errors.empty();
  if (!errors.empty()) {
    answer["errors"] = ToJson(errors);
    return answer;
  }
  Vector<double> x(static_cast<Index>(reading.value.size()));
  for (Index i = 0; i < x.size(); ++i) {
    x[i] = reading.value[static_cast<std::size_t>(i)].get<double>();
  }
  answer["layer"] = Normed(NormKind::kLayer, x);
  answer["rms"] = Normed(NormKind::kRms, x);
  return answer;
}

}  // namespace normlab
