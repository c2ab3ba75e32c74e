// What a suite measured, for the table that `npm run verify` prints.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace normlab {

// Writes one line: `evidence: suite | case | figure`. A figure is a number with its unit, a hash,
// or what a mutation turned red.
inline void Evidence(std::string_view suite, std::string_view name, const std::string& figure) {
  std::printf("evidence: %.*s | %.*s | %s\n", static_cast<int>(suite.size()), suite.data(),
              static_cast<int>(name.size()), name.data(), figure.c_str());
}

// Two digits, as in 4.3e-13.
inline std::string Short(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1e", value);
  return text;
}

}  // namespace normlab
