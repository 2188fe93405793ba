// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/transcript_columns.h"

#include "ui/models/words/message_words.h"

#include <QCoreApplication>
#include <algorithm>

namespace duologue::ui {

namespace {

struct TranscriptColumnsWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptColumns)
};

struct Languages {
    bool chinese = false;
    bool english = false;
    bool other = false;
    bool pair = false;
    int untranslated = 0;

    int count() const { return int{chinese} + int{english} + int{other}; }
};

Languages languagesOf(const Conversation& conversation)
{
    Languages found;
    for (const Message& message : conversation.messages) {
        bool chinese = false;
        bool notChinese = false;
        for (const Text& text : conversation.textsOf(message.texts)) {
            if (text.earlier || text.text.empty())
                continue;
            (text.language == Language::Chinese ? chinese : notChinese) = true;
            found.english = found.english || text.language == Language::English;
            found.other =
                found.other || (text.language != Language::English && text.language != Language::Chinese);
        }
        found.chinese = found.chinese || chinese;
        found.pair = found.pair || (chinese && notChinese);
        found.untranslated += chinese != notChinese ? 1 : 0;
    }
    return found;
}

QString onlyLanguage(const Languages& found)
{
    if (found.chinese)
        return TranscriptColumnsWords::tr("This conversation is in Chinese only.");
    return found.other ? TranscriptColumnsWords::tr("This conversation is in one language only.")
                       : TranscriptColumnsWords::tr("This conversation is in English only.");
}

} // namespace

TranscriptColumns columnsOf(const Conversation& conversation, LanguageMode mode)
{
    const Languages found = languagesOf(conversation);
    TranscriptColumns columns;
    if (!found.pair) {
        columns.shown = {found.count() != 1 ? TextColumn::AsWritten
                         : found.chinese    ? TextColumn::Chinese
                                            : TextColumn::English};
        if (found.count() == 1)
            columns.notice = onlyLanguage(found);
        else if (found.count() > 1)
            columns.notice = TranscriptColumnsWords::tr("No message of this conversation has a translation.");
        return columns;
    }
    if (mode != LanguageMode::Chinese)
        columns.shown.push_back(TextColumn::English);
    if (mode != LanguageMode::English)
        columns.shown.push_back(TextColumn::Chinese);
    if (found.untranslated > 0)
        columns.notice = TranscriptColumnsWords::tr("Messages without a translation: %1 of %2.")
                             .arg(found.untranslated)
                             .arg(conversation.messages.size());
    return columns;
}

std::vector<ColumnText> textsIn(const Conversation& conversation, Slice texts, TextColumn column,
                                bool earlier)
{
    std::vector<ColumnText> chosen;
    for (std::uint32_t index = texts.begin; index < texts.end; ++index) {
        const Text& text = conversation.texts[index];
        const bool chinese = text.language == Language::Chinese;
        const bool fits = column == TextColumn::AsWritten || chinese == (column == TextColumn::Chinese);
        if (fits && text.earlier == earlier && !text.text.empty())
            chosen.push_back({text, index});
    }
    return chosen;
}

Language fontLanguage(const Text& text)
{
    return text.language == Language::Chinese ? Language::Chinese : Language::English;
}

} // namespace duologue::ui
