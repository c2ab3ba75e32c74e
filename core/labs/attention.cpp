// What training at a high rate does to attention scores, with and without a norm on queries and
// keys (Henry 2020, Dehghani 2023, Wortsman 2023).
#include <algorithm>
#include <cmath>

#include "core/labs/cost.hpp"
#include "core/labs/exam.hpp"
#include "core/labs/head_measures.hpp"
#include "core/labs/recipes.hpp"
#include "core/labs/table.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

constexpr double kLearningRate = 3e-2;
constexpr double kSaturated = 0.05;  // a head that passes less than this is marked
constexpr double kWeightFactor = 100;
constexpr int kPoints = 20;

struct Moment {
  double log_largest = 0;  // ln of the largest score of all heads
  double entropy = 0;      // mean over the heads
  double saturated = 0;    // share of the heads
};

Experiment ExperimentOf(const LabValues& values, QkNorm qk_norm, int seed) {
  Experiment experiment = TextRecipe("pre", values.Seed() + static_cast<std::uint32_t>(seed));
  experiment.model.depth = values.Integer("depth");
  SetHeads(values.Integer("heads"), values.Integer("head_width"), experiment);
  experiment.model.qk_norm = qk_norm;
  experiment.optimizer.learning_rate = kLearningRate;
  experiment.schedule.warmup = 0;
  experiment.steps = values.Integer("steps");
  return experiment;
}

AttentionShape ShapeOf(const Experiment& experiment, const Task& task) {
  return {experiment.batch, task.Context(), experiment.model.width, experiment.model.heads,
          experiment.model.qk_norm};
}

Moment MomentOf(const Stack<float>& stack, const AttentionShape& shape) {
  Moment moment;
  double largest = 0;
  const double heads = static_cast<double>(stack.Model().depth) * static_cast<double>(shape.heads);
  for (const Sublayer<float>& sublayer : stack.Sublayers()) {
    if (sublayer.Attention() == nullptr) continue;
    for (const HeadMeasures& head : MeasureHeads(shape, *sublayer.Attention())) {
      largest = std::max(largest, head.largest_score);
      moment.entropy += head.entropy / heads;
      moment.saturated += head.passed < kSaturated ? 1 / heads : 0;
    }
  }
  moment.log_largest = Log(largest);
  return moment;
}

// The largest score over the bound that the learned gains leave: max of abs(gq gk) over the head
// width, times its root.
double ShareOfBound(const Stack<float>& stack, const AttentionShape& shape) {
  double share = 0;
  for (const Sublayer<float>& sublayer : stack.Sublayers()) {
    if (sublayer.Attention() == nullptr) continue;
    const float* query_gain = stack.Parameters().data() + sublayer.Offsets().query_gain;
    const float* key_gain = stack.Parameters().data() + sublayer.Offsets().key_gain;
    double gains = 0;
    for (Index j = 0; j < shape.HeadWidth(); ++j) {
      gains = std::max(gains, std::abs(double{query_gain[j]} * key_gain[j]));
    }
    const double bound = gains * std::sqrt(static_cast<double>(shape.HeadWidth()));
    for (const HeadMeasures& head : MeasureHeads(shape, *sublayer.Attention())) {
      share = std::max(share, head.largest_score / bound);
    }
  }
  return share;
}

// The largest score at the start of training where Wq and Wk are kWeightFactor times their size.
double LargestOfScaledWeights(const Experiment& experiment) {
  const Task task(experiment.task, experiment.batch, experiment.seed);
  Stack<float> stack(experiment.model, task.Vocabulary(), task.Context(), experiment.batch);
  stack.Initialise(experiment.seed);
  for (const Tensor& tensor : stack.Layout().Tensors()) {
    if (tensor.role != ParameterRole::kQueryKey) continue;
    for (Index i = 0; i < tensor.Size(); ++i) {
      stack.Parameters()[tensor.offset + i] *= static_cast<float>(kWeightFactor);
    }
  }
  Batch batch;
  task.Fill(1, batch);
  stack.Forward(batch.ids.data(), batch.targets.data(), false);
  return Exp(MomentOf(stack, ShapeOf(experiment, task)).log_largest);
}

struct Kind {
  QkNorm qk_norm;
  const char* name;
  const char* label;
};

// What each head of the last layer passes at this step: a point on its own curve. The scale is
// logarithmic, and a head that passes nothing at all lies at its lower end.
void AddHeads(const Stack<float>& stack, const AttentionShape& shape, const Kind& kind, int step,
              LabChart& chart) {
  constexpr double kLowest = 1e-6;
  const Sublayer<float>& last = stack.Sublayers()[stack.Sublayers().size() - 2];
  const std::vector<HeadMeasures> measures = MeasureHeads(shape, *last.Attention());
  for (std::size_t h = 0; h < measures.size(); ++h) {
    const std::string number = std::to_string(h + 1);
    const std::string name = std::string(kind.name) + "_" + number;
    const auto known = [&name](const LabSeries& series) { return series.name == name; };
    auto series = std::find_if(chart.series.begin(), chart.series.end(), known);
    if (series == chart.series.end()) {
      chart.series.push_back({name, std::string(kind.label) + ", head " + number});
      series = chart.series.end() - 1;
    }
    series->points.push_back({static_cast<double>(step), std::max(measures[h].passed, kLowest)});
  }
}

constexpr Kind kKinds[] = {{QkNorm::kNone, "none", "without QK-norm"},
                           {QkNorm::kRmsPerHead, "rms_per_head", "with QK-norm"}};

}  // namespace

