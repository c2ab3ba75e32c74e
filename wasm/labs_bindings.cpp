// What the laboratories show to JavaScript; labs.mjs puts the typed face on it. An engine of its
// own: they compute in double, and a page that only races does not load them.
#include <string>

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include "core/labs/answer.hpp"
#include "core/labs/norm_vector.hpp"

namespace normlab {
namespace {

using emscripten::val;

std::string LabsText() { return JsonText(DescribeLabs()); }

// weights: the bytes of a file, or none.
std::string CheckLabText(const std::string& name, const std::string& settings, bool quick,
                         const std::string& weights) {
  return JsonText(CheckLab(name, settings, quick, weights));
}

// progress: called with the share that is done, 0 to 1, or undefined.
std::string RunLabText(const std::string& name, const std::string& settings, bool quick,
                       const std::string& weights, const val& progress) {
  const bool told = !progress.isUndefined();
  const auto tell = [&](double share) {
    if (told) progress(share);
  };
  return JsonText(RunLab(name, settings, quick, tell, weights));
}

std::string NormVectorText(const std::string& token) { return JsonText(NormVector(token)); }

}  // namespace
}  // namespace normlab

EMSCRIPTEN_BINDINGS(normlab_labs) {
  emscripten::function("describe", &normlab::LabsText);
  emscripten::function("check", &normlab::CheckLabText);
  emscripten::function("run", &normlab::RunLabText);
  emscripten::function("normVector", &normlab::NormVectorText);
}
