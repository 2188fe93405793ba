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
    /// Where bytes of the source went: `sources[i]` of the source stands at `targets[i]` of the text, one
    /// entry a token, both rising.
    std::vector<std::size_t> sources;
    std::vector<std::size_t> targets;

    /// Where in the text the byte at `source` stands.
    std::size_t targetOf(std::size_t source) const;
};

/// How many arrays and objects stand inside each other at most: a text nested too deeply cannot be laid out,
/// as its indentation alone would be longer than any memory.
std::size_t nestingDepth(std::string_view text);

/// Lays a JSON text out with one member or element a line. Works on tokens: numbers, escapes, key order and
/// everything else inside a token stay byte for byte, and what is no JSON comes out as it stands.
IndentedJson indentJson(std::string_view text, int spaces = 2);

} // namespace duologue
