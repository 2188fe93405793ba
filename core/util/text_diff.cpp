// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/util/text.h"
// The algorithm is E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986), in
// its linear space refinement: it searches for the middle of a shortest edit script from both ends at once,
// then compares both halves in the same way.
#include "core/util/text_diff.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace duologue {

namespace {

constexpr std::size_t asIndex(int number)
{
    return static_cast<std::size_t>(number);
}

enum class TokenKind { Word, Space, Single };

/// Scripts without spaces between words, and the punctuation beside them.
bool standsAlone(char32_t c)
{
    return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7AF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x1F000 && c <= 0x3FFFF);
}

TokenKind kindOf(char32_t c)
{
    if (c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0)
        return TokenKind::Space;
    if (c < 0x80) {
        const bool letter = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return letter ? TokenKind::Word : TokenKind::Single;
    }
    const bool punctuation = (c >= 0xA1 && c <= 0xBF) || (c >= 0x2000 && c <= 0x2BFF);
    return punctuation || standsAlone(c) ? TokenKind::Single : TokenKind::Word;
}

struct Point {
    int x = 0;
    int y = 0;
};

/// Marks the elements of two lists that a shortest edit script removes or inserts.
class Comparison {
public:
    Comparison(std::vector<std::uint32_t> left, std::vector<std::uint32_t> right, std::size_t mostSteps,
               const Job& job)
        : m_left(std::move(left)),
          m_right(std::move(right)),
          m_steps(mostSteps),
          m_job(job),
          m_leftOnly(m_left.size()),
          m_rightOnly(m_right.size())
    {
        compare(0, static_cast<int>(m_left.size()), 0, static_cast<int>(m_right.size()));
    }

    std::vector<Difference> differences() const
    {
        std::vector<Difference> found;
        for (std::size_t x = 0, y = 0; x < m_left.size() || y < m_right.size();) {
            const std::size_t fromLeft = x;
            const std::size_t fromRight = y;
            while (x < m_left.size() && m_leftOnly[x])
                ++x;
            while (y < m_right.size() && m_rightOnly[y])
                ++y;
            if (x > fromLeft || y > fromRight)
                found.push_back({{fromLeft, x}, {fromRight, y}});
            else
                ++x, ++y;
        }
        return found;
    }

private:
    std::uint32_t left(int i) const { return m_left[static_cast<std::size_t>(i)]; }
    std::uint32_t right(int i) const { return m_right[static_cast<std::size_t>(i)]; }

    void compare(int leftBegin, int leftEnd, int rightBegin, int rightEnd)
    {
        while (leftBegin < leftEnd && rightBegin < rightEnd && left(leftBegin) == right(rightBegin))
            ++leftBegin, ++rightBegin;
        while (leftBegin < leftEnd && rightBegin < rightEnd && left(leftEnd - 1) == right(rightEnd - 1))
            --leftEnd, --rightEnd;
        const bool parts = leftBegin < leftEnd && rightBegin < rightEnd;
        const auto middle =
            parts ? middleOf(leftBegin, leftEnd, rightBegin, rightEnd) : std::optional<Point>();
        if (!middle) {
            std::fill(m_leftOnly.begin() + leftBegin, m_leftOnly.begin() + leftEnd, true);
            std::fill(m_rightOnly.begin() + rightBegin, m_rightOnly.begin() + rightEnd, true);
            return;
        }
        compare(leftBegin, middle->x, rightBegin, middle->y);
        compare(middle->x, leftEnd, middle->y, rightEnd);
    }

    /// The part of both texts that is being compared.
    struct Extent {
        int width = 0;
        int height = 0;

        /// Index of diagonal 0 in the list of all diagonals.
        int offset() const { return (width + height + 1) / 2 + 1; }
    };

    /// One step further on diagonal k (x - y) with d edits; -1 if that leaves the texts.
    static int advanced(const std::vector<int>& reached, const Extent& extent, int k, int d)
    {
        const auto [width, height] = extent;
        const auto at = [&](int diagonal) { return reached[asIndex(extent.offset() + diagonal)]; };
        if (d == 0)
            return 0;
        const int down = at(k + 1);
        const int along = at(k - 1) < 0 || at(k - 1) >= width ? -1 : at(k - 1) + 1;
        const int x = std::max(down >= 0 && down - k <= height ? down : -1, along);
        return x >= 0 && x - k >= 0 && x - k <= height ? x : -1;
    }

