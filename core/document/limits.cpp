#include "core/document/limits.hpp"

#include <cstdio>

#include "core/stack/wiring.hpp"

namespace normlab {
namespace {

// The arithmetic of stack/layout.cpp: what each part of a stack holds. Kept beside it by a test
// that compares the two over every wiring.
struct Parts {
  double width;
  double feed_forward;
  double biases;  // 1 with, 0 without
  double norm;    // parameters of one norm
  double norms;   // how many there are
  double uses;    // how many pass through one: parallel branches share theirs
  double copies;  // how many outputs are kept: of norms that a branch or the head reads, of
                  // branches that are scaled, of streams beside the trunk
  double scales;  // parameters of all branch scales
  double qk_gains;
  double learned_positions;  // 1 with, 0 without: then they are a table beside the parameters
};

Parts PartsOf(const ModelSettings& model) {
  const Wiring& wiring = model.Row();
  const double sublayers = 2.0 * model.depth;
  const bool scaled = wiring.branch_scale != BranchScale::kOne;
  const bool per_channel = wiring.branch_scale == BranchScale::kLearnedPerChannel;
  const double per_sublayer = static_cast<double>(wiring.norm_in) +
                              static_cast<double>(wiring.norm_out) +
                              static_cast<double>(wiring.norm_trunk);
  const bool norm_bias = model.norm == NormKind::kLayer && model.bias;
  return {static_cast<double>(model.width),
          static_cast<double>(model.feed_forward),
          model.bias ? 1.0 : 0.0,
          model.width * (norm_bias ? 2.0 : 1.0),
          static_cast<double>(NormCount(wiring, model.depth)),
          sublayers * per_sublayer + static_cast<double>(wiring.final_norm),
          sublayers * (static_cast<double>(wiring.norm_in) + static_cast<double>(scaled)) +
              static_cast<double>(wiring.final_norm) + 2 * static_cast<double>(wiring.dual) +
              static_cast<double>(wiring.parallel),
          scaled ? sublayers * (per_channel ? model.width : 1.0) : 0.0,
          model.qk_norm == QkNorm::kNone ? 0.0 : 2.0 * model.HeadWidth(),
          model.positions == Positions::kLearned ? 1.0 : 0.0};
}

double ParameterCount(const ModelSettings& model, const TaskFacts& facts) {
  const Parts part = PartsOf(model);
  const double attention =
      4 * part.width * part.width + 4 * part.biases * part.width + part.qk_gains;
  const double feed_forward =
      2 * part.width * part.feed_forward + part.biases * (part.feed_forward + part.width);
  return (2.0 * facts.vocabulary + part.learned_positions * facts.context) * part.width +
         model.depth * (attention + feed_forward) + part.norms * part.norm + part.scales;
}

// Numbers that one training step keeps between its passes, and the buffers that layers share.
double ActivationCount(const Experiment& experiment, const TaskFacts& facts) {
  const ModelSettings& model = experiment.model;
  const Parts part = PartsOf(model);
  const double tokens = static_cast<double>(experiment.batch) * facts.context;
  const double stream = tokens * part.width;
  const double scores = tokens * model.heads * facts.context;
  const double qk_norm =
      model.qk_norm == QkNorm::kNone ? 0.0 : 4 * stream + 2 * tokens * model.heads;
  const double attention = 4 * stream + scores + facts.context + qk_norm;
  const double feed_forward = 2 * tokens * part.feed_forward;
  const double norms = part.uses * (stream + tokens) + part.copies * stream;
  const double shared =
      8 * stream + tokens * part.feed_forward + static_cast<double>(facts.context) * facts.context;
  const double logits = 2 * tokens * facts.vocabulary;
  const double table = (1 - part.learned_positions) * facts.context * part.width;
  return (2.0 * model.depth + 1) * stream + model.depth * (attention + feed_forward) + norms +
         shared + logits + table;
}

// Weights, gradients, the optimiser's moments.
double CopiesOfParameters(OptimizerKind kind) { return kind == OptimizerKind::kSgd ? 3 : 4; }

}  // namespace

RunSize SizeOf(const Experiment& experiment, const TaskFacts& facts) {
  const double parameters = ParameterCount(experiment.model, facts);
  const double numbers = CopiesOfParameters(experiment.optimizer.kind) * parameters +
                         ActivationCount(experiment, facts);
  const double text = 4.0 * facts.characters + static_cast<double>(experiment.task.text.size());
  return {parameters, numbers * sizeof(float) + text};
}

std::string MemoryText(double bytes) {
  const double mebibytes = bytes / (1024.0 * 1024.0);
  char text[32];
  if (mebibytes >= 1024) {
    std::snprintf(text, sizeof text, "%.2f GiB", mebibytes / 1024);
  } else {
    std::snprintf(text, sizeof text, "%.1f MiB", mebibytes);
  }
  return text;
}

}  // namespace normlab
