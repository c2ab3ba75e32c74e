// An Experiment -> a document.
#pragma once

#include "core/document/json.hpp"
#include "core/training/experiment.hpp"

namespace normlab {

// Every field, in the table's order: what a run says about itself, valid for all time.
Json FullDocument(const Experiment& experiment);

// Only what differs from the default: {} for the default. What links hold.
Json MinimalDocument(const Experiment& experiment);

// What turns `base` into `experiment` when it is merged onto it.
Json Difference(const Experiment& experiment, const Experiment& base);

}  // namespace normlab
