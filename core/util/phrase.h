// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// An English text that the window shows in its own language. It stands for the text itself; lupdate finds it
/// in the source (packaging/translations.sh), and the window looks its translation up under the context.
#define DUOLOGUE_TEXT(context, text) text

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace duologue {

/// Defined in phrase_id.h.
enum class PhraseId : std::uint16_t;

/// What core says to people, as a value: an entry of the catalogue in phrases.inc and the arguments that
/// replace its %1, %2, %3. An argument is a phrase, too: most are verbatim, some come from the catalogue. The
/// command line prints it in English (inEnglish()), the window in its own language.
struct Phrase {
    Phrase() = default;

    /// Texts and whole numbers become verbatim arguments.
    template<typename... Arguments>
    Phrase(PhraseId phrase, Arguments&&... all) : id(phrase)
    {
        arguments.reserve(sizeof...(all));
        (arguments.push_back(argument(std::forward<Arguments>(all))), ...);
    }

    /// A text that nobody translates.
    static Phrase verbatim(std::string text);

    /// Nothing is said.
    bool empty() const { return id == PhraseId{} && text.empty(); }
    bool operator==(const Phrase&) const = default;

    PhraseId id{};
    /// Only of a verbatim phrase. UTF-8.
    std::string text;
    std::vector<Phrase> arguments;

private:
    static Phrase argument(Phrase phrase) { return phrase; }
    static Phrase argument(PhraseId phrase) { return Phrase(phrase); }
    static Phrase argument(std::string_view text) { return verbatim(std::string(text)); }
    static Phrase argument(char character) { return verbatim(std::string(1, character)); }
    template<typename Number>
    static std::enable_if_t<std::is_integral_v<Number>, Phrase> argument(Number number)
    {
        return verbatim(std::to_string(number));
    }
};

/// The text of the catalogue with its %1, %2, %3. Empty for PhraseId::Verbatim. Ends with a null character.
std::string_view englishText(PhraseId id);

/// Of the catalogue: it changes when a phrase comes, goes or changes. An index keeps the numbers of phrases,
/// and is good for one catalogue.
std::uint64_t phrasesChecksum();

/// "expected text, found a list"
std::string inEnglish(const Phrase& phrase);

/// The same as a sentence: with a capital letter and a full stop.
std::string asSentence(const Phrase& phrase);

} // namespace duologue