LabCost AttentionCost(const LabValues& values) {
  return TrainingCost(ExperimentOf(values, QkNorm::kRmsPerHead, 0))
      .Times(2.0 * values.Integer("seeds"));
}

LabReport AttentionLab(const LabValues& values, const LabProgress& progress) {
  const int seeds = values.Integer("seeds");
  const int steps = values.Integer("steps");
  const int every = std::max(1, steps / kPoints);
  LabChart largest{"largest", "step", "largest attention score", Scale::kLinear, Scale::kLog};
  LabChart entropy{"entropy", "step", "entropy of attention, of 1"};
  LabChart saturated{"saturated", "step", "share of heads that pass less than 5 %"};
  LabChart heads{"heads", "step", "gradient that a head passes, of a uniform row's", Scale::kLinear,
                 Scale::kLog};
  LabChart loss{"loss", "step", "loss (nats)"};
  Moment last[2];
  double share_of_bound = 0;
  double smallest_bare = std::numeric_limits<double>::infinity();
  double largest_normed = 0;
  double done = 0;
  for (std::size_t k = 0; k < std::size(kKinds); ++k) {
    std::vector<Moment> moments(static_cast<std::size_t>(steps / every));
    std::vector<double> losses(moments.size());
    for (int i = 0; i < seeds; ++i) {
      const Experiment experiment = ExperimentOf(values, kKinds[k].qk_norm, i);
      const double scaled = LargestOfScaledWeights(experiment);
      Run run(experiment);
      const AttentionShape shape = ShapeOf(experiment, run.Learned());
      if (kKinds[k].qk_norm == QkNorm::kNone) {
        smallest_bare = std::min(smallest_bare, scaled);
      } else {
        largest_normed =
            std::max(largest_normed, scaled / std::sqrt(static_cast<double>(shape.HeadWidth())));
      }
      for (std::size_t m = 0; m < moments.size(); ++m) {
        double loss_sum = 0;
        for (int step = 0; step < every; ++step) {
          if (const Record* record = run.Step()) loss_sum += record->loss;
        }
        const Moment moment = MomentOf(run.Model(), shape);
        if (i == 0) {
          AddHeads(run.Model(), shape, kKinds[k], every * static_cast<int>(m + 1), heads);
        }
        moments[m].log_largest += moment.log_largest / seeds;
        moments[m].entropy += moment.entropy / seeds;
        moments[m].saturated += moment.saturated / seeds;
        losses[m] += loss_sum / every / seeds;
      }
      if (kKinds[k].qk_norm != QkNorm::kNone) {
        // The parameters are those after the last update, the scores those before it.
        const Exam exam = ExamOf(experiment, experiment.batch);
        Stack<float> trained = ForExam(run.Model(), exam);
        exam.Loss(trained);
        share_of_bound = std::max(share_of_bound, ShareOfBound(trained, shape));
      }
      progress(++done / (2 * seeds));
    }
    LabSeries curves[4];
    for (LabSeries& curve : curves) curve = {kKinds[k].name, kKinds[k].label};
    for (std::size_t m = 0; m < moments.size(); ++m) {
      const double step = static_cast<double>(every) * static_cast<double>(m + 1);
      curves[0].points.push_back({step, Exp(moments[m].log_largest)});
      curves[1].points.push_back({step, moments[m].entropy});
      curves[2].points.push_back({step, moments[m].saturated});
      curves[3].points.push_back({step, losses[m]});
    }
    largest.series.push_back(curves[0]);
    entropy.series.push_back(curves[1]);
    saturated.series.push_back(curves[2]);
    loss.series.push_back(curves[3]);
    last[k] = moments.back();
  }
  const std::string condition = "pre-norm, characters, Adam at 3e-2 without warmup";
  LabReport report;
  LabSeries mark{"mark", "5 %: below it a head has stopped learning where to look"};
  for (const LabPoint& point : largest.series[0].points)
    mark.points.push_back({point.x, kSaturated});
  heads.series.push_back(mark);
  report.charts = {largest, entropy, saturated, heads, loss};
  report.statements = {
      {"bound_at_start",
       "With QK-norm at gain 1 no score passes the root of the head width, however large Wq and Wk "
       "(largest score over it, weights a hundredfold).",
       "Henry 2020", Comparison::kAtMost, 1, 1e-5, largest_normed},
      {"no_bound",
       "Without it the same weights give scores in the thousands (smallest of the seeds' largest).",
       "", Comparison::kAtLeast, 1000, 0, smallest_bare},
      {"bound_after_training",
       "Trained, the scores stay within what the learned gains allow: max abs(gq gk) times the "
       "root "
       "of the head width (largest share of it).",
       "Henry 2020", Comparison::kAtMost, 1, 1e-5, share_of_bound,
       "a bound only up to the learned gains"},
      {"growth",
       "Training at a high rate drives scores up, and QK-norm holds them: largest score without "
       "over with (geometric means).",
       "Dehghani 2023, Wortsman 2023", Comparison::kAtLeast, 5, 0,
       Exp(last[0].log_largest - last[1].log_largest), condition},
      {"entropy", "Attention then looks at fewer tokens: entropy with QK-norm minus without, of 1.",
       "Dehghani 2023", Comparison::kAtLeast, 0.2, 0, last[1].entropy - last[0].entropy, condition},
      {"saturated",
       "and heads stop passing gradients to their scores: share of heads that pass less than 5 % "
       "of "
       "a uniform row, without QK-norm minus with.",
       "", Comparison::kAtLeast, 0.1, 0, last[0].saturated - last[1].saturated, condition}};
  return report;
}

}  // namespace normlab
