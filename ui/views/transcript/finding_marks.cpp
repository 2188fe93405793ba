// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/finding_marks.h"

#include "ui/views/transcript/shown_text.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/work/workspace.h"

#include <QScrollBar>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kMarkDelay = 30;
/// Underlining a whole text says no more than underlining its beginning.
constexpr std::size_t kLongestMark = 2'000;

} // namespace

FindingMarks::FindingMarks(TranscriptView& view, Workspace& workspace)
    : QObject(&view), m_view(view), m_workspace(workspace)
{
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kMarkDelay);
    connect(&m_refresh, &QTimer::timeout, this, &FindingMarks::refresh);
    const auto soon = [this] {
        if (!m_words.empty() || m_areMarked)
            m_refresh.start();
    };
    connect(m_view.verticalScrollBar(), &QScrollBar::valueChanged, this, soon);
    connect(m_view.verticalScrollBar(), &QScrollBar::rangeChanged, this, soon);
    connect(&m_view, &TranscriptView::contentChanged, this, &FindingMarks::collect);
    connect(&m_workspace.checks(), &DatasetChecks::changed, this, &FindingMarks::collect);
}

void FindingMarks::collect()
{
    m_words.clear();
    const CheckedSnapshotPtr& checked = m_workspace.checks().checked();
    const auto& record = m_view.shownSource().record;
    if (checked != nullptr && record != nullptr && record->row < checked->snapshot->endRow()) {
        const auto& texts = record->conversation.texts;
        for (const std::uint32_t number : checked->findingsOf(record->row)) {
            for (const FindingMark& mark : checked->run.findings[number].marks) {
                if (mark.text >= texts.size() || mark.end > texts[mark.text].text.size() ||
                    mark.begin >= mark.end)
                    continue;
                const std::string_view text = texts[mark.text].text;
                const std::string_view words =
                    text.substr(mark.begin, std::min<std::size_t>(mark.end - mark.begin, kLongestMark));
                std::size_t before = 0;
                for (std::size_t at = text.find(words); at < mark.begin; at = text.find(words, at + 1))
                    ++before;
                m_words.push_back({mark.text, std::string(words), before});
            }
        }
    }
    if (!m_words.empty() || m_areMarked)
        m_refresh.start();
}

void FindingMarks::refresh()
{
    QList<QTextEdit::ExtraSelection> marks;
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript != nullptr && !m_words.empty()) {
        const auto [first, end] = m_view.visibleMessages();
        if (first == 0 && transcript->context() != nullptr)
            mark(marks, textsOf(*transcript->context()));
        for (int message = first; message < end; ++message)
            mark(marks, textsOf(*transcript->table(message)));
        if (end == transcript->messagesWritten() && transcript->candidates() != nullptr)
            mark(marks, textsOf(*transcript->candidates()));
    }
    if (!marks.isEmpty() || m_areMarked)
        m_view.setFindings(marks);
    m_areMarked = !marks.isEmpty();
}

void FindingMarks::mark(QList<QTextEdit::ExtraSelection>& marks, const std::vector<ShownText>& shown) const
{
    for (const Words& words : m_words) {
        std::size_t left = words.before;
        for (const ShownText& text : shown) {
            if (text.text != words.text)
                continue;
            std::size_t at = text.bytes.find(words.words);
            for (; at != std::string::npos && left > 0; at = text.bytes.find(words.words, at + 1))
                --left;
            if (at == std::string::npos)
                continue;
            PositionCounter positions(text);
            QTextEdit::ExtraSelection mark;
            mark.cursor = QTextCursor(m_view.document());
            mark.cursor.setPosition(positions.at(at));
            mark.cursor.setPosition(positions.at(at + words.words.size()), QTextCursor::KeepAnchor);
            mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
            mark.format.setUnderlineColor(m_view.transcript()->style().colors.bad);
            marks << mark;
            break;
        }
    }
}

} // namespace duologue::ui
