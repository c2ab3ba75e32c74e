#include "core/document/wirings.hpp"

#include "core/stack/wiring.hpp"

namespace normlab {

std::vector<Choice> WiringChoices() {
  std::vector<Choice> choices;
  for (const Wiring& wiring : Wirings()) {
    choices.push_back({std::string(wiring.name), std::string(wiring.label),
                       std::string(wiring.formula) + ". " + std::string(wiring.source) + "."});
  }
  return choices;
}

std::vector<std::string> WiringsWithNorm() {
  std::vector<std::string> names;
  for (const Wiring& wiring : Wirings()) {
    if (NormCount(wiring, 1) > 0) names.emplace_back(wiring.name);
  }
  return names;
}

Json DescribeWirings() {
  Json rows = Json::array();
  for (const Wiring& wiring : Wirings()) {
    Json row = Json::object();
    row["name"] = wiring.name;
    row["label"] = wiring.label;
    row["formula"] = wiring.formula;
    row["skip"] = wiring.skip;
    row["skip_scale"] = wiring.skip_scale == SkipScale::kOne ? "one" : "deepnorm_alpha";
    row["norm_in"] = wiring.norm_in;
    row["norm_in_scale"] = wiring.norm_in_scale == NormInScale::kOne ? "one" : "inverse_sqrt_layer";
    row["norm_out"] = wiring.norm_out;
    row["norm_trunk"] = wiring.norm_trunk;
    row["initial_gain"] = wiring.initial_gain == InitialGain::kOne ? "one" : "deepnorm_beta";
    row["final_norm"] = wiring.final_norm;
    row["source"] = wiring.source;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace normlab
