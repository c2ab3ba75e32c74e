#include "core/stack/initialise.hpp"

namespace normlab {

namespace {

double ProjectionStd(const ModelSettings& model, const Tensor& tensor) {
  const double fan_in = static_cast<double>(tensor.columns);
  const double fan_out = static_cast<double>(tensor.rows);
  switch (model.initialiser) {
    case Initialiser::kXavier:
      return std::sqrt(2.0 / (fan_in + fan_out));
    case Initialiser::kFanIn:
      return std::sqrt(1.0 / fan_in);
    case Initialiser::kFixed:
      return model.initial_std;
    case Initialiser::kDefault:
      break;
  }
  return tensor.role == ParameterRole::kFeedForward ? std::sqrt(2.0 / (fan_in + fan_out))
                                                    : std::sqrt(1.0 / fan_in);
}

}  // namespace

double InitialStd(const ModelSettings& model, const Wiring& wiring, const Tensor& tensor) {
  switch (tensor.role) {
    case ParameterRole::kToken:
      return 1.0;
    case ParameterRole::kPosition:
      return 0.5;
    case ParameterRole::kHead:
      return std::sqrt(1.0 / static_cast<double>(tensor.columns));
    case ParameterRole::kQueryKey:
      return ProjectionStd(model, tensor);
    case ParameterRole::kValueOut:
    case ParameterRole::kFeedForward:
      return ProjectionStd(model, tensor) * InitialGainOf(wiring, model.depth);
    case ParameterRole::kOther:
      break;
  }
  return 0.0;
}

double InitialConstant(const ModelSettings& model, const Wiring& wiring, const Tensor& tensor) {
  if (tensor.kind == ParameterKind::kGain) return 1.0;
  return tensor.kind == ParameterKind::kBranchScale ? InitialBranchScaleOf(wiring, model.depth)
                                                    : 0.0;
}

}  // namespace normlab
