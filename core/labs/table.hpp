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
LabReport LogitsLab(const LabValues& values, const LabProgress& progress);

}  // namespace normlab
