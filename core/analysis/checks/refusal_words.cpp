// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/refusal_words.h"

#include "core/util/prefix_scan.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

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

/// Fills the place of the other bytes of a "’", which is an apostrophe.
constexpr char kFiller = '\x01';

/// Where the phrase that begins at `begin` ends; none if it does not. Case does not count.
std::optional<std::size_t> endOfPhrase(std::string_view text, std::size_t begin, std::string_view phrase)
{
    constexpr std::string_view kCurly = "’";
    std::size_t at = begin;
    for (const char c : phrase) {
        while (at > begin && at < text.size() && text[at] == kFiller)
            ++at;
        const bool isCurly = c == '\'' && text.substr(std::min(at, text.size())).starts_with(kCurly);
        if (at >= text.size() || (!isCurly && lowerAscii(text[at]) != c))
            return std::nullopt;
        at += isCurly ? kCurly.size() : 1;
    }
    return at;
}

/// Where the phrases of both lists may begin: "i'm", "i’m", "i am", "i can", "i must", "i won't"; "as a"; "my
/// k", "my t"; 抱歉, 我无, 我不; 对不, 很抱; 作为.
PrefixScan phraseBegins()
{
    const auto oneOf = NibbleSet::of;
    PrefixScan scan;
    scan.add(0, {oneOf("iI"), oneOf(" "), oneOf("acmwACMW"), oneOf("mauoMAUO")});
    scan.add(1, {oneOf("iI"), oneOf("'"), oneOf("mM"), oneOf(" ")});
    scan.add(2, {oneOf("iI"), oneOf("\xE2"), oneOf("\x80"), oneOf("\x99")});
    scan.add(3, {oneOf("aA"), oneOf("sS"), oneOf(" "), oneOf("aA")});
    scan.add(4, {oneOf("mM"), oneOf("yY"), oneOf(" "), oneOf("ktKT")});
    scan.add(5, {oneOf("\xE6"), oneOf("\x8A\x88"), oneOf("\xB1\x91"), oneOf("\xE6\xE4")});
    scan.add(6, {oneOf("\xE5"), oneOf("\xAF\xBE"), oneOf("\xB9\x88"), oneOf("\xE4\xE6")});
    scan.add(7, {oneOf("\xE4"), oneOf("\xBD"), oneOf("\x9C"), oneOf("\xE4")});
    return scan;
}

/// The first place of the first phrase of the list that is there.
std::optional<FoundWords> firstPhrase(std::string_view answer, std::span<const std::string_view> phrases,
                                      std::size_t within)
{
    static const PrefixScan kBegins = phraseBegins();
    const std::string_view text = answer.substr(0, within);
    std::optional<FoundWords> found;
    std::size_t left = phrases.size();
    auto look = [&](std::size_t begin) {
        for (std::size_t i = 0; i < left; ++i) {
            if (const auto end = endOfPhrase(text, begin, phrases[i])) {
                found = FoundWords{begin, *end};
                left = i;
            }
        }
        return left == 0;
    };
    if (text.find(kFiller) == std::string_view::npos)
        kBegins.find(text, 0, look);
    else
        for (std::size_t begin = 0; begin < text.size() && !look(begin);)
            ++begin;
    return found;
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
