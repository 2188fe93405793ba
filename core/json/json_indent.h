// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A JSON text laid out for reading.
struct IndentedJson {
    std::string text;
    /// The byte at `sources[i]` of the source is at `targets[i]` of the text. One entry for each token, both
    /// ascending.
    std::vector<std::size_t> sources;
    std::vector<std::size_t> targets;

    /// The offset in the text of the byte at `source`.
    std::size_t targetOf(std::size_t source) const;
};

/// How deep arrays and objects are nested at most. A text that is nested too deeply cannot be laid out, as
/// its indentation alone would need more memory than there is.
std::size_t nestingDepth(std::string_view text);

/// Lays a JSON text out with one member or element on each line. It works on tokens: numbers, escapes and all
/// other bytes of a token stay as they are, and so does the order of keys. Text that is not JSON is kept,
/// too.
IndentedJson indentJson(std::string_view text, int spaces = 2);

} // namespace duologue
