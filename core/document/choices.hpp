// The names in documents of every enumeration among the settings, with the words that explain them.
#pragma once

#include <vector>

#include "core/document/field_access.hpp"

namespace normlab {

const std::vector<Named<NormKind>>& NormNames();
const std::vector<Named<Activation>>& ActivationNames();
const std::vector<Named<QkNorm>>& QkNormNames();
const std::vector<Named<Positions>>& PositionsNames();
const std::vector<Named<Initialiser>>& InitialiserNames();
const std::vector<Named<SkipScale>>& SkipScaleNames();
const std::vector<Named<NormInScale>>& NormInScaleNames();
const std::vector<Named<BranchScale>>& BranchScaleNames();
const std::vector<Named<InitialGain>>& InitialGainNames();
const std::vector<Named<TaskKind>>& TaskNames();
const std::vector<Named<OptimizerKind>>& OptimizerNames();
const std::vector<Named<ScheduleKind>>& ScheduleNames();

}  // namespace normlab
