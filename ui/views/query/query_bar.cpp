// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_bar.h"

#include "core/query/evaluate.h"
#include "core/query/stops.h"
#include "core/util/phrase_id.h"
#include "ui/models/record/record_link.h"
#include "ui/views/query/query_chips.h"
#include "ui/views/query/query_edit.h"
#include "ui/views/widgets/clear_button.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/query_memory.h"
#include "ui/work/settings/plain_keys.h"
#include "ui/work/workspace.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <array>
#include <utility>

namespace duologue::ui {

namespace {

/// The pause in typing after which the query is applied, in milliseconds.
constexpr int kTypingPause = 300;
/// An explanation that the user did not type for stays so long, in milliseconds.
constexpr int kReadingTime = 8000;
/// Room at the right end of the line for the button that clears it.
constexpr int kClearRoom = 26;

/// A mistake that may disappear as the user types on.
bool isUnfinished(const QueryMistake& mistake, const QString& text)
{
    constexpr std::array kUnfinished{PhraseId::NoValue,          PhraseId::NothingToFind,
                                     PhraseId::NothingToExclude, PhraseId::NoCloseBracket,
                                     PhraseId::NoClosingQuote,   PhraseId::NoClosingSlash,
                                     PhraseId::NoCount};
    return static_cast<qsizetype>(mistake.end) == text.toUtf8().size() &&
           std::find(kUnfinished.begin(), kUnfinished.end(), mistake.what.id) != kUnfinished.end();
}

} // namespace

QueryBar::QueryBar(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_memory(new QueryMemory(this)),
      m_edit(new QueryEdit(workspace, *m_memory, this)),
      m_chips(new QueryChips(workspace, m_edit)),
      m_unfinished(new QLabel(tr("not applied yet"), m_edit)),
      m_mistake(new QLabel(this)),
      m_typing(this),
      m_reading(this)
{
    m_edit->setObjectName(QStringLiteral("queryEdit"));
    setKeyArea(*m_edit, QueryKeys);
    m_edit->setAccessibleName(tr("Filter"));
    m_edit->setPlaceholderText(
        tr("Filter: words, turns:2..5, task:\"travel planning\", hallucination:yes, /pattern/ …"));
    m_edit->installEventFilter(this);
    addClearButton(*m_edit);
    m_unfinished->setObjectName(QStringLiteral("queryUnfinished"));
    m_unfinished->setForegroundRole(QPalette::PlaceholderText);
    m_unfinished->hide();
    m_mistake->setObjectName(QStringLiteral("queryMistake"));
    m_mistake->setTextFormat(Qt::PlainText);
    m_mistake->setWordWrap(true);
    m_mistake->setMargin(4);
    m_mistake->setFrameStyle(QFrame::StyledPanel | QFrame::Plain);
    m_mistake->setAutoFillBackground(true);
    m_mistake->setBackgroundRole(QPalette::Base);
    m_mistake->setForegroundRole(QPalette::WindowText);
    m_mistake->hide();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->addWidget(m_edit);

    m_typing.setObjectName(QStringLiteral("typingPause"));
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    m_reading.setSingleShot(true);
    m_reading.setInterval(kReadingTime);
    connect(&m_reading, &QTimer::timeout, this, [this] {
        if (m_mistake && !m_edit->hasFocus())
            m_mistake->hide();
    });
    connect(&m_typing, &QTimer::timeout, this, [this] { applyText(false); });
    connect(m_edit, &QLineEdit::textEdited, &m_typing, qOverload<>(&QTimer::start));
    connect(m_edit, &QLineEdit::returnPressed, this, [this] {
        applyText(true);
        if (m_edit->isApplied())
            Q_EMIT entered();
    });
    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString& text) {
        // The line may become empty without textEdited, as by setText().
        if (text.isEmpty() && !m_applying)
            m_typing.start();
        showChips();
    });
    connect(m_edit, &QueryEdit::leaving, this, &QueryBar::leave);
    connect(m_edit, &QueryEdit::restoreRequested, this, &QueryBar::restore);
    connect(m_edit, &QueryEdit::chipsRequested, this, [this] {
        m_chips->show();
        m_chips->focusFirst();
    });
    connect(m_edit, &QueryEdit::suggestionsClosed, this, [this] {
        if (m_edit->hasFocus() && m_unfinished->isVisibleTo(m_edit))
            m_typing.start();
    });
    const auto edit = [this] { m_edit->setFocus(Qt::OtherFocusReason); };
    connect(m_chips, &QueryChips::left, this, &QueryBar::chipsLeft);
    connect(m_chips, &QueryChips::editRequested, this, edit);
    connect(&m_workspace, &Workspace::queryChanged, this, &QueryBar::showQuery);
}

QueryBar::~QueryBar()
{
    // The line hides its list when it is destroyed, after this.
    m_edit->disconnect(this);
    m_edit->removeEventFilter(this);
    delete m_mistake;
}

QLineEdit* QueryBar::edit() const
{
    return m_edit;
}

void QueryBar::run(const QString& text)
{
    m_edit->setText(text);
    applyText(true);
}

