// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "ui/transcript/call_text.h"
#include "ui/transcript/pictures.h"
#include "ui/transcript/transcript_style.h"

#include <QString>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace duologue::ui {

/// The languages to show, of the two that a conversation has.
enum class LanguageMode { Both, First, Second };

/// A column of the transcript. First contains all texts that are not in the second language, so that none is
/// left out; AsWritten has every message in its own language.
enum class TextColumn { First, Second, AsWritten };

/// A text with its index in Conversation::texts.
struct ColumnText : Text {
    std::uint32_t index = 0;
};

/// The columns of a conversation, chosen so that none stays empty.
struct TranscriptColumns {
    LanguagePair languages;
    std::vector<TextColumn> shown;
    /// A note for the reader: the only language there is, or the number of missing translations. May be
    /// empty.
    QString notice;
};

/// The part of the width that the first column needs, so that both columns become about equally high; 0.5
/// unless there are two.
double firstShareOf(const Conversation& conversation, const TranscriptColumns& columns);

TranscriptColumns columnsOf(const Conversation& conversation, LanguageMode mode);

/// The texts of a column, the current or the earlier wordings, in file order.
std::vector<ColumnText> textsIn(const Conversation& conversation, Slice texts, TextColumn column,
                                const LanguagePair& languages, bool earlier);

/// The language that determines the font of a text.
Language fontLanguage(const Text& text);

/// How texts are shown.
struct TranscriptMode {
    LanguageMode languages = LanguageMode::Both;
    /// Languages and candidates side by side, if the view is wide enough.
    bool sideBySide = true;
    /// The maximum number of candidates in one row.
    int candidateColumns = 2;
    /// The context is shown whole, not as one line.
    bool isContextOpen = false;
    /// The part of the width that the first of two columns has; 0 to share it by the lengths of the texts.
    double firstShare = 0;
    /// Markdown is rendered.
    bool markdown = false;
    /// Invisible characters are shown by their code points.
    bool invisible = false;
    /// Differences between candidates are marked, common text is dimmed.
    bool differences = true;
    /// What tools are given and return, reasoning and system prompts are shown whole at first.
    bool stepsOpen = false;
    /// For paper: without links.
    bool onPaper = false;
    /// Which candidate the data prefer, and what they say of them, is hidden from a reader who has yet to
    /// judge.
    bool blind = false;

    bool operator==(const TranscriptMode&) const = default;
};

/// The shown part of a very long text, in bytes.
struct TextWindow {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// What the reader has unfolded. Texts are identified by their index in Conversation::texts.
struct TranscriptFolds {
    bool context = false;
    /// The first candidate that is shown, of very many.
    std::size_t firstCandidate = 0;
    /// Messages whose earlier translation is shown.
    std::set<int> earlier;
    /// Thoughts that are shown.
    std::set<std::uint32_t> thoughts;
    /// Parts, as indexes into Conversation::parts, that are open although they are closed at first, or the
    /// other way round.
    std::set<std::uint32_t> parts;
    /// The shown parts of texts that are very long or are folded at first, if they are not the first ones.
    std::map<std::uint32_t, TextWindow> windows;
    /// Pictures that are shown, by their index in picturesOf(); those that are still being read have neither
    /// an image nor a failure.
    std::map<std::size_t, ReadPicture> pictures;
};

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
