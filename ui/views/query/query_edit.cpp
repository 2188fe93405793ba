// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_edit.h"

#include "core/data/field_reader.h"
#include "core/util/text.h"
#include "ui/models/query/completion_model.h"
#include "ui/views/query/completion_popup.h"
#include "ui/work/qt_text.h"
#include "ui/work/query_memory.h"
#include "ui/work/workspace.h"

#include <QAccessible>
#include <QKeyEvent>
#include <algorithm>
#include <utility>

namespace duologue::ui {

namespace {

constexpr int kPage = 10;

} // namespace

QueryEdit::QueryEdit(Workspace& workspace, QueryMemory& memory, QWidget* parent)
    : QueryLine(parent),
      m_workspace(workspace),
      m_memory(memory),
      m_completions(new CompletionModel(this)),
      m_popup(new CompletionPopup(*m_completions, *this))
{
    connect(this, &QLineEdit::textEdited, this, [this] {
        m_historyIndex = -1;
        m_setAside.clear();
        suggest(false);
    });
    connect(m_popup, &CompletionPopup::closed, this, &QueryEdit::suggestionsClosed);
    connect(m_popup, &CompletionPopup::accepted, this, &QueryEdit::accept);
    connect(m_popup->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &QueryEdit::describeChosen);
}

void QueryEdit::focusOutEvent(QFocusEvent* event)
{
    Q_EMIT leaving();
    m_popup->hide();
    QueryLine::focusOutEvent(event);
}

bool QueryEdit::isApplied() const
{
    const QString& shown = text();
    return shown == toQt(toText(m_workspace.query())) || (!shown.isEmpty() && shown == m_applied);
}

void QueryEdit::markApplied()
{
    m_applied = text();
}

void QueryEdit::showApplied(const QString& text)
{
    setText(text);
    m_applied = text;
    m_popup->hide();
}

bool QueryEdit::isChoosingValue() const
{
    const bool isAsked = m_popup->isVisible() || m_valueTask.isRunning();
    if (!isAsked || m_place.kind != QueryPlace::Kind::Value || m_place.typed.empty() ||
        numberIn(m_place.typed))
        return false;
    const auto& all = m_completions->completions();
    return m_valueTask.isRunning() || std::none_of(all.begin(), all.end(), [&](const Completion& value) {
               return equalsFolded(fromQt(value.label), m_place.typed) ||
                      equalsFolded(fromQt(value.note), m_place.typed);
           });
}

/// The chips are shown only while the line has not the focus.
bool QueryEdit::focusNextPrevChild(bool next)
{
    if (!next || text().isEmpty() || !isApplied())
        return QueryLine::focusNextPrevChild(next);
    Q_EMIT chipsRequested();
    return true;
}

void QueryEdit::bringBack()
{
    setText(std::exchange(m_setAside, {}));
    Q_EMIT textEdited(text());
}

void QueryEdit::hideEvent(QHideEvent* event)
{
    m_popup->hide();
    QueryLine::hideEvent(event);
}

bool QueryEdit::event(QEvent* event)
{
    // Tab would move the focus before keyPressEvent(); Esc belongs to the list while that is open.
    if (event->type() == QEvent::KeyPress && m_popup->isVisible()) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Tab && popupKey(*key))
            return true;
    }
    if (event->type() == QEvent::ShortcutOverride && (m_popup->isVisible() || !isApplied()) &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    // Undo goes back through queries, or undoes typing that is not applied yet.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isUndo = key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
        if (isUndo && isApplied() && m_setAside.isEmpty()) {
            event->ignore();
            return false;
        }
    }
    return QueryLine::event(event);
}

void QueryEdit::keyPressEvent(QKeyEvent* event)
{
    if (m_popup->isVisible() && popupKey(*event))
        return;
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) {
        suggest(true);
        return;
    }
    if (event->key() == Qt::Key_Escape && !isApplied()) {
        Q_EMIT restoreRequested();
        return;
    }
    if (event->matches(QKeySequence::Undo) && isApplied() && !m_setAside.isEmpty()) {
        bringBack();
        return;
    }
    if (historyKey(*event))
        return;
    QueryLine::keyPressEvent(event);
}

bool QueryEdit::popupKey(QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Down:
        m_popup->move(1);
        return true;
    case Qt::Key_Up:
        m_popup->move(-1);
        return true;
    case Qt::Key_PageDown:
        m_popup->move(kPage);
        return true;
    case Qt::Key_PageUp:
        m_popup->move(-kPage);
        return true;
    case Qt::Key_Escape:
        m_popup->hide();
        return true;
    case Qt::Key_Tab:
        accept(std::max(m_popup->chosen(), 0));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_popup->chosen() >= 0) {
            accept(m_popup->chosen());
            return true;
        }
        m_popup->hide();
        return false;
    default:
        return false;
    }
}

