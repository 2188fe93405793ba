// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"
#include "core/marks/mark.h"
#include "core/util/sentences.h"
#include "ui/app/tasks.h"
#include "ui/transcript/shown_text.h"

#include <QObject>
#include <QStringList>
#include <QTextCursor>
#include <QTextEdit>
#include <QTimer>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

class QPoint;

namespace duologue::ui {

class DatasetMarks;
class TranscriptView;
class Workspace;

/// What readers say of whole messages of a record, by the index of the message: their verdicts, or that there
/// is a note. Without what is hidden from this reader until they have judged.
std::map<int, QStringList> markedMessages(const DatasetMarks& marks, Row row);

/// Underlines the words that checks have found something in, and those that readers have marked, in the
/// messages that are visible; the tool tip of a mark says who has made it and what it says. Owned by the
/// view. GUI thread.
class TextUnderlines : public QObject {
    Q_OBJECT

public:
    TextUnderlines(TranscriptView& view, Workspace& workspace);

    /// What readers say of the words at a point of the viewport, as rich text; empty if nothing.
    QString toolTipAt(const QPoint& point) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A part of a text, in bytes.
    struct Underline {
        std::uint32_t text = 0;
        std::size_t begin = 0;
        std::size_t end = 0;
        /// What a reader says of it; empty for what a check has found.
        QString said;
    };
    struct Tip {
        QTextCursor words;
        QString said;
    };

    void collect();
    void collectFindings(const DecodedRecord& record);
    void collectMarks(const DecodedRecord& record);
    void addSpan(const Conversation& conversation, const MarkTarget& on, bool isOther, const QString& said);
    void refresh();

    TranscriptView& m_view;
    Workspace& m_workspace;
    std::vector<Underline> m_underlines;
    /// Of marks that are underlined.
    std::vector<Tip> m_tips;
    QTimer m_refresh;
    bool m_areShown = false;
};

/// Marks a sentence under the pointer together with its translation in the other column, where their
/// alignment is certain. A worker aligns the sentences of one message at a time. Owned by the view. GUI
/// thread.
class SentenceMarks : public QObject {
    Q_OBJECT

public:
    explicit SentenceMarks(TranscriptView& view);

    /// The pointer is there, in viewport coordinates.
    void follow(const QPoint& point);
    /// To the next pair of the current message (1) or the one before it (-1).
    void step(int by);
    /// The texts that are marked, one for each column; empty if none are.
    std::array<QString, 2> marked() const;

private:
    struct Aligned {
        std::vector<SentencePair> pairs;
    };

    void align(int message);
    void markUnder(int position, int column);
    void mark(int pair);
    void clear();

    TranscriptView& m_view;
    LatestTask<Aligned> m_task;
    /// The message whose sentences are aligned or being aligned, -1 for none.
    int m_message = -1;
    std::array<ShownText, 2> m_texts;
    /// Only those that are certain.
    std::vector<SentencePair> m_pairs;
    int m_marked = -1;
    /// What to do when the sentences are aligned: the pair at a position of a column, or a step.
    int m_position = -1;
    int m_column = 0;
    int m_step = 0;
};

class TranscriptDocument;

/// A place in a conversation that stays the same when its text is laid out again: in another width, size or
/// language, with Markdown or without. A value.
struct ReadingPlace {
    /// -1 for a text of the context or a candidate.
    int message = -1;
    /// Index into Conversation::texts of the line at the place; -1 for the head of the message.
    int text = -1;
    /// The letters and digits of that text before the line: Markdown hides and adds only other characters.
    int letters = 0;
    /// The same as a part of all its letters, for a view that does not show the text.
    double share = 0;
    /// The distance from the top of the view to the line or head, in pixels.
    double top = 0;
    /// The end of the conversation, whatever the others are.
    bool isEnd = false;

    static ReadingPlace headOf(int message, double top)
    {
        ReadingPlace place;
        place.message = message;
        place.top = top;
        return place;
    }
    static ReadingPlace end()
    {
        ReadingPlace place;
        place.isEnd = true;
        return place;
    }
};

/// The place of a text of a message that comes after `before` in it, so far from the top of the view. -1 as
/// in ReadingPlace::message.
ReadingPlace placeAfter(std::string_view before, std::uint32_t text, int message, double top);

/// The place that is at `y` (in document coordinates) where the view's top is; empty above the first text.
std::optional<ReadingPlace> placeAt(const TranscriptDocument& transcript, double y);

/// The y, in document coordinates, to which a view scrolls to show the place; empty if it is not written yet.
std::optional<double> scrollPositionOf(const TranscriptDocument& transcript, const ReadingPlace& place);

/// How a reader left a conversation.
struct ReadingState {
    /// Empty if the beginning of the conversation was visible.
    std::optional<ReadingPlace> place;
    /// The current message, -1 for none.
    int message = -1;
};

} // namespace duologue::ui
