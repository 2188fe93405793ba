// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/refusal_words.h"

#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 23> kRefusals{
    "i'm sorry, but i can't",
    "i'm sorry, but i cannot",
    "i am sorry, but i can",
    "i'm sorry, i can't",
    "i cannot assist",
    "i can't assist",
    "i cannot help with",
    "i can't help with",
    "i'm unable to assist",
    "i am unable to",
    "i'm not able to assist",
    "i cannot fulfill",
    "i can't fulfill",
    "i must decline",
    "i won't be able to help",
    "i cannot comply",
    "抱歉，我无法",
    "对不起，我无法",
    "很抱歉，我不能",
    "抱歉，我不能",
    "对不起，我不能",
    "我无法协助",
    "我不能提供",
};

constexpr std::array<std::string_view, 15> kSelfTalk{
    "as an ai language model",
    "as an ai assistant",
    "as a language model",
    "as an ai,",
    "as an ai i",
    "as an artificial intelligence",
    "i am an ai",
    "i'm an ai",
    "my knowledge cutoff",
    "my training data",
    "作为一个ai",
    "作为一名ai",
    "作为人工智能",
    "作为一个人工智能",
    "作为一个语言模型",
};

/// Apostrophes of both kinds are one.
std::string loweredPhrase(std::string_view text)
{
    std::string lower;
    for (std::size_t i = 0; i < text.size(); ++i)
        lower += lowerAscii(text[i]);
    constexpr std::string_view kCurly = "’";
    for (std::size_t at = lower.find(kCurly); at != std::string::npos; at = lower.find(kCurly, at))
        // As long as before, so that offsets stay.
        lower.replace(at, kCurly.size(), "'\x01\x01");
    return lower;
}

/// Finds a phrase, apart from the fillers behind apostrophes. Returns its bytes.
std::optional<FoundWords> find(const std::string& lower, std::string_view phrase)
{
    const std::size_t first = lower.find(phrase[0]);
    for (std::size_t begin = first; begin != std::string::npos; begin = lower.find(phrase[0], begin + 1)) {
        std::size_t at = begin;
        std::size_t matched = 0;
        while (at < lower.size() && matched < phrase.size()) {
            if (lower[at] == '\x01') {
                ++at;
                continue;
            }
            if (lower[at] != phrase[matched])
                break;
            ++at;
            ++matched;
        }
        if (matched == phrase.size())
            return FoundWords{begin, at};
    }
    return std::nullopt;
}

std::optional<FoundWords> firstPhrase(std::string_view answer, std::span<const std::string_view> phrases,
                                      std::size_t within)
{
    const std::string lower = loweredPhrase(answer.substr(0, within));
    for (const std::string_view phrase : phrases) {
        if (const auto found = find(lower, phrase))
            return found;
    }
    return std::nullopt;
}

} // namespace

std::optional<FoundWords> refusalIn(std::string_view answer)
{
    // A refusal comes first; later it is about a part of the question.
    constexpr std::size_t kBegin = 200;
    return firstPhrase(answer, kRefusals, kBegin);
}

std::optional<FoundWords> selfTalkIn(std::string_view answer)
{
    constexpr std::size_t kWithin = 1000;
    return firstPhrase(answer, kSelfTalk, kWithin);
}

} // namespace duologue