/// Up goes to older queries, Down comes back. Down on the typed text opens the suggestions.
bool QueryEdit::historyKey(QKeyEvent& event)
{
    const bool isUp = event.key() == Qt::Key_Up;
    if ((!isUp && event.key() != Qt::Key_Down) || event.modifiers() != Qt::NoModifier)
        return false;
    const QStringList& history = m_memory.history();
    if (isUp) {
        if (m_historyIndex < 0)
            m_typed = text();
        // Skips the query that the line already shows.
        int next = m_historyIndex + 1;
        while (next < history.size() && history[next] == text())
            ++next;
        if (next >= history.size())
            return true;
        m_historyIndex = next;
    } else if (m_historyIndex < 0) {
        suggest(true);
        return true;
    } else {
        --m_historyIndex;
    }
    setText(m_historyIndex < 0 ? m_typed : history[m_historyIndex]);
    m_popup->hide();
    return true;
}

int QueryEdit::characterAt(std::size_t byte) const
{
    return static_cast<int>(QString::fromUtf8(text().toUtf8().left(static_cast<qsizetype>(byte))).size());
}

void QueryEdit::suggest(bool asked)
{
    if (asked && text().isEmpty()) {
        suggestHistory();
        return;
    }
    const QByteArray before = text().left(cursorPosition()).toUtf8();
    m_place = queryPlaceAt(fromQt(text()), static_cast<std::size_t>(before.size()));
    const bool isWord = m_place.kind == QueryPlace::Kind::Term;
    if (m_place.kind == QueryPlace::Kind::Nothing || (isWord && m_place.typed.empty() && !asked)) {
        m_popup->hide();
        return;
    }
    if (m_place.kind == QueryPlace::Kind::Value) {
        suggestValues();
        return;
    }
    m_completions->setCompletions(fieldCompletions(m_workspace.snapshot(), m_place));
    m_popup->showBelow(cursorRect().left());
}

/// In an empty line: the latest queries, then the fields.
void QueryEdit::suggestHistory()
{
    constexpr int kQueriesShown = 5;
    m_place = queryPlaceAt({}, 0);
    std::vector<Completion> all;
    for (const QString& query : m_memory.history().mid(0, kQueriesShown))
        all.push_back({query, asLabel(query), tr("earlier filter"), std::nullopt});
    for (Completion& field : fieldCompletions(m_workspace.snapshot(), m_place))
        all.push_back(std::move(field));
    m_completions->setCompletions(std::move(all));
    m_popup->showBelow(cursorRect().left());
}

void QueryEdit::suggestValues()
{
    const SnapshotPtr& snapshot = m_workspace.view()->snapshot;
    if (m_values && m_values->field == m_place.field && m_values->inMessages == m_place.inMessages &&
        m_values->snapshot == snapshot) {
        showValues();
        return;
    }
    m_popup->hide();
    m_valueTask.run([snapshot, field = m_place.field, inMessages = m_place.inMessages](
                        const Job& job) { return countValues(snapshot, field, inMessages, job); },
                    [this](FieldValuesPtr values) {
                        m_values = std::move(values);
                        const bool isAsked = m_values && m_place.kind == QueryPlace::Kind::Value &&
                                             m_values->field == m_place.field && hasFocus();
                        if (isAsked)
                            showValues();
                        // Whoever waited for values to choose from goes on without.
                        if (!m_popup->isVisible())
                            Q_EMIT suggestionsClosed();
                    });
}

void QueryEdit::showValues()
{
    std::vector<Completion> completions = valueCompletions(*m_values, m_place.typed);
    // A list with only the typed text is not shown.
    if (completions.size() == 1 && fromQt(completions.front().label) == m_place.typed)
        completions.clear();
    m_completions->setCompletions(std::move(completions));
    m_popup->showBelow(cursorRect().left());
}

void QueryEdit::accept(int row)
{
    const auto& completions = m_completions->completions();
    if (row < 0 || row >= static_cast<int>(completions.size()))
        return;
    const Completion completion = completions[static_cast<std::size_t>(row)];
    const int begin = characterAt(m_place.begin);
    const int end = characterAt(m_place.end);
    const bool goesOn =
        completion.insert.endsWith(QLatin1Char(':')) || completion.insert.endsWith(QLatin1Char('('));
    const bool needsSpace = !goesOn && (end >= text().size() || !text().at(end).isSpace());
    m_popup->hide();
    setSelection(begin, end - begin);
    insert(completion.insert + (needsSpace ? QStringLiteral(" ") : QString()));
    Q_EMIT textEdited(text());
}

/// Reports the selected suggestion to screen readers, because the focus stays in the line.
void QueryEdit::describeChosen()
{
    const QModelIndex chosen = m_popup->currentIndex();
    setAccessibleDescription(chosen.isValid() ? chosen.data(Qt::AccessibleTextRole).toString() : QString());
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

} // namespace duologue::ui
