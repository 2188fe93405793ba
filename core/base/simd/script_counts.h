// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace duologue {

/// Letters of each kind of script in a UTF-8 text, counted by lead bytes alone: E4 to E9 lead the Han block
/// U+4000 to U+9FFF, E3 81 to E3 83 kana, EA to ED hangul, CE to E1 Greek, Cyrillic, Arabic, Indic and
/// others. In ASCII, 40 to 7F count as Latin, so a few other characters do as well (@ [ ~).
struct ScriptCounts {
    std::size_t latin = 0;
    std::size_t han = 0;
    std::size_t kana = 0;
    std::size_t hangul = 0;
    std::size_t other = 0;
    /// Bytes that continue a character (10xxxxxx).
    std::size_t continuations = 0;
};

ScriptCounts countScripts(std::string_view utf8);

/// ScriptCounts::continuations alone.
std::size_t countContinuations(std::string_view utf8);

} // namespace duologue
