// The labs' measurements and what they cost; labs.cpp gives each its name and its settings.
#pragma once

#include "core/labs/cost.hpp"
#include "core/labs/lab.hpp"

namespace normlab {

LabReport DepthLab(const LabValues& values, const LabProgress& progress);
LabCost DepthCost(const LabValues& values);
LabReport PathsLab(const LabValues& values, const LabProgress& progress);
LabCost PathsCost(const LabValues& values);
LabReport NormLab(const LabValues& values, const LabProgress& progress);
LabCost NormCost(const LabValues& values);
LabReport BatchLab(const LabValues& values, const LabProgress& progress);
LabCost BatchCost(const LabValues& values);
LabReport GradientLab(const LabValues& values, const LabProgress& progress);
LabCost GradientCost(const LabValues& values);
LabReport StreamLab(const LabValues& values, const LabProgress& progress);
LabCost StreamCost(const LabValues& values);
LabReport ContributionLab(const LabValues& values, const LabProgress& progress);
LabCost ContributionCost(const LabValues& values);
LabReport UpdateLab(const LabValues& values, const LabProgress& progress);
LabCost UpdateCost(const LabValues& values);
LabReport WarmupLab(const LabValues& values, const LabProgress& progress);
LabCost WarmupCost(const LabValues& values);
LabReport AttentionLab(const LabValues& values, const LabProgress& progress);
LabCost AttentionCost(const LabValues& values);
LabReport PrecisionLab(const LabValues& values, const LabProgress& progress);
LabCost PrecisionCost(const LabValues& values);
LabReport LogitsLab(const LabValues& values, const LabProgress& progress);
LabCost LogitsCost(const LabValues& values);
LabReport FinetuneLab(const LabValues& values, const LabProgress& progress);
LabCost FinetuneCost(const LabValues& values);
LabReport ThousandLab(const LabValues& values, const LabProgress& progress);
LabCost ThousandCost(const LabValues& values);

}  // namespace normlab
