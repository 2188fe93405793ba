// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "ui/views/document/transcript_mode.h"
#include "ui/views/document/transcript_style.h"

namespace duologue::ui {

/// What the functions need that write the parts of a transcript: a position in the document, the
/// conversation, and how it is shown. A short-lived object: the references belong to the TranscriptDocument.
struct TranscriptWriter {
    QTextCursor cursor;
    const Conversation& conversation;
    const TranscriptMode& mode;
    const TranscriptFolds& folds;
    const TranscriptStyle& style;
    LanguagePair languages;
    /// Of the conversation's messages.
    const std::vector<PictureName>& pictures;

    /// The same writer at another position, for example in a cell.
    TranscriptWriter at(const QTextCursor& other) const
    {
        return {other, conversation, mode, folds, style, languages, pictures};
    }
    /// Inserts a text verbatim.
    void insert(const QString& text, const QTextCharFormat& format) { insertVerbatim(cursor, text, format); }
    /// Words of the program, which are not copied with those of the data.
    void insertOwn(const QString& text)
    {
        QTextCharFormat format = style.label(style.colors.dim);
        format.setProperty(kOwnWords, kLeftOut);
        insert(text, format);
    }
    std::uint32_t indexOf(const Part& part) const
    {
        return static_cast<std::uint32_t>(&part - conversation.parts.data());
    }
    /// Whether a part is shown whole, which is usually open or closed at first.
    bool isOpen(const Part& part, bool isUsual) const
    {
        return (mode.onPaper || mode.stepsOpen || isUsual) != folds.parts.contains(indexOf(part));
    }
    /// A link that opens or closes a part; closed, it stands for what the part says.
    void insertFold(const Part& part, bool isOpen, const QString& text)
    {
        if (mode.onPaper) {
            insertOwn(text);
            return;
        }
        QTextCharFormat link = style.link(QStringLiteral("part/%1").arg(indexOf(part)));
        if (!isOpen)
            link.setProperty(kFoldedPart, static_cast<int>(indexOf(part)));
        insert((isOpen ? QStringLiteral("▾ ") : QStringLiteral("▸ ")) + text, link);
    }
    void insertDim(const QString& text) { insert(text, style.label(style.colors.dim)); }
    void insertLink(const QString& text, const QString& action) { insert(text, style.link(action)); }
    /// The same for a link that stands for `folded`, a part of a text of the conversation.
    void insertLink(const QString& text, const QString& action, std::uint32_t index, std::string_view folded)
    {
        QTextCharFormat link = style.link(action);
        const auto begin = folded.data() - conversation.texts.at(index).text.data();
        link.setProperty(kFoldedText, static_cast<int>(index));
        link.setProperty(kFoldedBegin, static_cast<int>(begin));
        link.setProperty(kFoldedEnd, static_cast<int>(begin + static_cast<std::ptrdiff_t>(folded.size())));
        insert(text, link);
    }
};

} // namespace duologue::ui
