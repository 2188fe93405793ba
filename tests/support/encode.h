// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace duologue::test {

/// UTF-8 in another encoding, named as iconv knows it. Throws if a character is not in it.
std::string encodedAs(const char* encoding, std::string_view utf8);

} // namespace duologue::test
