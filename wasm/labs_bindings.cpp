// What the laboratories show to JavaScript; labs.mjs puts the typed face on it. An engine of its
// own: they compute in double, and a page that only races does not load them.
#include <string>

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include "core/labs/answer.hpp"

namespace normlab {
namespace {

using emscripten::val;

std::string LabsText() { return JsonText(DescribeLabs()); }

std::string CheckLabText(const std::string& name, const std::string& settings, bool quick) {
  return JsonText(CheckLab(name, settings, quick));
}

// progress: called with the share that is done, 0 to 1, or undefined.
std::string RunLabText(const std::string& name, const std::string& settings, bool quick,
                       const val& progress) {
  const bool told = !progress.isUndefined();
  return JsonText(RunLab(name, settings, quick, [&](double share) {
    if (told) progress(share);
  }));
}

}  // namespace
}  // namespace normlab

EMSCRIPTEN_BINDINGS(normlab_labs) {
  emscripten::function("describe", &normlab::LabsText);
  emscripten::function("check", &normlab::CheckLabText);
  emscripten::function("run", &normlab::RunLabText);
}
