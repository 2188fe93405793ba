// SPDX-License-Identifier: GPL-3.0-or-later
// L. R. Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology 26 (1945), here of
// the pairs of neighbouring words of two texts, as G. W. Adamson and J. Boreham, "The use of an association
// measure based on character structure", Information Storage and Retrieval 10 (1974), has it for pairs of
// letters.
#include "core/diff/text_likeness.h"

#include "core/base/checksum.h"
#include "core/base/text.h"
#include "core/base/text_diff.h"
#include "core/record/record_texts.h"

#include <algorithm>

namespace duologue {

namespace {

constexpr std::uint64_t kTextEdge = 0x7E47'ED6E'0000'0001U;

std::uint64_t pairHash(std::uint64_t first, std::uint64_t second)
{
    constexpr std::uint64_t kMultiplier = 0x9FB2'1C65'1E98'DF25U;
    std::uint64_t x = (first * kMultiplier) ^ second;
    x = (x ^ (x >> 32U)) * kMultiplier;
    return x ^ (x >> 29U);
}

bool isBlankToken(std::string_view token)
{
    const char c = token.front();
    return c == ' ' || (c >= '\t' && c <= '\r') || token.starts_with("\xC2\xA0");
}

} // namespace

void WordPairs::clear()
{
    m_hashes.clear();
    m_bytes = 0;
}

void WordPairs::addText(std::string_view text, std::size_t most)
{
    if (m_bytes >= most || text.empty())
        return;
    const std::string_view seen =
        text.substr(0, wholeCharacters(text, std::min(text.size(), most - m_bytes)));
    m_bytes += seen.size();
    std::uint64_t before = kTextEdge;
    for (const DiffRange& range : wordsAndCharacters(seen)) {
        const std::string_view token = seen.substr(range.begin, range.size());
        if (isBlankToken(token))
            continue;
        const std::uint64_t hash = checksum(token);
        m_hashes.push_back(pairHash(before, hash));
        before = hash;
    }
    m_hashes.push_back(pairHash(before, kTextEdge));
}

void WordPairs::addTexts(const JsonView& value, std::size_t most)
{
    addText(value.string(), most);
    for (const auto [key, member] : value.members())
        addTexts(member, most);
    for (const JsonView element : value.elements())
        addTexts(element, most);
}

void WordPairs::addTexts(const Conversation& conversation)
{
    forEachText(conversation, [&](const RecordText& text) {
        if (text.isValue && !isLongText(text.text))
            return false;
        addText(text.text);
        return m_bytes >= kMostComparedText;
    });
}

void WordPairs::finish()
{
    std::sort(m_hashes.begin(), m_hashes.end());
}

double likenessOf(const WordPairs& left, const WordPairs& right)
{
    const auto& a = left.hashes();
    const auto& b = right.hashes();
    if (a.empty() || b.empty())
        return 0;
    std::size_t common = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j]) {
            ++common;
            ++i;
            ++j;
        } else if (a[i] < b[j]) {
            ++i;
        } else {
            ++j;
        }
    }
    return 2.0 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

} // namespace duologue
