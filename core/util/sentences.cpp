// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/sentences.h"

#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 20> kAbbreviations{"mr",  "mrs", "ms",     "dr",  "st",  "prof", "vs",
                                                          "etc", "e.g", "i.e",    "no",  "inc", "ltd",  "co",
                                                          "jr",  "sr",  "approx", "est", "fig", "mt"};

bool isLetter(char c)
{
    return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z';
}

bool isSpace(char c)
{
    return isBlank(c) || c == '\v' || c == '\f';
}

bool isFullStop(char32_t c)
{
    return c == U'。' || c == U'！' || c == U'？' || c == U'…';
}

bool isCloser(char32_t c)
{
    constexpr std::u32string_view kClosers = U"\"')]}*_~”’」』）】》〉";
    return kClosers.find(c) != std::u32string_view::npos;
}

bool isSign(char32_t c)
{
    constexpr unsigned kLastAscii = 0x7F;
    if (c <= kLastAscii)
        return !isLetter(static_cast<char>(c)) && !isDigit(static_cast<char>(c));
    // General, Chinese and full-width punctuation, and symbols.
    return (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFF0F) ||
           (c >= 0xFF1A && c <= 0xFF20) || (c >= 0x1F000 && c <= 0x1FAFF);
}

/// The characters of one line, cut into sentences.
class LineCutter {
public:
    LineCutter(std::string_view text, std::size_t begin, std::size_t end) : m_text(text), m_end(end)
    {
        m_begin = begin;
    }

    void cut(std::vector<Sentence>& sentences)
    {
        const std::size_t before = sentences.size();
        std::size_t at = m_begin;
        while (at < m_end) {
            const CodePoint here = codePointAt(m_text.substr(at, m_end - at));
            const std::size_t next = at + std::max<std::size_t>(1, here.length);
            if (!endsSentence(here.value, at, next)) {
                at = next;
                continue;
            }
            at = afterClosers(next);
            add(sentences, at);
        }
        add(sentences, m_end);
        if (sentences.size() > before) {
            sentences[before].beginsLine = true;
            sentences.back().endsLine = true;
        }
    }

private:
    bool endsSentence(char32_t c, std::size_t at, std::size_t next) const
    {
        if (isFullStop(c))
            return true;
        if (c != U'.' && c != U'!' && c != U'?')
            return false;
        const std::size_t after = afterClosers(next);
        if (after >= m_end)
            return true;
        if (!isSpace(m_text[after]))
            // "Really?真的" has no space where Chinese follows.
            return c != U'.' && codePointAt(m_text.substr(after)).value > 0x2E00;
        std::size_t word = after;
        while (word < m_end && isSpace(m_text[word]))
            ++word;
        const bool goesOn = word < m_end && m_text[word] >= 'a' && m_text[word] <= 'z';
        return !goesOn && (c != U'.' || !isAbbreviated(at));
    }

    /// Whether the full stop at `at` belongs to an abbreviation or to the number of a list.
    bool isAbbreviated(std::size_t at) const
    {
        std::size_t begin = at;
        while (begin > m_begin &&
               (isLetter(m_text[begin - 1]) || isDigit(m_text[begin - 1]) || m_text[begin - 1] == '.'))
            --begin;
        const std::string word = lowerAscii(m_text.substr(begin, at - begin));
        const bool isNumber = !word.empty() && std::ranges::all_of(word, isDigit);
        if (isNumber) {
            // Only signs stand before the number of a list.
            const std::string_view lead = m_text.substr(m_begin, begin - m_begin);
            return std::ranges::none_of(lead, [](char c) {
                return isLetter(c) || isDigit(c) || static_cast<unsigned char>(c) >= 0x80;
            });
        }
        return word.size() <= 1 || std::ranges::find(kAbbreviations, word) != kAbbreviations.end();
    }

    std::size_t afterClosers(std::size_t at) const
    {
        while (at < m_end) {
            const CodePoint c = codePointAt(m_text.substr(at, m_end - at));
            const bool more = isCloser(c.value) || isFullStop(c.value) || c.value == U'.' ||
                              c.value == U'!' || c.value == U'?';
            if (!more)
                break;
            at += std::max<std::size_t>(1, c.length);
        }
        return at;
    }

