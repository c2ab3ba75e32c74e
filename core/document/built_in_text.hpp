// The text that a text task learns where the document gives none.
#pragma once

#include <string>

namespace normlab {

// About 5 kB of plain ASCII prose, written for NormLab. Links of every later version rely on it:
// a changed character changes the curves that they promise.
const std::string& BuiltInText();

}  // namespace normlab
