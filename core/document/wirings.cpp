#include "core/document/wirings.hpp"

#include "core/document/choices.hpp"

namespace normlab {

std::vector<Choice> WiringChoices() {
  std::vector<Choice> choices;
  for (const Wiring& wiring : Wirings()) {
    choices.push_back({std::string(wiring.name), std::string(wiring.label),
                       FormulaOf(wiring) + ". " + std::string(wiring.source) + "."});
  }
  choices.push_back({std::string(kOwnWiring), std::string(ModelSettings().own.label),
                     "Every column of the table of wirings, set by hand."});
  return choices;
}

std::vector<std::string> WiringsWithNorm() {
  std::vector<std::string> names;
  for (const Wiring& wiring : Wirings()) {
    if (NormCount(wiring, 1) > 0) names.emplace_back(wiring.name);
  }
  names.emplace_back(kOwnWiring);
  return names;
}

Json DescribeWiring(const Wiring& wiring) {
  Json row = Json::object();
  row["name"] = wiring.name;
  row["label"] = wiring.label;
  row["formula"] = FormulaOf(wiring);
  row["skip"] = wiring.skip;
  row["skip_scale"] = NameIn(SkipScaleNames(), wiring.skip_scale);
  row["norm_in"] = wiring.norm_in;
  row["norm_in_scale"] = NameIn(NormInScaleNames(), wiring.norm_in_scale);
  row["norm_out"] = wiring.norm_out;
  row["branch_scale"] = NameIn(BranchScaleNames(), wiring.branch_scale);
  row["norm_trunk"] = wiring.norm_trunk;
  row["initial_gain"] = NameIn(InitialGainNames(), wiring.initial_gain);
  row["final_norm"] = wiring.final_norm;
  row["parallel"] = wiring.parallel;
  row["dual"] = wiring.dual;
  row["source"] = wiring.source;
  return row;
}

Json DescribeWirings() {
  Json rows = Json::array();
  for (const Wiring& wiring : Wirings()) rows.push_back(DescribeWiring(wiring));
  return rows;
}

}  // namespace normlab