    void add(std::vector<Sentence>& sentences, std::size_t end)
    {
        const std::string_view part = m_text.substr(m_begin, end - m_begin);
        const std::string_view kept = trimmed(part);
        const auto begin = static_cast<std::size_t>(kept.data() - m_text.data());
        m_begin = end;
        if (hasShape(kept))
            sentences.push_back({begin, begin + kept.size(), false, false});
    }

    static bool hasShape(std::string_view text)
    {
        for (std::size_t at = 0; at < text.size();) {
            const CodePoint c = codePointAt(text.substr(at));
            if (c.length > 0 && !isSign(c.value))
                return true;
            at += std::max<std::size_t>(1, c.length);
        }
        return false;
    }

    std::string_view m_text;
    std::size_t m_begin = 0;
    std::size_t m_end;
};

} // namespace

std::vector<Sentence> sentencesOf(std::string_view utf8)
{
    std::vector<Sentence> sentences;
    for (std::size_t line = 0; line < utf8.size();) {
        const std::size_t end = std::min(utf8.find('\n', line), utf8.size());
        LineCutter(utf8, line, end).cut(sentences);
        line = end + 1;
    }
    return sentences;
}

namespace {

constexpr std::size_t kMostSentences = 400;
constexpr double kNever = -std::numeric_limits<double>::infinity();

/// How many sentences of each text belong together, and how often that happens (Gale and Church, table 5).
struct Bead {
    std::size_t first;
    std::size_t second;
    double prior;
};

constexpr std::array<Bead, 8> kBeads{{
    {1, 1, 0.89},
    {1, 0, 0.002},
    {0, 1, 0.002},
    {2, 1, 0.0445},
    {1, 2, 0.0445},
    {2, 2, 0.011},
    {3, 1, 0.003},
    {1, 3, 0.003},
}};

/// The variance of the length of a translation for each letter (Gale and Church, section 4.2).
constexpr double kVariance = 6.8;
/// A Chinese character stands for about so many Latin letters.
constexpr double kHanLength = 3;
constexpr double kLeastRatio = 0.4;
constexpr double kMostRatio = 2.5;
/// Letters of equal length that are assumed before the texts are seen.
constexpr double kAssumed = 2000;
/// No length is less likely, because translations are free.
constexpr double kLeastLogLength = -14;

// The logarithms by which a sign makes a bead more or less likely.
constexpr double kSharedAnchor = 2.5;
constexpr double kMostShared = 3;
constexpr double kLoneAnchor = -0.8;
constexpr double kMostLone = 3;
constexpr double kSameLineEdge = 0.8;
constexpr double kOtherLineEdge = -1.6;
constexpr double kLinesJoined = -4;

/// What is compared of a sentence.
struct Features {
    Sentence sentence;
    double length = 0;
    /// Numbers and words in Latin letters, in order and each once.
    std::vector<std::string> anchors;
};

bool isWordCharacter(char c)
{
    return isDigit(c) || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z');
}

/// The words and numbers of a text, in small letters; "1,500" is "1500".
std::vector<std::string> anchorsIn(std::string_view text)
{
    std::vector<std::string> anchors;
    std::string word;
    const auto finish = [&] {
        if (word.size() >= 2 || (!word.empty() && isDigit(word.front())))
            anchors.push_back(word);
        word.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isWordCharacter(c)) {
            // "3pm" is a number and a word, and so is "7天".
            if (!word.empty() && isDigit(word.back()) != isDigit(c))
                finish();
            word += lowerAscii(c);
            continue;
        }
        const bool groups = c == ',' && !word.empty() && isDigit(word.back()) && i + 3 < text.size() &&
                            isDigit(text[i + 1]) && isDigit(text[i + 2]) && isDigit(text[i + 3]);
        if (!groups)
            finish();
    }
    finish();
    std::ranges::sort(anchors);
    anchors.erase(std::unique(anchors.begin(), anchors.end()), anchors.end());
    return anchors;
}

double lengthOf(std::string_view text)
{
    constexpr char32_t kFirstWide = 0x2E80;
    double length = 0;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = codePointAt(text.substr(at));
        if (c.value >= kFirstWide)
            length += kHanLength;
        else if (c.value >= 0x80 || isWordCharacter(static_cast<char>(c.value)))
            length += 1;
        at += std::max<std::size_t>(1, c.length);
    }
    return length;
}

