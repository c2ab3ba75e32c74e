// The labs' measurements; labs.cpp gives each its name and its settings.
#pragma once

#include "core/labs/lab.hpp"

namespace normlab {

LabReport DepthLab(const LabValues& values, const LabProgress& progress);
LabReport PathsLab(const LabValues& values, const LabProgress& progress);
LabReport NormLab(const LabValues& values, const LabProgress& progress);
LabReport BatchLab(const LabValues& values, const LabProgress& progress);
LabReport GradientLab(const LabValues& values, const LabProgress& progress);
LabReport StreamLab(const LabValues& values, const LabProgress& progress);
LabReport ContributionLab(const LabValues& values, const LabProgress& progress);
LabReport UpdateLab(const LabValues& values, const LabProgress& progress);
LabReport WarmupLab(const LabValues& values, const LabProgress& progress);
LabReport AttentionLab(const LabValues& values, const LabProgress& progress);
LabReport PrecisionLab(const LabValues& values, const LabProgress& progress);
LabReport LogitsLab(const LabValues& values, const LabProgress& progress);
LabReport FinetuneLab(const LabValues& values, const LabProgress& progress);
LabReport ThousandLab(const LabValues& values, const LabProgress& progress);

}  // namespace normlab
