// Labs as JSON: what there is, and what one measured.
#pragma once

#include <string_view>

#include "core/document/json.hpp"
#include "core/labs/lab.hpp"

namespace normlab {

// [{name, title, question, takes_weights: null or which, settings: [a field's description, with
// `quick`]}]
Json DescribeLabs();

// {ok: true, estimate: {seconds, memory_bytes}}, or the refusal that RunLab would give, without
// measuring.
Json CheckLab(std::string_view name, std::string_view settings, bool quick,
              std::string_view weights = {});

// {ok: true, lab, settings, charts, texts, statements, holds}, or {ok: false, errors} where there
// is no such lab or its settings are wrong. settings: JSON text; what is not finite becomes null.
// weights: a file as document/run_weights.hpp writes it, of the stack to be measured; empty where
// the lab is to train its own.
Json RunLab(std::string_view name, std::string_view settings, bool quick,
            const LabProgress& progress, std::string_view weights = {});

}  // namespace normlab
