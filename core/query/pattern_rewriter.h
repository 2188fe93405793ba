// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/text_pattern.h"
#include "core/util/expected.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// A pattern in the syntax of RE2 that remembers what was written for each of its parts.
class RewrittenPattern {
public:
    /// Appends what stands for the bytes of the pattern from `at` on.
    void append(std::string_view text, std::size_t at)
    {
        m_parts.emplace_back(m_text.size(), at);
        m_text += text;
    }

    const std::string& text() const { return m_text; }
    /// The first place of a part of the text, as a range of bytes of the pattern; the whole pattern if it is
    /// no part.
    TextRange originOf(std::string_view part, std::string_view pattern) const;

    bool hasWordBound = false;
    /// Characters beyond ASCII, or classes of them.
    bool hasOtherCharacters = false;

private:
    std::string m_text;
    /// Where something begins in the text and in the pattern, rising in both.
    std::vector<std::pair<std::size_t, std::size_t>> m_parts;
};

/// See toRe2().
Expected<RewrittenPattern, PatternMistake> rewritePattern(std::string_view pattern);

} // namespace duologue