std::vector<Features> featuresOf(std::string_view text)
{
    std::vector<Features> features;
    for (const Sentence& sentence : sentencesOf(text)) {
        const std::string_view words = text.substr(sentence.begin, sentence.end - sentence.begin);
        features.push_back({sentence, lengthOf(words), anchorsIn(words)});
    }
    return features;
}

/// Leaves only those that occur in both texts or are numbers: words of the first text that the second
/// translates tell nothing.
void dropOrdinaryWords(std::vector<Features>& first, std::vector<Features>& second)
{
    const auto all = [](const std::vector<Features>& sentences) {
        std::vector<std::string> words;
        for (const Features& each : sentences)
            words.insert(words.end(), each.anchors.begin(), each.anchors.end());
        std::ranges::sort(words);
        return words;
    };
    const std::vector<std::string> firstWords = all(first);
    const std::vector<std::string> secondWords = all(second);
    const auto drop = [](std::vector<Features>& sentences, const std::vector<std::string>& others) {
        for (Features& each : sentences) {
            std::erase_if(each.anchors, [&](const std::string& word) {
                return !isDigit(word.front()) && !std::ranges::binary_search(others, word);
            });
        }
    };
    drop(first, secondWords);
    drop(second, firstWords);
}

double logSum(double left, double right)
{
    if (left < right)
        std::swap(left, right);
    return right == kNever ? left : left + std::log1p(std::exp(right - left));
}

class SentenceAligner {
public:
    SentenceAligner(std::vector<Features> first, std::vector<Features> second)
        : m_first(std::move(first)), m_second(std::move(second))
    {
        double firstLength = kAssumed;
        double secondLength = kAssumed;
        for (const Features& each : m_first)
            firstLength += each.length;
        for (const Features& each : m_second)
            secondLength += each.length;
        m_ratio = std::clamp(secondLength / firstLength, kLeastRatio, kMostRatio);
        dropOrdinaryWords(m_first, m_second);
    }

    std::vector<SentencePair> align()
    {
        const std::size_t rows = m_first.size() + 1;
        const std::size_t columns = m_second.size() + 1;
        m_columns = columns;
        m_weights.assign(rows * columns * kBeads.size(), kNever);
        // The probability of all alignments that lead to a point, and the most probable of them.
        std::vector<double> before(rows * columns, kNever);
        std::vector<double> best(rows * columns, kNever);
        std::vector<std::uint8_t> bestBead(rows * columns, 0);
        before[0] = best[0] = 0;
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < columns; ++j) {
                const std::size_t here = i * columns + j;
                for (std::size_t bead = 0; bead < kBeads.size(); ++bead) {
                    const auto [first, second, prior] = kBeads.at(bead);
                    if (first > i || second > j)
                        continue;
                    const double weight = weigh(i - first, j - second, kBeads.at(bead));
                    weightAt(here, bead) = weight;
                    const std::size_t from = (i - first) * columns + j - second;
                    before[here] = logSum(before[here], before[from] + weight);
                    if (best[from] + weight > best[here]) {
                        best[here] = best[from] + weight;
                        bestBead[here] = static_cast<std::uint8_t>(bead);
                    }
                }
            }
        }
        return pairsOf(before, probabilitiesToEnd(rows), bestBead);
    }