    /// A point on a shortest path from corner to corner; empty when the steps are used up.
    std::optional<Point> middleOf(int leftBegin, int leftEnd, int rightBegin, int rightEnd)
    {
        const int width = leftEnd - leftBegin;
        const int height = rightEnd - rightBegin;
        const int delta = width - height;
        const int most = (width + height + 1) / 2;
        const Extent extent{width, height};
        const int offset = extent.offset();
        m_forward.assign(asIndex(2 * offset + 1), -1);
        m_backward.assign(asIndex(2 * offset + 1), -1);
        const auto other = [&](const std::vector<int>& reached, int k, int d) {
            return k < -d || k > d ? -1 : reached[asIndex(offset + k)];
        };
        for (int d = 0; d <= most; ++d) {
            std::ptrdiff_t followed = 0;
            for (int k = -d; k <= d; k += 2) {
                int x = advanced(m_forward, extent, k, d);
                const int from = x;
                while (x >= 0 && x < width && x - k < height &&
                       left(leftBegin + x) == right(rightBegin + x - k))
                    ++x;
                followed += x - from;
                m_forward[asIndex(offset + k)] = x;
                const int met = delta % 2 != 0 && x >= 0 ? other(m_backward, delta - k, d - 1) : -1;
                if (met >= 0 && x + met >= width)
                    return Point{leftBegin + x, rightBegin + x - k};
            }
            for (int k = -d; k <= d; k += 2) {
                int x = advanced(m_backward, extent, k, d);
                const int from = x;
                while (x >= 0 && x < width && x - k < height &&
                       left(leftEnd - 1 - x) == right(rightEnd - 1 - (x - k)))
                    ++x;
                followed += x - from;
                m_backward[asIndex(offset + k)] = x;
                const int met = delta % 2 == 0 && x >= 0 ? other(m_forward, delta - k, d) : -1;
                if (met >= 0 && x + met >= width)
                    return Point{leftEnd - x, rightEnd - (x - k)};
            }
            // Following equal elements is fast, but there may be millions on every diagonal.
            constexpr std::size_t kFollowedInAStep = 4;
            const std::size_t taken =
                2 * static_cast<std::size_t>(d + 1) + static_cast<std::size_t>(followed) / kFollowedInAStep;
            if (m_steps < taken || m_job.stopRequested()) {
                m_steps = 0;
                return std::nullopt;
            }
            m_steps -= taken;
        }
        return std::nullopt;
    }

    std::vector<std::uint32_t> m_left;
    std::vector<std::uint32_t> m_right;
    std::size_t m_steps;
    const Job& m_job;
    std::vector<bool> m_leftOnly;
    std::vector<bool> m_rightOnly;
    /// How far each diagonal has been followed, from the front and from the back; -1 if it has not.
    std::vector<int> m_forward;
    std::vector<int> m_backward;
};

/// False if the job is stopped, which is looked at once in a while.
bool goesOn(std::size_t count, const Job& job)
{
    constexpr std::size_t kBetween = 0x3FFF;
    return (count & kBetween) != kBetween || !job.stopRequested();
}

/// The same number for the same token of either text.
std::vector<std::uint32_t> numbered(std::string_view text, const std::vector<DiffRange>& tokens,
                                    std::unordered_map<std::string_view, std::uint32_t>& numbers,
                                    const Job& job)
{
    std::vector<std::uint32_t> made;
    made.reserve(tokens.size());
    for (const DiffRange& token : tokens) {
        if (!goesOn(made.size(), job))
            break;
        made.push_back(numbers
                           .try_emplace(text.substr(token.begin, token.size()),
                                        static_cast<std::uint32_t>(numbers.size()))
                           .first->second);
    }
    return made;
}

DiffRange bytesOf(const std::vector<DiffRange>& tokens, std::size_t begin, std::size_t end, std::size_t size)
{
    const auto startOf = [&](std::size_t i) { return i < tokens.size() ? tokens[i].begin : size; };
    return {startOf(begin), begin == end ? startOf(begin) : tokens[end - 1].end};
}

/// Joins differences around an equal part that is shorter than both: it is equal by chance.
void joinAcrossChance(std::vector<Difference>& found)
{
    std::vector<Difference> joined;
    for (const Difference& next : found) {
        if (!joined.empty()) {
            Difference& last = joined.back();
            const std::size_t between = next.left.begin - last.left.end;
            const auto length = [](const Difference& one) {
                return std::max(one.left.size(), one.right.size());
            };
            if (between <= length(last) && between <= length(next)) {
                last.left.end = next.left.end;
                last.right.end = next.right.end;
                continue;
            }
        }
        joined.push_back(next);
    }
    found.swap(joined);
}

} // namespace

std::vector<DiffRange> wordsAndCharacters(std::string_view text, const Job& job)
{
    std::vector<DiffRange> tokens;
    TokenKind before = TokenKind::Single;
    for (std::size_t at = 0; at < text.size() && goesOn(tokens.size(), job);) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const CodePoint point = byte < 0x80 ? CodePoint{byte, 1} : codePointAt(text.substr(at));
        const std::size_t length = std::max<std::size_t>(point.length, 1);
        const TokenKind kind = point.length == 0 ? TokenKind::Single : kindOf(point.value);
        if (!tokens.empty() && kind == before && kind != TokenKind::Single)
            tokens.back().end = at + length;
        else
            tokens.push_back({at, at + length});
        before = kind;
        at += length;
    }
    return tokens;
}

std::vector<Difference> diffSequences(std::vector<std::uint32_t> left, std::vector<std::uint32_t> right,
                                      std::size_t mostSteps, const Job& job)
{
    return Comparison(std::move(left), std::move(right), mostSteps, job).differences();
}

TextDiff diffTexts(std::string_view left, std::string_view right, std::size_t mostSteps, const Job& job)
{
    TextDiff diff;
    if (left == right)
        return diff;
    const auto leftTokens = wordsAndCharacters(left, job);
    const auto rightTokens = wordsAndCharacters(right, job);
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    auto leftNumbers = numbered(left, leftTokens, numbers, job);
    auto rightNumbers = numbered(right, rightTokens, numbers, job);
    if (job.stopRequested())
        return diff;
    std::size_t same = left.size();
    for (const Difference& found :
         diffSequences(std::move(leftNumbers), std::move(rightNumbers), mostSteps, job)) {
        diff.differences.push_back({bytesOf(leftTokens, found.left.begin, found.left.end, left.size()),
                                    bytesOf(rightTokens, found.right.begin, found.right.end, right.size())});
        same -= diff.differences.back().left.size();
    }
    joinAcrossChance(diff.differences);
    diff.shared = static_cast<double>(same) / static_cast<double>(std::max(left.size(), right.size()));
    return diff;
}

} // namespace duologue
