// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/comparison_view.h"
#include "core/data/field_reader.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"

#include <QAction>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>

namespace duologue::ui {

namespace {

/// Texts that have less in common are not compared: their differences are obvious.
constexpr double kLeastAlike = 0.3;
/// Longer lists of samples are compared only up to this number.
constexpr std::size_t kMostCompared = 64;

/// The newest text of a message, in Chinese or not.
std::optional<std::uint32_t> textOf(const Conversation& conversation, const Message& message, bool inChinese)
{
    for (std::uint32_t i = message.texts.begin; i < message.texts.end; ++i) {
        if (isChinese(conversation.texts[i].language) == inChinese && !conversation.texts[i].earlier)
            return i;
    }
    return std::nullopt;
}

struct TextPair {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
};

std::vector<TextPair> pairsOf(const Conversation& conversation, const Candidate& left, const Candidate& right)
{
    std::vector<TextPair> pairs;
    const auto lefts = conversation.messagesOf(left);
    const auto rights = conversation.messagesOf(right);
    for (std::size_t i = 0; i < std::min(lefts.size(), rights.size()); ++i) {
        for (const bool inChinese : {false, true}) {
            const auto one = textOf(conversation, lefts[i], inChinese);
            const auto other = textOf(conversation, rights[i], inChinese);
            if (one && other)
                pairs.push_back({*one, *other});
        }
    }
    return pairs;
}

} // namespace

std::size_t preferredCandidate(const Conversation& conversation)
{
    const auto& all = conversation.candidates;
    auto best = std::find_if(all.begin(), all.end(), [](const Candidate& one) { return one.aligned; });
    if (best == all.end())
        best = std::find_if(all.begin(), all.end(),
                            [](const Candidate& one) { return one.kind == CandidateKind::Chosen; });
    return best == all.end() ? 0 : static_cast<std::size_t>(best - all.begin());
}

CandidateDifferences differencesOf(const Conversation& conversation)
{
    CandidateDifferences found;
    const auto& all = conversation.candidates;
    if (all.size() < 2)
        return found;
    const std::size_t preferred = preferredCandidate(conversation);
    found.among = std::min(all.size(), kMostCompared);
    for (std::size_t i = 0; i < found.among; ++i) {
        if (i == preferred)
            continue;
        ++found.compared;
        bool alike = false;
        for (const TextPair& pair : pairsOf(conversation, all[preferred], all[i])) {
            const TextDiff diff =
                diffTexts(conversation.texts[pair.left].text, conversation.texts[pair.right].text);
            if (diff.shared < kLeastAlike)
                continue;
            alike = true;
            CandidateDifferences::Marks left{{}, found.count};
            CandidateDifferences::Marks right{{}, found.count};
            for (const Difference& difference : diff.differences) {
                left.ranges.push_back(difference.left);
                right.ranges.push_back(difference.right);
            }
            found.count += static_cast<int>(diff.differences.size());
            found.marks[pair.right] = std::move(right);
            if (all.size() == 2)
                found.marks[pair.left] = std::move(left);
        }
        found.unlike += alike ? 0 : 1;
    }
    return found;
}

namespace {

/// The message of `to` that has the place of a message of `from`: in the same turn, and as far from its
/// beginning.
int messageOfTurn(const TranscriptDocument& from, int message, const TranscriptDocument& to)
{
    const int last = to.endWritten() - 1;
    const int turn = from.turnOf(message);
    if (turn == 0)
        return std::clamp(message, to.firstWritten(), last);
    int first = message;
    while (first > 0 && from.turnOf(first - 1) == turn)
        --first;
    for (int other = to.firstWritten(); other <= last; ++other) {
        if (to.turnOf(other) != turn)
            continue;
        const int same = other + message - first;
        return same <= last && to.turnOf(same) == turn ? same : other;
    }
    return last;
}

} // namespace

ComparisonView::ComparisonView(Workspace& workspace, TranscriptView& transcript, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent),
      m_workspace(workspace),
      m_transcript(transcript),
      m_side(named<QWidget>("pinnedSide", this)),
      m_title(named<ElidedLabel>("pinnedTitle", m_side)),
      m_pinned(new TranscriptView(workspace, m_side, TranscriptView::Part::Pinned)),
      m_close(named<QToolButton>("unpin", m_side)),
      m_pin(named<QToolButton>("pinConversation", this)),
      m_siblings(named<QToolButton>("siblings", this))
{
    setObjectName(QStringLiteral("comparison"));
    setChildrenCollapsible(false);
    m_title->setContentsMargins(10, 4, 10, 4);
    auto* layout = new QVBoxLayout(m_side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_close->setText(QStringLiteral("✕"));
    m_close->setToolTip(tr("Close the pinned conversation"));
    m_close->setAccessibleName(m_close->toolTip());
    m_close->setAutoRaise(true);
    connect(m_close, &QToolButton::clicked, this, [this] { setPinned(false); });
    connect(m_pinned, &TranscriptView::stopWanted, m_pinned, &TranscriptView::stepDifference);
    auto* head = makeRow(nullptr, {{m_title, 1}, m_close}, -1, {0, 0, 4, 0});
    layout->addLayout(head);
    layout->addWidget(m_pinned, 1);
    connect(m_transcript.verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this] { followScroll(m_transcript, *m_pinned); });
    connect(m_pinned->verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this] { followScroll(*m_pinned, m_transcript); });
    addWidget(m_side);
    addWidget(&m_transcript);
    m_side->hide();

