// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"
#include "core/record/conversation.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace duologue {

/// How much text of a record is looked at to compare it with others.
inline constexpr std::size_t kMostComparedText = std::size_t{1} << 20U;

/// The pairs of neighbouring words of some texts, as hashes: words of Latin and other letters, single
/// Chinese, Japanese and Korean characters, single signs. The begin and the end of a text count as words.
class WordPairs {
public:
    void clear();
    /// Does nothing after `most` bytes of text in all.
    void addText(std::string_view text, std::size_t most = kMostComparedText);
    /// All texts in a value of JSON.
    void addTexts(const JsonView& value, std::size_t most = kMostComparedText);
    /// All that a person can read in a record (forEachText()).
    void addTexts(const Conversation& conversation);
    /// Sorts the hashes. Call it when all texts are added, before they are compared.
    void finish();

    /// One for each occurrence; in rising order after finish().
    const std::vector<std::uint64_t>& hashes() const { return m_hashes; }

private:
    std::vector<std::uint64_t> m_hashes;
    std::size_t m_bytes = 0;
};

/// How alike two texts are: twice the number of word pairs that both have, divided by the number of word
/// pairs of both (the coefficient of Sørensen and Dice). 0: no pair is the same, or a text is empty. 1: the
/// same pairs, perhaps in another order.
double likenessOf(const WordPairs& left, const WordPairs& right);

} // namespace duologue