bool QueryBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit && event->type() == QEvent::Resize)
        placeParts();
    if (watched == m_edit && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) {
        // After the event.
        QMetaObject::invokeMethod(
            this,
            [this] {
                showChips();
                if (m_mistake)
                    m_mistake->setVisible(!m_mistake->text().isEmpty() && m_edit->hasFocus());
            },
            Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
}

void QueryBar::placeParts()
{
    const QRect room = m_edit->rect().adjusted(2, 2, -kClearRoom, -2);
    m_chips->setGeometry(room);
    const QSize size = m_unfinished->sizeHint();
    m_unfinished->setGeometry(room.right() - size.width(), room.top(), size.width(), room.height());
    placeExplanation();
}

void QueryBar::showChips()
{
    m_chips->setVisible(!m_edit->hasFocus() && !m_chips->isEmpty() && m_edit->isApplied());
}

/// A text that is not applied is not lost when something else changes the query.
void QueryBar::showQuery()
{
    const QString text = toQt(toText(m_workspace.query()));
    m_memory->note(text, false);
    if (m_applying)
        return;
    m_typing.stop();
    const QString typed = m_edit->text();
    const bool isSetAside = !typed.isEmpty() && !m_edit->isApplied();
    m_applying = true;
    if (isSetAside)
        m_edit->setAside();
    m_edit->showApplied(text);
    m_applying = false;
    showUnfinished({});
    showMistake(std::nullopt);
    showChips();
    if (isSetAside)
        explain(tr("“%1” was not applied. Undo in this line brings it back.").arg(typed),
                palette().color(QPalette::WindowText));
}

void QueryBar::applyText(bool asked)
{
    m_typing.stop();
    if (isRecordLink(m_edit->text())) {
        openLink();
        return;
    }
    if (!asked && m_edit->isChoosingValue()) {
        showMistake(std::nullopt);
        showUnfinished(tr("Choose a value, or press Enter."));
        return;
    }
    m_applying = true;
    const auto mistake = m_workspace.setQueryText(m_edit->text());
    m_applying = false;
    if (!mistake)
        m_edit->markApplied();
    // A text that needs more is not wrong yet.
    const bool isTyping = mistake && !asked && isUnfinished(*mistake, m_edit->text());
    showUnfinished(mistake ? translated(mistake->what) : QString(), isTyping ? QString() : stillShown());
    showMistake(isTyping ? std::nullopt : mistake);
    if (asked && !mistake)
        m_memory->note(toQt(toText(m_workspace.query())), true);
    showChips();
}

/// A pasted link leads to its conversation; the filter stays.
void QueryBar::openLink()
{
    const QString link = m_edit->text().trimmed();
    const auto place = placeOfLink(m_workspace.snapshot(), link);
    restore();
    if (!place) {
        m_workspace.report(tr("The link leads to no conversation of this dataset:"), link);
        return;
    }
    m_workspace.openRecord(place->row);
    m_workspace.showText(place->row, Stop::kNoText, 0, place->message);
}

/// Applies what was typed last, so that a click elsewhere adds to it.
void QueryBar::leave()
{
    if (m_typing.isActive())
        applyText(false);
}

void QueryBar::restore()
{
    m_typing.stop();
    m_applying = true;
    m_edit->setAside();
    m_edit->showApplied(toQt(toText(m_workspace.query())));
    m_applying = false;
    showUnfinished({});
    showMistake(std::nullopt);
}

/// "still showing: task:travel", no longer than a third of the line.
QString QueryBar::stillShown() const
{
    constexpr int kShare = 3;
    const Query& query = m_workspace.query();
    const QString text = query.kind == QueryKind::Everything
                             ? tr("still showing all")
                             : tr("still showing: %1").arg(toQt(toText(query)));
    return m_unfinished->fontMetrics().elidedText(text, Qt::ElideRight, m_edit->width() / kShare);
}

void QueryBar::showUnfinished(const QString& why, const QString& words)
{
    const bool wasBehind = std::exchange(m_isBehind, !why.isEmpty());
    if (m_isBehind != wasBehind)
        Q_EMIT behindChanged(m_isBehind);
    m_unfinished->setText(words.isEmpty() ? tr("not applied yet") : words);
    m_unfinished->setVisible(!why.isEmpty());
    m_unfinished->setToolTip(asToolTip(why));
    m_unfinished->setAccessibleDescription(why);
    m_edit->setTextMargins(0, 0, why.isEmpty() ? 0 : m_unfinished->sizeHint().width(), 0);
    if (why.isEmpty())
        return;
    placeParts();
    QAccessibleEvent event(m_unfinished, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void QueryBar::showMistake(const std::optional<QueryMistake>& mistake)
{
    m_edit->markMistake(mistake);
    m_edit->setToolTip(mistake ? asToolTip(translated(mistake->what)) : QString());
    if (mistake)
        explain(translated(mistake->what), queryColors(palette()).mistake);
    else
        showNote();
}

void QueryBar::showNote()
{
    const QueryTerm* pattern = patternWithOtherWords(m_workspace.query());
    explain(pattern == nullptr ? QString()
                               : translated({PhraseId::PatternBounds, toText(Query::of(*pattern))}),
            palette().color(QPalette::WindowText));
}

void QueryBar::explain(const QString& text, const QColor& color)
{
    if (!m_mistake)
        return;
    m_mistake->setText(text);
    if (text.isEmpty()) {
        m_mistake->hide();
        return;
    }
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, color);
    m_mistake->setPalette(colors);
    if (m_mistake->parentWidget() != window())
        m_mistake->setParent(window());
    placeExplanation();
    m_mistake->show();
    m_mistake->raise();
    m_reading.start();
    QAccessibleEvent event(m_mistake, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void QueryBar::placeExplanation()
{
    if (!m_mistake || m_mistake->text().isEmpty() || m_mistake->parentWidget() != window())
        return;
    const QPoint below = m_edit->mapTo(window(), QPoint(0, m_edit->height()));
    const int wanted = m_mistake->fontMetrics().horizontalAdvance(m_mistake->text()) + 16;
    const int width = std::min(wanted, m_edit->width());
    m_mistake->setGeometry(below.x(), below.y(), width, m_mistake->heightForWidth(width));
}

} // namespace duologue::ui
