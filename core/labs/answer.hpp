// Labs as JSON: what there is, and what one measured.
#pragma once

#include <string_view>

#include "core/document/json.hpp"
#include "core/labs/lab.hpp"

namespace normlab {

// [{name, title, question, settings: [a field's description, with `quick`]}]
Json DescribeLabs();

// {ok: true, estimate: {seconds, memory_bytes}}, or the refusal that RunLab would give, without
// measuring.
Json CheckLab(std::string_view name, std::string_view settings, bool quick);

// {ok: true, lab, settings, charts, texts, statements, holds}, or {ok: false, errors} where there
// is no such lab or its settings are wrong. settings: JSON text; what is not finite becomes null.
Json RunLab(std::string_view name, std::string_view settings, bool quick,
            const LabProgress& progress);

}  // namespace normlab