private:
    double& weightAt(std::size_t point, std::size_t bead) { return m_weights[point * kBeads.size() + bead]; }

    std::vector<double> probabilitiesToEnd(std::size_t rows)
    {
        std::vector<double> after(rows * m_columns, kNever);
        after.back() = 0;
        for (std::size_t i = rows; i-- > 0;) {
            for (std::size_t j = m_columns; j-- > 0;) {
                const std::size_t here = i * m_columns + j;
                for (std::size_t bead = 0; bead < kBeads.size(); ++bead) {
                    const auto [first, second, prior] = kBeads.at(bead);
                    if (first > i || second > j)
                        continue;
                    const std::size_t from = (i - first) * m_columns + j - second;
                    after[from] = logSum(after[from], after[here] + weightAt(here, bead));
                }
            }
        }
        return after;
    }

    std::vector<SentencePair> pairsOf(const std::vector<double>& before, const std::vector<double>& after,
                                      const std::vector<std::uint8_t>& bestBead)
    {
        std::vector<SentencePair> pairs;
        std::size_t i = m_first.size();
        std::size_t j = m_second.size();
        while (i > 0 || j > 0) {
            const std::size_t here = i * m_columns + j;
            const std::size_t bead = bestBead[here];
            const auto [first, second, prior] = kBeads.at(bead);
            const std::size_t from = (i - first) * m_columns + j - second;
            if (first > 0 && second > 0) {
                const double probability = before[from] + weightAt(here, bead) + after[here] - before.back();
                pairs.push_back({m_first[i - first].sentence.begin, m_first[i - 1].sentence.end,
                                 m_second[j - second].sentence.begin, m_second[j - 1].sentence.end,
                                 std::min(1.0, std::exp(probability))});
            }
            i -= first;
            j -= second;
        }
        std::ranges::reverse(pairs);
        return pairs;
    }

    /// The logarithm of how likely it is that the sentences from i and j on form this bead.
    double weigh(std::size_t i, std::size_t j, const Bead& bead) const
    {
        double firstLength = 0;
        double secondLength = 0;
        double weight = std::log(bead.prior);
        for (std::size_t k = 0; k < bead.first; ++k) {
            firstLength += m_first[i + k].length;
            weight += k > 0 && m_first[i + k].sentence.beginsLine ? kLinesJoined : 0;
        }
        for (std::size_t k = 0; k < bead.second; ++k) {
            secondLength += m_second[j + k].length / m_ratio;
            weight += k > 0 && m_second[j + k].sentence.beginsLine ? kLinesJoined : 0;
        }
        // What nobody translated may have any length.
        if (bead.first > 0 && bead.second > 0) {
            weight += lengthWeight(firstLength, secondLength);
            const auto edge = [](bool one, bool other) {
                return one == other ? (one ? kSameLineEdge : 0) : kOtherLineEdge;
            };
            weight += edge(m_first[i].sentence.beginsLine, m_second[j].sentence.beginsLine);
            weight += edge(m_first[i + bead.first - 1].sentence.endsLine,
                           m_second[j + bead.second - 1].sentence.endsLine);
        }
        return weight + anchorWeight(i, j, bead);
    }

    /// How likely a translation differs by so much in length, from a normal distribution.
    static double lengthWeight(double first, double second)
    {
        const double mean = std::max(1.0, (first + second) / 2);
        const double apart = std::abs(second - first) / std::sqrt(kVariance * mean);
        const double tails = std::erfc(apart / std::numbers::sqrt2);
        return tails > 0 ? std::max(kLeastLogLength, std::log(tails)) : kLeastLogLength;
    }

    double anchorWeight(std::size_t i, std::size_t j, const Bead& bead) const
    {
        const auto joined = [](const std::vector<Features>& sentences, std::size_t from, std::size_t count) {
            std::vector<std::string_view> anchors;
            for (std::size_t k = from; k < from + count; ++k)
                anchors.insert(anchors.end(), sentences[k].anchors.begin(), sentences[k].anchors.end());
            std::ranges::sort(anchors);
            return anchors;
        };
        const auto first = joined(m_first, i, bead.first);
        const auto second = joined(m_second, j, bead.second);
        std::vector<std::string_view> shared;
        std::ranges::set_intersection(first, second, std::back_inserter(shared));
        const auto sharedCount = static_cast<double>(shared.size());
        const double lone = static_cast<double>(first.size() + second.size()) - 2 * sharedCount;
        return kSharedAnchor * std::min(kMostShared, sharedCount) + kLoneAnchor * std::min(kMostLone, lone);
    }

    std::vector<Features> m_first;
    std::vector<Features> m_second;
    /// The length of the second text for each letter of the first.
    double m_ratio = 1;
    std::size_t m_columns = 0;
    std::vector<double> m_weights;
};

} // namespace

std::vector<SentencePair> alignSentences(std::string_view first, std::string_view second)
{
    auto firstSentences = featuresOf(first);
    auto secondSentences = featuresOf(second);
    if (firstSentences.empty() || secondSentences.empty() || firstSentences.size() > kMostSentences ||
        secondSentences.size() > kMostSentences)
        return {};
    return SentenceAligner(std::move(firstSentences), std::move(secondSentences)).align();
}

} // namespace duologue
