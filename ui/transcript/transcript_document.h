// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/load/record_reader.h"
#include "ui/app/intent_codes.h"
#include "ui/transcript/comparison_view.h"
#include "ui/transcript/message_text.h"
#include "ui/transcript/transcript_style.h"
#include "ui/transcript/transcript_writer.h"

#include <QStringList>
#include <QTextBlock>
#include <QTextDocument>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace duologue::ui {

/// Where a text of the conversation is shown.
struct TextLocation {
    /// -1 if it belongs to no message.
    int message = -1;
    /// Null if it is not written yet.
    const QTextTable* table = nullptr;
};

/// The parts of a text that are not folded away, in order.
struct ShownParts {
    std::vector<TextWindow> parts;

    bool contains(std::size_t byte) const
    {
        const auto after = std::ranges::upper_bound(parts, byte, {}, &TextWindow::begin);
        return after != parts.begin() && byte < (after - 1)->end;
    }
};

/// A record as a text document: context, messages, candidates. Each message is a head and a table of one row
/// whose columns are the languages. Each message has its own table because Qt lays out a table as a unit: in
/// a common table, one change would lay out all messages again. The constructor writes what is above the
/// messages, writeMore() the rest in pieces. GUI thread.
class TranscriptDocument {
public:
    struct Source {
        DecodedRecordPtr record;
        std::uint64_t recordOffset = 0;
        QString fileName;
        /// Where the files that it names are looked for; empty if it is in a packed file.
        QStringList folders = {};
        /// What stands above everything on paper: the first line large. Empty for none.
        QStringList title = {};
        /// Those of its dataset.
        IntentCodes intents = {};
        /// What checks and readers say of messages, by the index of the message.
        std::map<int, MessageNotes> notes = {};
        /// Others of its dataset have translations, so that a lack of them is worth a line.
        bool isInTranslatedDataset = true;
    };

    /// The closed context fits into one line of the page width, if that is not 0.
    /// The QTextDocument has no parent: a view must not lose a child while it is being shown.
    /// Writing begins at the message `first`; those before it follow when the others are written.
    TranscriptDocument(Source source, TranscriptStyle style, const TranscriptMode& mode,
                       TranscriptFolds folds, double pageWidth = 0, int first = 0);
    ~TranscriptDocument();
    TranscriptDocument(const TranscriptDocument&) = delete;
    TranscriptDocument& operator=(const TranscriptDocument&) = delete;

    QTextDocument* document() const { return m_document.get(); }
    const Conversation& conversation() const { return m_source.record->conversation; }
    const TranscriptStyle& style() const { return m_style; }
    const IntentCodes& intents() const { return m_source.intents; }
    /// What checks and readers say of a message.
    MessageNotes notesOn(int message) const;
    const TranscriptColumns& columns() const { return m_columns; }
    const TranscriptMode& mode() const { return m_mode; }
    const TranscriptFolds& folds() const { return m_folds; }

    /// Writes messages until about so many characters are written: down to the end of the conversation, then
    /// up to its beginning. False if nothing is left to write.
    bool writeMore(std::size_t characters);
    bool isComplete() const { return m_hasEnd && m_firstWritten == 0; }
    /// The last message is written, and what comes after it.
    bool hasEnd() const { return m_hasEnd; }
    /// The messages that are written are neighbours: from the first one to before the end.
    int firstWritten() const { return m_firstWritten; }
    int endWritten() const { return m_endWritten; }
    int messagesWritten() const { return m_endWritten - m_firstWritten; }
    bool isWritten(int message) const { return message >= m_firstWritten && message < m_endWritten; }

    void toggleContext();
    /// The context that is closed fits into one line of a page of this width.
    void setPageWidth(double width);
    void toggleEarlier(int message);
    void toggleThought(std::uint32_t text);
    /// Opens or closes a part of a message, as an index into Conversation::parts.
    void togglePart(std::uint32_t part);
    /// Shows only the first lines of a text again.
    void foldText(std::uint32_t text);
    /// Opens or closes what a step says: the calls and reasoning of a message and the results that follow it.
    void openStep(int message, bool isOpen);
    /// The text has lines that are folded at first: what a tool returned, or a system prompt.
    bool isFoldedText(std::uint32_t text) const;
    const std::vector<PictureName>& pictures() const { return m_pictures; }
    /// Shows a picture below the text of its message, or why it cannot be shown. Without either, it says that
    /// the picture is being read.
    void showPicture(std::size_t picture, ReadPicture read);
    void hidePicture(std::size_t picture);
    /// Shows more of a very long text, before or after the part that is shown. The far end is folded away.
    void showMore(std::uint32_t text, bool before);
    /// Shows other candidates of very many: those before or after the ones that are shown.
    void showCandidates(bool before);
    /// Unfolds the part of a text that contains a byte.
    void reveal(std::uint32_t text, std::size_t byte);
    /// Marks the differences between the candidates.
    void setDifferences(CandidateDifferencesPtr differences);
    const CandidateDifferencesPtr& differences() const { return m_differences; }

