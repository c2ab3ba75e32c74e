// Text from outside is made well-formed before anything else looks at it: every sequence of bytes
// that is not UTF-8, and every lone surrogate, becomes U+FFFD, as browsers and node do. A visitor's
// file with one broken byte trains; it is not refused.
#pragma once

#include <string>
#include <string_view>

namespace normlab {

// JSON text with every ill-formed sequence of bytes replaced, and every \u escape of half a
// surrogate pair rewritten to the escape of U+FFFD.
std::string WellFormedJson(std::string_view bytes);

}  // namespace normlab
