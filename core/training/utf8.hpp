// UTF-8 to code points and back.
#pragma once

#include <string>
#include <string_view>

namespace normlab {

inline constexpr char32_t kReplacement = 0xFFFD;

// Every maximal part that is not valid (stray or missing continuation bytes, overlong forms,
// surrogates, above U+10FFFF) becomes one U+FFFD.
std::u32string DecodeUtf8(std::string_view bytes);

std::string EncodeUtf8(std::u32string_view points);

// Without a byte order mark at the start; CRLF and a lone CR become LF.
std::u32string NormaliseLineEnds(std::u32string_view points);

}  // namespace normlab
