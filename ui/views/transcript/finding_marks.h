// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTextEdit>
#include <QTimer>
#include <string>
#include <vector>

namespace duologue::ui {

struct ShownText;
class TranscriptView;
class Workspace;

/// Underlines the words that checks have found something in, in the messages that are visible. Owned by the
/// view. GUI thread.
class FindingMarks : public QObject {
    Q_OBJECT

public:
    FindingMarks(TranscriptView& view, Workspace& workspace);

private:
    /// Words in one text, as they are in the data. Where it is shown, the text may lack markup, so words are
    /// found again by their number among equal ones.
    struct Words {
        std::uint32_t text = 0;
        std::string words;
        /// How many equal ones are before them in the text.
        std::size_t before = 0;
    };

    void collect();
    void refresh();
    void mark(QList<QTextEdit::ExtraSelection>& marks, const std::vector<ShownText>& shown) const;

    TranscriptView& m_view;
    Workspace& m_workspace;
    std::vector<Words> m_words;
    QTimer m_refresh;
    bool m_areMarked = false;
};

} // namespace duologue::ui
