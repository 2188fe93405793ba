// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_chips.h"

#include "ui/views/query/value_menu.h"
#include "ui/views/widgets/flow_layout.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kWidestChip = 280;

Query notOf(Query part)
{
    if (part.kind == QueryKind::Not)
        return std::move(part.parts.front());
    Query query;
    query.kind = QueryKind::Not;
    query.parts.push_back(std::move(part));
    return query;
}

} // namespace

QueryChips::QueryChips(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setAccessibleName(tr("Filters"));
    auto* layout = new FlowLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    hide();
    connect(&m_workspace, &Workspace::queryChanged, this, &QueryChips::rebuild);
}

void QueryChips::rebuild()
{
    const auto focused = std::find_if(m_chips.begin(), m_chips.end(),
                                      [](const QToolButton* chip) { return chip->hasFocus(); });
    const int index = focused == m_chips.end() ? -1 : static_cast<int>(focused - m_chips.begin());
    for (QToolButton* chip : std::exchange(m_chips, {})) {
        layout()->removeWidget(chip);
        chip->removeEventFilter(this);
        chip->hide();
        chip->deleteLater();
    }
    const std::vector<Query> parts = conjuncts(m_workspace.query());
    for (std::size_t i = 0; i < parts.size(); ++i)
        addChip(i, parts[i]);
    setVisible(!parts.empty());
    updateGeometry();
    if (index >= 0)
        focusChip(std::min(index, static_cast<int>(m_chips.size()) - 1));
}

void QueryChips::addChip(std::size_t index, const Query& part)
{
    auto* chip = new QToolButton(this);
    const QString text = asLabel(toText(part));
    const QString shown = chip->fontMetrics().elidedText(text, Qt::ElideMiddle, kWidestChip);
    chip->setText(asMenuText(shown) + QStringLiteral("  ✕"));
    chip->setToolTip(asToolTip(tr("Remove the filter %1").arg(text)));
    chip->setAccessibleName(tr("Remove the filter %1").arg(text));
    chip->setObjectName(QStringLiteral("chip%1").arg(index));
    chip->setFocusPolicy(Qt::StrongFocus);
    chip->setContextMenuPolicy(Qt::CustomContextMenu);
    chip->installEventFilter(this);
    connect(chip, &QToolButton::clicked, this, [this, index] { remove(index); });
    connect(chip, &QWidget::customContextMenuRequested, this,
            [this, index, chip](const QPoint& point) { showMenu(index, chip->mapToGlobal(point)); });
    layout()->addWidget(chip);
    chip->show();
    m_chips << chip;
}

void QueryChips::remove(std::size_t index)
{
    std::vector<Query> rest = conjuncts(m_workspace.query());
    if (index >= rest.size())
        return;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(index));
    m_workspace.setQuery(Query::all(std::move(rest)));
}

void QueryChips::showMenu(std::size_t index, const QPoint& point)
{
    const std::vector<Query> parts = conjuncts(m_workspace.query());
    if (index >= parts.size())
        return;
    const Query& part = parts[index];
    QMenu menu(this);
    if (part.kind == QueryKind::Term && part.term.kind == TermKind::Equals) {
        addValueActions(menu, m_workspace, part.term.field, part.term.value);
        menu.addSeparator();
    }
    menu.addAction(tr("Show only this"), this, [this, part] { m_workspace.setQuery(part); });
    menu.addAction(part.kind == QueryKind::Not ? tr("Require this") : tr("Exclude this"), this,
                   [this, index, parts] {
                       std::vector<Query> changed = parts;
                       changed[index] = notOf(changed[index]);
                       m_workspace.setQuery(Query::all(std::move(changed)));
                   });
    menu.addAction(tr("Remove"), this, [this, index] { remove(index); });
    menu.addAction(tr("Copy"), this, [part] { QGuiApplication::clipboard()->setText(toQt(toText(part))); });
    menu.exec(point);
}

void QueryChips::focusChip(int index)
{
    if (index >= 0 && index < m_chips.size())
        m_chips[index]->setFocus(Qt::OtherFocusReason);
    else
        Q_EMIT emptied();
}

bool QueryChips::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int index = static_cast<int>(m_chips.indexOf(static_cast<QToolButton*>(watched)));
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        remove(static_cast<std::size_t>(index));
        return true;
    case Qt::Key_Left:
        focusChip(std::max(index - 1, 0));
        return true;
    case Qt::Key_Right:
        focusChip(std::min(index + 1, static_cast<int>(m_chips.size()) - 1));
        return true;
    case Qt::Key_Menu:
        showMenu(static_cast<std::size_t>(index),
                 m_chips[index]->mapToGlobal(m_chips[index]->rect().bottomLeft()));
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

} // namespace duologue::ui
