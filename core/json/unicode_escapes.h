// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue {

/// Decodes escapes like \u65c5 that stand one behind the other, to UTF-8. `from` is at the first one's
/// backslash, before `end`, and is left behind the last one; `to` is left behind what was written, at most
/// half as much as was read. False where one is not whole or is half of a pair. Reads up to 11 bytes behind
/// `end`.
bool decodeUnicodeEscapes(const char*& from, const char* end, char*& to);

} // namespace duologue
