// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace duologue {

/// Room that writeTape() needs beyond a record's own, because it writes whole lanes: as much as for a record
/// so many bytes longer.
inline constexpr std::size_t kTapeRoom = 64;

/// Whether this processor has the lanes that writeTape() needs.
bool canWriteTape();

/// Writes the tape (JsonTape) of a record that is an object or an array, the same words and texts as
/// simdjson, in one go over its bytes: a text is looked through, decoded and copied 64 bytes at a time, where
/// the library first notes every comma of the record and then copies. Parsing a record that is mostly text
/// takes three fifths of the time.
///
/// True only for correct JSON, if `utf8` is correct UTF-8. False says nothing about the record, the library
/// has to be asked: it knows what is wrong, and what is rare is left to it (a value alone, whole numbers of
/// more than 18 digits, -0, numbers beyond a double, halves of character pairs, more than 64 levels).
///
/// 64 bytes behind the end of `utf8` must be readable. `words` and `texts` have the room that simdjson gives
/// a document of utf8.size() + kTapeRoom bytes.
bool writeTape(std::string_view utf8, std::uint64_t* words, char* texts);

} // namespace duologue
