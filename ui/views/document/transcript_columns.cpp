// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document/transcript_columns.h"

#include <QCoreApplication>
#include <bitset>

namespace duologue::ui {

namespace {

struct TranscriptColumnsWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptColumns)
};

struct ShownLanguages {
    std::bitset<kLanguageCount> all;
    int untranslated = 0;

    /// Short texts of another language in Latin letters count as English.
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
            found.all.set(static_cast<std::size_t>(text.language));
        }
        found.untranslated += texts == 1 ? 1 : 0;
    }
    return found;
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
            columns.notice = onlyLanguage(found.only());
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