    /// The message that contains a position, in its head or texts; -1 for none.
    int messageAt(int position) const;
    /// The index into columns().shown of the text at a position, -1 outside the texts of messages.
    int columnAt(int position) const;
    /// The cell of a message's text.
    QTextTableCell cell(int message, int column) const;

    TextLocation locate(std::uint32_t text) const;
    /// The part of a text that is shown.
    TextWindow window(std::uint32_t text) const;
    /// The position of a byte of a text in the document, or one near it where Markdown hides characters; -1
    /// if it is folded away.
    int positionOf(std::uint32_t text, std::size_t byte) const;
    /// Of a text, what is not folded away.
    ShownParts shownParts(std::uint32_t text) const;
    /// True if a byte of a text is folded away.
    bool hides(std::uint32_t text, std::size_t byte) const;
    /// The memo of a message; its lines end with line separators. Invalid if none is shown.
    QTextBlock memoBlock(int message) const;
    const QTextTable* table(int message) const { return m_messages.at(static_cast<std::size_t>(message)); }
    const QTextTable* context() const { return m_context; }
    /// Null if there are none or they are not written yet.
    const QTextTable* candidates() const { return m_candidates; }
    /// The turn that a message belongs to, 0 for none.
    int turnOf(int message) const { return m_turns.at(static_cast<std::size_t>(message)); }

    // In document coordinates. These lay out the document as far as they need it.
    /// Head and texts.
    QRectF messageRect(int message) const;
    QRectF textRect(int message, int column) const;
    /// Empty if no memo is shown.
    QRectF memoRect(int message) const;
    /// Empty if there is no context.
    QRectF contextRect() const;
    /// The candidates of one row are equally high. Empty if it is not written yet.
    QRectF candidateRect(int candidate) const;

private:
    TranscriptWriter writerAt(const QTextCursor& cursor) const;
    void writeAbove();
    void writeMessage(int message, TranscriptWriter& writer);
    void writeBefore(std::size_t characters);
    void fillCell(int message, int column);
    /// Writes only the window that is shown of very long texts.
    void writeWindows(TranscriptWriter& writer, const std::vector<ColumnText>& texts,
                      const TextLook& look) const;
    bool writeInPieces(TranscriptWriter& writer, const std::vector<ColumnText>& texts, const TextLook& look,
                       const std::vector<const Part*>& parts) const;
    void writeCandidatesAtEnd();
    void rewriteCandidates();
    void rewriteMessage(int message);
    void rewriteText(std::uint32_t text);
    /// Of a text that is not opened, how much is shown.
    std::size_t usualSize(std::uint32_t text) const;
    std::size_t sizeOf(const Message& message) const;
    bool isResult(std::size_t message) const;
    QTextBlock headBlock(int message) const;
    QRectF cellRect(const QTextTableCell& cell) const;
    bool isInClosedContext(std::uint32_t text) const;
    /// The candidate that has a text, if it is one of those that are not shown.
    std::optional<std::size_t> hiddenCandidate(std::uint32_t text) const;
    QTextCursor end() const;
    void rewriteContext();
    /// The columns of messages.
    ColumnLayout messageLayout() const;

    Source m_source;
    TranscriptStyle m_style;
    TranscriptMode m_mode;
    TranscriptFolds m_folds;
    TranscriptColumns m_columns;
    std::vector<PictureName> m_pictures;
    std::unique_ptr<QTextDocument> m_document;
    QTextTable* m_context = nullptr;
    double m_pageWidth = 0;
    /// At the beginning of the first head.
    QTextCursor m_firstHead;
    /// Null for messages that are not written.
    std::vector<QTextTable*> m_messages;
    int m_firstWritten = 0;
    int m_endWritten = 0;
    std::vector<int> m_turns;
    CandidateDifferencesPtr m_differences;
    QTextTable* m_candidates = nullptr;
    /// Moves with what is unfolded before it.
    QTextCursor m_candidatesBegin;
    bool m_hasEnd = false;
};

} // namespace duologue::ui