    m_pin->setText(tr("Pin to compare"));
    m_pin->setToolTip(tr("Pin this conversation to compare it with others"));
    m_pin->setAccessibleName(m_pin->toolTip());
    m_pin->setCheckable(true);
    m_pin->setAutoRaise(true);
    m_siblings->setToolTip(tr("Other records with the same preference and question"));
    m_siblings->setAccessibleName(m_siblings->toolTip());
    m_siblings->setPopupMode(QToolButton::InstantPopup);
    m_siblings->setAutoRaise(true);
    m_siblings->setMenu(new QMenu(m_siblings));
    m_siblings->hide();
    connect(m_pin, &QToolButton::clicked, this, &ComparisonView::setPinned);
    auto* action = named<QAction>("pinCurrent", tr("Pin conversation to compare"), &m_transcript);
    action->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_B);
    setMenuSection(*action, MenuSection::TextDisplay);
    m_transcript.addAction(action);
    connect(action, &QAction::triggered, m_pin, &QToolButton::click);
    connect(&m_transcript, &TranscriptView::modeChanged, this,
            [this] { m_pinned->setMode(m_transcript.mode()); });
    connect(&m_transcript, &TranscriptView::zoomChanged, m_pinned, &TranscriptView::setZoom);
    connect(&m_workspace, &Workspace::pathsChanged, this, [this] { setPinned(false); });
    connect(&m_workspace, &Workspace::currentChanged, this, &ComparisonView::lookForSiblings);
    // The first record appears before the others, among which its siblings may be.
    connect(&m_workspace, &Workspace::loadingChanged, this, [this](bool loading) {
        if (!loading)
            lookForSiblings();
    });
    connect(&m_transcript, &TranscriptView::contentChanged, this,
            [this] { m_pin->setEnabled(isPinned() || m_transcript.shownSource().record); });
    m_pin->setEnabled(m_transcript.shownSource().record != nullptr);
    lookForSiblings();
}

ComparisonView::~ComparisonView()
{
    // The sides scroll once more while they are destroyed, one after the other.
    m_transcript.verticalScrollBar()->disconnect(this);
    m_pinned->verticalScrollBar()->disconnect(this);
}

void ComparisonView::setPinned(bool pinned)
{
    const TranscriptDocument::Source source = m_transcript.shownSource();
    const bool shown = pinned && source.record != nullptr;
    m_pin->setChecked(shown);
    m_side->setVisible(shown);
    if (!shown) {
        m_pinned->showSource(TranscriptDocument::Source());
        m_pin->setEnabled(source.record != nullptr);
        return;
    }
    const Snapshot& snapshot = m_workspace.snapshot();
    if (source.record->row < snapshot.endRow())
        m_title->setText(tr("Pinned: %1")
                             .arg(asLabel(findField(snapshot, "id")->text(source.record->row) + " · " +
                                          fromQt(formatTitle(snapshot, source.record->formatId)))));
    m_pinned->setMode(m_transcript.mode());
    m_pinned->setZoom(m_transcript.zoom());
    const auto place = m_transcript.readingPlace();
    setSizes({width() / 2, width() / 2});
    m_pinned->showSource(source);
    if (place)
        m_pinned->aimAt(*place);
}

void ComparisonView::followScroll(const TranscriptView& from, TranscriptView& to)
{
    // A place that is still to be reached is more important than where the other side is meanwhile.
    if (m_isFollowing || !isPinned() || from.isAiming() || to.isAiming() || !from.transcript() ||
        !to.transcript() || to.transcript()->messagesWritten() == 0)
        return;
    const int message = from.visibleMessages().first;
    const QRect shown = from.messageRect(message);
    if (shown.isEmpty())
        return;
    const int same = messageOfTurn(*from.transcript(), message, *to.transcript());
    const double part = std::clamp(static_cast<double>(-shown.top()) / shown.height(), 0.0, 1.0);
    const double top = shown.top() > 0 ? shown.top() : -part * to.messageRect(same).height();
    m_isFollowing = true;
    to.aimAt(ReadingPlace::headOf(same, top));
    m_isFollowing = false;
}

/// Pins the current record and opens another one beside it.
void ComparisonView::goTo(Row row)
{
    if (!isPinned())
        setPinned(true);
    m_workspace.setCurrentRow(row);
}

void ComparisonView::lookForSiblings()
{
    m_task.cancel();
    showSiblings({});
    const DecodedRecordPtr& record = m_workspace.current();
    if (!record || !m_workspace.snapshot().complete)
        return;
    m_task.run([snapshot = m_workspace.view()->snapshot,
                record](const Job& job) { return siblingsOf(*snapshot, *record, job); },
               [this](const std::vector<SiblingRecord>& siblings) { showSiblings(siblings); });
}

void ComparisonView::showSiblings(const std::vector<SiblingRecord>& siblings)
{
    m_siblings->menu()->clear();
    m_siblings->setVisible(!siblings.empty());
    m_siblings->setText(tr("Same preference elsewhere (%1)").arg(siblings.size()));
    for (const SiblingRecord& sibling : siblings)
        m_siblings->menu()->addAction(asMenuText(sibling.title), this,
                                      [this, row = sibling.row] { goTo(row); });
}

} // namespace duologue::ui
