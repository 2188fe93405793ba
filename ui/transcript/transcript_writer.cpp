// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_writer.h"
#include "core/util/sentences.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>

namespace duologue::ui {

namespace {

struct TranscriptColumnsWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptColumns)
};

struct ShownLanguages {
    std::bitset<kLanguageCount> all;
    int untranslated = 0;

    bool areLatin() const
    {
        std::bitset<kLanguageCount> others = all;
        others.reset(static_cast<std::size_t>(Language::English));
        others.reset(static_cast<std::size_t>(Language::Other));
        return others.none();
    }

    Language only() const
    {
        std::size_t language = 0;
        while (language + 1 < all.size() && !all[language])
            ++language;
        return static_cast<Language>(language);
    }
};

ShownLanguages languagesOf(const Conversation& conversation)
{
    ShownLanguages found;
    for (const Message& message : conversation.messages) {
        int texts = 0;
        for (const Text& text : conversation.textsOf(message.texts)) {
            if (text.earlier || text.text.empty())
                continue;
            ++texts;
            if (text.language != Language::Undetermined)
                found.all.set(static_cast<std::size_t>(text.language));
        }
        found.untranslated += texts == 1 ? 1 : 0;
    }
    return found;
}

std::vector<std::string_view> wordsOf(std::string_view text)
{
    constexpr std::string_view kSpaces = " \t\r\n";
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(kSpaces); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(kSpaces, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(kSpaces, end);
    }
    return words;
}

bool hasLatinLetter(std::string_view word)
{
    return std::any_of(word.begin(), word.end(), [](char c) {
        const char lower = static_cast<char>(c | ' ');
        return lower >= 'a' && lower <= 'z';
    });
}

/// Whether a text in Latin letters has a word in others, or a text in others a sentence in Latin letters: its
/// language is only the one that prevails. A name or two in Latin letters is usual everywhere.
bool hasOtherScript(std::string_view text)
{
    constexpr std::ptrdiff_t kWordsOfSentence = 3;
    const auto isAscii = [](char c) { return (c & '\x80') == 0; };
    if (std::all_of(text.begin(), text.end(), isAscii))
        return false;
    if (scriptOf(text) == Script::Latin) {
        const std::vector<std::string_view> words = wordsOf(text);
        return std::any_of(words.begin(), words.end(),
                           [](std::string_view word) { return scriptOf(word) != Script::Latin; });
    }
    const std::vector<Sentence> sentences = sentencesOf(text);
    return std::any_of(sentences.begin(), sentences.end(), [text](const Sentence& each) {
        const std::string_view sentence = text.substr(each.begin, each.end - each.begin);
        if (scriptOf(sentence) != Script::Latin)
            return false;
        const std::vector<std::string_view> words = wordsOf(sentence);
        return std::count_if(words.begin(), words.end(), hasLatinLetter) >= kWordsOfSentence;
    });
}

bool isMixed(const Conversation& conversation)
{
    for (const Message& message : conversation.messages) {
        for (const Text& text : conversation.textsOf(message.texts)) {
            if (!text.earlier && hasOtherScript(text.text))
                return true;
        }
    }
    return false;
}

QString onlyLanguage(Language language)
{
    if (language == Language::Other)
        return TranscriptColumnsWords::tr("This conversation is in one language only.");
    return TranscriptColumnsWords::tr("This conversation is in %1 only.").arg(languageWord(language));
}

} // namespace

TranscriptColumns columnsOf(const Conversation& conversation, LanguageMode mode)
{
    const ShownLanguages found = languagesOf(conversation);
    TranscriptColumns columns;
    columns.languages = languagePairOf(conversation);
    if (!columns.languages.isUsed) {
        columns.shown = {TextColumn::AsWritten};
        if (found.all.count() == 1)
            columns.notice = isMixed(conversation) ? QString() : onlyLanguage(found.only());
        else if (found.all.count() > 1 && !found.areLatin())
            columns.notice = TranscriptColumnsWords::tr("No message of this conversation has a translation.");
        return columns;
    }
    if (mode != LanguageMode::Second)
        columns.shown.push_back(TextColumn::First);
    if (mode != LanguageMode::First)
        columns.shown.push_back(TextColumn::Second);
    if (found.untranslated > 0)
        columns.notice = TranscriptColumnsWords::tr("Messages without a translation: %1 of %2.")
                             .arg(found.untranslated)
                             .arg(conversation.messages.size());
    return columns;
}

double firstShareOf(const Conversation& conversation, const TranscriptColumns& columns)
{
    constexpr double kEqual = 0.5;
    constexpr double kLeast = 0.3;
    constexpr double kMost = 0.7;
    constexpr double kStep = 0.02;
    if (columns.shown.size() != 2)
        return kEqual;
    // A character of Chinese is about twice as wide as a Latin letter.
    std::array<double, 2> widths{0, 0};
    for (const Message& message : conversation.messages) {
        std::array<double, 2> own{0, 0};
        for (std::uint32_t i = message.texts.begin; i < message.texts.end; ++i) {
            const Text& text = conversation.texts[i];
            if (text.earlier)
                continue;
            const bool isWide = isChinese(text.language) || text.language == Language::Japanese ||
                                text.language == Language::Korean;
            own.at(isSecond(conversation, message.texts, i, columns.languages) ? 1 : 0) +=
                static_cast<double>(characterCount(text.text)) * (isWide ? 2 : 1);
        }
        // A message without a translation says nothing about how long translations are.
        if (own[0] > 0 && own[1] > 0) {
            widths[0] += own[0];
            widths[1] += own[1];
        }
    }
    if (widths[0] + widths[1] == 0)
        return kEqual;
    const double share = widths[0] / (widths[0] + widths[1]);
    return std::clamp(std::round(share / kStep) * kStep, kLeast, kMost);
}

std::vector<ColumnText> textsIn(const Conversation& conversation, Slice texts, TextColumn column,
                                const LanguagePair& languages, bool earlier)
{
    std::vector<ColumnText> chosen;
    for (std::uint32_t index = texts.begin; index < texts.end; ++index) {
        const Text& text = conversation.texts[index];
        const bool fits = column == TextColumn::AsWritten ||
                          isSecond(conversation, texts, index, languages) == (column == TextColumn::Second);
        if (fits && text.earlier == earlier && !text.text.empty())
            chosen.push_back({text, index});
    }
    return chosen;
}

Language fontLanguage(const Text& text)
{
    return isChinese(text.language) ? Language::Chinese : Language::English;
}

} // namespace duologue::ui
