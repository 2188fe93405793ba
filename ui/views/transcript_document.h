// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/decoded_record.h"
#include "ui/views/transcript_columns.h"
#include "ui/views/transcript_style.h"

#include <QTextBlock>
#include <QTextDocument>
#include <memory>
#include <set>

namespace duologue::ui {

/// What the reader has unfolded.
struct TranscriptFolds {
    bool context = false;
    /// Messages whose earlier translation is shown, or whose very long text is shown whole.
    std::set<int> earlier;
    std::set<int> whole;
};

/// A record as a text document: context, messages, candidates. Each message is a head and one row of a table
/// whose columns are the languages; each row is a table of its own, because Qt lays out a table as a unit and
/// would otherwise lay out all messages whenever one changes. It is filled in pieces: create() writes what
/// stands above the messages, writeMore() the rest. GUI thread.
class TranscriptDocument {
public:
    struct Source {
        DecodedRecordPtr record;
        std::uint64_t recordOffset = 0;
        QString fileName;
    };

    /// The document belongs to `parent`, which answers for its resources.
    TranscriptDocument(Source source, TranscriptStyle style, LanguageMode mode, bool sideBySide,
                       TranscriptFolds folds, QObject* parent);
    ~TranscriptDocument();
    TranscriptDocument(const TranscriptDocument&) = delete;
    TranscriptDocument& operator=(const TranscriptDocument&) = delete;

    QTextDocument* document() const { return m_document.get(); }
    const Conversation& conversation() const { return m_source.record->conversation; }
    const TranscriptStyle& style() const { return m_style; }
    const TranscriptColumns& columns() const { return m_columns; }
    const TranscriptFolds& folds() const { return m_folds; }

    /// Writes messages until about so many characters are written. False when everything is there.
    bool writeMore(std::size_t characters);
    bool isComplete() const { return m_complete; }
    int messagesWritten() const { return static_cast<int>(m_messages.size()); }

    void toggleContext();
    void toggleEarlier(int message);
    void showWhole(int message);

    /// The message to which a position belongs (its head included), -1 for none.
    int messageAt(int position) const;
    /// Index into columns().shown of the text at a position, -1 where it is in no message's text.
    int columnAt(int position) const;
    /// The cell of a message's text.
    QTextTableCell cell(int message, int column) const;

    // In document coordinates, laying out as much as it needs:
    /// Head and texts.
    QRectF messageRect(int message) const;
    QRectF textRect(int message, int column) const;
    /// Empty where no memo is shown.
    QRectF memoRect(int message) const;
    /// Empty where there is no context.
    QRectF contextRect() const;

private:
    void writeAbove();
    void writeMessage(int message);
    /// False where there is none worth showing.
    bool writeMemo(QTextCursor& cursor, const Message& message);
    void fillCell(int message, int column);
    void writeEarlier(QTextCursor& cursor, int message, const std::vector<Text>& texts);
    QTextBlock headBlock(int message) const;
    QRectF cellRect(const QTextTableCell& cell) const;
    QTextCursor end() const;

    Source m_source;
    TranscriptStyle m_style;
    LanguageMode m_mode;
    bool m_sideBySide;
    TranscriptFolds m_folds;
    TranscriptColumns m_columns;
    std::unique_ptr<QTextDocument> m_document;
    QTextTable* m_context = nullptr;
    /// Where the first head begins.
    QTextCursor m_firstHead;
    std::vector<QTextTable*> m_messages;
    bool m_complete = false;
};

} // namespace duologue::ui
