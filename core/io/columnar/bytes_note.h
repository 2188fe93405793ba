// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace duologue {

/// "image/png, 12345 bytes": what bytes are that are no text, judged by how they begin.
std::string noteOfBytes(std::string_view bytes);

/// Whether the text is such a note.
bool isNoteOfBytes(std::string_view text);

/// Appends bytes of a column that does not say what they are as a string of JSON: text if they can be some,
/// else the note.
void appendBytes(std::string& out, std::string_view bytes);

/// Appends bytes in base64 as a string of JSON.
void appendBase64(std::string& out, std::string_view bytes);

} // namespace duologue
