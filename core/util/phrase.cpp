// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/phrase.h"

#include "core/util/checksum.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <array>
#include <utility>

namespace duologue {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(PhraseId::Count)> kEnglish{
    "", // Verbatim
#define PHRASE(name, text) text,
#include "core/util/phrases.inc"
#undef PHRASE
};

} // namespace

Phrase Phrase::verbatim(std::string text)
{
    Phrase phrase;
    phrase.text = std::move(text);
    return phrase;
}

std::string_view englishText(PhraseId id)
{
    return kEnglish.at(static_cast<std::size_t>(id));
}

std::uint64_t phrasesChecksum()
{
    RunningChecksum sum;
    for (const std::string_view text : kEnglish)
        sum.add(std::string(text) + '\0');
    return sum.value();
}

std::string inEnglish(const Phrase& phrase)
{
    if (phrase.id == PhraseId::Verbatim)
        return phrase.text;
    const std::string_view form = englishText(phrase.id);
    std::string english;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool mayBeArgument = form[i] == '%' && i + 1 < form.size();
        const auto number =
            mayBeArgument ? static_cast<std::size_t>(form[i + 1] - '1') : phrase.arguments.size();
        if (number < phrase.arguments.size()) {
            english += inEnglish(phrase.arguments[number]);
            ++i;
        } else {
            english += form[i];
        }
    }
    return english;
}

std::string asSentence(const Phrase& phrase)
{
    std::string english = inEnglish(phrase);
    if (!english.empty())
        english.front() = upperAscii(english.front());
    return english + ".";
}

} // namespace duologue
