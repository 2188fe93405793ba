// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/cohort_query_edit.h"

#include "core/query/query_parser.h"
#include "ui/views/widgets/clear_button.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/query_memory.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QStyle>

namespace duologue::ui {

CohortQueryEdit::CohortQueryEdit(QWidget* parent) : QueryLine(parent)
{
    addClearButton(*this);
    setFont(withChinese(font()));
    m_chooseSaved = new QAction(tr("Choose a saved filter"), this);
    m_chooseSaved->setObjectName(QStringLiteral("chooseSaved"));
    addAction(m_chooseSaved, TrailingPosition);
    connect(m_chooseSaved, &QAction::triggered, this, &CohortQueryEdit::offerSaved);
}

/// The icon is loaded when it becomes visible, because that takes longer than making the line.
void CohortQueryEdit::showEvent(QShowEvent* event)
{
    if (m_chooseSaved->icon().isNull())
        m_chooseSaved->setIcon(style()->standardIcon(QStyle::SP_TitleBarUnshadeButton));
    QueryLine::showEvent(event);
}

void CohortQueryEdit::offerSaved()
{
    const QueryMemory memory;
    QMenu menu(this);
    for (const SavedQuery& query : memory.saved()) {
        QAction* action = menu.addAction(asMenuText(query.name));
        connect(action, &QAction::triggered, this, [this, text = query.text] {
            setText(text);
            Q_EMIT editingFinished();
        });
    }
    if (menu.isEmpty())
        menu.addAction(tr("No filter is saved yet"))->setEnabled(false);
    menu.exec(mapToGlobal(QPoint(0, height())));
}

void CohortQueryEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down && event->modifiers() == Qt::NoModifier)
        offerSaved();
    else
        QueryLine::keyPressEvent(event);
}

std::optional<Query> CohortQueryEdit::read(const Check& check)
{
    const auto parsed = parseQuery(fromQt(text()));
    std::optional<QueryMistake> mistake;
    if (const auto* wrong = std::get_if<QueryMistake>(&parsed))
        mistake = *wrong;
    else if (check)
        mistake = check(std::get<Query>(parsed));
    showMistake(mistake);
    if (mistake || text().trimmed().isEmpty())
        return std::nullopt;
    return std::get<Query>(parsed);
}

void CohortQueryEdit::showMistake(const std::optional<QueryMistake>& mistake)
{
    m_mistake = mistake ? translated(mistake->what) : QString();
    setAccessibleDescription(m_mistake);
    markMistake(mistake);
}

} // namespace duologue::ui
