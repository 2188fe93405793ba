// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"
#include "ui/models/record/candidate_differences.h"
#include "ui/views/transcript/message_text.h"
#include "ui/views/transcript/transcript_mode.h"
#include "ui/views/transcript/transcript_style.h"

#include <QTextBlock>
#include <QTextDocument>
#include <memory>

namespace duologue::ui {

/// Where a text of the conversation stands.
struct ShownPlace {
    /// -1: not in a message.
    int message = -1;
    /// Null where it is not written.
    const QTextTable* table = nullptr;
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

    /// The document is nobody's child: a view that is being shown must not lose a child.
    TranscriptDocument(Source source, TranscriptStyle style, const TranscriptMode& mode,
                       TranscriptFolds folds);
    ~TranscriptDocument();
    TranscriptDocument(const TranscriptDocument&) = delete;
    TranscriptDocument& operator=(const TranscriptDocument&) = delete;

    QTextDocument* document() const { return m_document.get(); }
    const Conversation& conversation() const { return m_source.record->conversation; }
    const TranscriptStyle& style() const { return m_style; }
    const TranscriptColumns& columns() const { return m_columns; }
    const TranscriptMode& mode() const { return m_mode; }
    const TranscriptFolds& folds() const { return m_folds; }

    /// Writes messages until about so many characters are written. False when everything is there.
    bool writeMore(std::size_t characters);
    bool isComplete() const { return m_complete; }
    int messagesWritten() const { return static_cast<int>(m_messages.size()); }

    void toggleContext();
    void toggleEarlier(int message);
    void toggleThought(std::uint32_t text);
    /// More of a very long text, of what stands before the part that is shown or behind it; what is far from
    /// there is folded away again.
    void showMore(std::uint32_t text, bool before);
    /// Unfolds what hides a byte of a text.
    void reveal(std::uint32_t text, std::size_t byte);
    /// Marks what differs between the candidates.
    void setDifferences(CandidateDifferencesPtr differences);
    const CandidateDifferencesPtr& differences() const { return m_differences; }

    /// The message to which a position belongs (its head included), -1 for none.
    int messageAt(int position) const;
    /// Index into columns().shown of the text at a position, -1 where it is in no message's text.
    int columnAt(int position) const;
    /// The cell of a message's text.
    QTextTableCell cell(int message, int column) const;

    ShownPlace placeOfText(std::uint32_t text) const;
    /// The part of a text that is shown.
    TextWindow window(std::uint32_t text) const;
    /// Where in the document a byte of a text stands, near it where Markdown hides some; -1 where it is
    /// folded away.
    int positionOf(std::uint32_t text, std::size_t byte) const;
    /// A byte of a text that is folded away.
    bool hides(std::uint32_t text, std::size_t byte) const;
    /// The memo of a message, whose lines end with line separators; invalid where none is shown.
    QTextBlock memoBlock(int message) const;
    const QTextTable* table(int message) const { return m_messages.at(static_cast<std::size_t>(message)); }
    const QTextTable* context() const { return m_context; }
    /// Null where there are none, or they are not written yet.
    const QTextTable* candidates() const { return m_candidates; }
    /// The exchange that a message belongs to, 0 for none.
    int turnOf(int message) const { return m_turns.at(static_cast<std::size_t>(message)); }

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
    void writeLong(QTextCursor& cursor, const std::vector<ColumnText>& texts, const TextLook& look);
    void writeEarlier(QTextCursor& cursor, int message, const std::vector<ColumnText>& texts,
                      const TextDiff& diff);
    void writeCandidatesAtEnd();
    void rewriteCandidates();
    void rewriteMessage(int message);
    void rewriteText(std::uint32_t text);
    QTextBlock headBlock(int message) const;
    QRectF cellRect(const QTextTableCell& cell) const;
    QTextCursor end() const;

    Source m_source;
    TranscriptStyle m_style;
    TranscriptMode m_mode;
    TranscriptFolds m_folds;
    TranscriptColumns m_columns;
    std::unique_ptr<QTextDocument> m_document;
    QTextTable* m_context = nullptr;
    /// Where the first head begins.
    QTextCursor m_firstHead;
    std::vector<QTextTable*> m_messages;
    std::vector<int> m_turns;
    CandidateDifferencesPtr m_differences;
    QTextTable* m_candidates = nullptr;
    int m_candidatesBegin = 0;
    bool m_complete = false;
};

} // namespace duologue::ui
