// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_chips.h"

#include "ui/views/query/value_menu.h"
#include "ui/work/colors.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kWidestChip = 280;
constexpr int kChipGap = 4;
/// Inside a chip, left and right of its text.
constexpr int kChipEdge = 8;

/// A rounded button that shows its text as it is.
class QueryChip final : public QToolButton {
public:
    using QToolButton::QToolButton;

    QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(shown()) + 2 * kChipEdge, fontMetrics().height() + 4};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QPalette& colors = palette();
        const QColor accent = colors.color(QPalette::Highlight);
        painter.setPen(hasFocus() ? QPen(accent, 2)
                                  : QPen(blended(colors.color(QPalette::Base), accent, 0.5), 1));
        painter.setBrush(blended(colors.color(QPalette::Base), accent, underMouse() ? 0.3 : 0.15));
        const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2);
        painter.setPen(colors.color(QPalette::Text));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, shown());
    }

private:
    /// Mnemonics are not drawn.
    QString shown() const { return text().replace(QLatin1String("&&"), QLatin1String("&")); }
};

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

QueryChips::QueryChips(Workspace& workspace, QWidget* line)
    : QWidget(line), m_workspace(workspace), m_more(new QueryChip(this))
{
    setAccessibleName(tr("Filters"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setCursor(Qt::IBeamCursor);
    m_more->setCursor(Qt::ArrowCursor);
    m_more->setFocusPolicy(Qt::NoFocus);
    m_more->hide();
    hide();
    connect(m_more, &QToolButton::clicked, this, &QueryChips::editRequested);
    connect(&m_workspace, &Workspace::queryChanged, this, &QueryChips::rebuild);
}

void QueryChips::rebuild()
{
    const auto focused = std::find_if(m_chips.begin(), m_chips.end(),
                                      [](const QToolButton* chip) { return chip->hasFocus(); });
    const int index = focused == m_chips.end() ? -1 : static_cast<int>(focused - m_chips.begin());
    for (QToolButton* chip : std::exchange(m_chips, {})) {
        chip->removeEventFilter(this);
        chip->hide();
        chip->deleteLater();
    }
    const std::vector<Query> parts = conjuncts(m_workspace.query());
    // Tab goes from the line to the chips.
    QWidget* before = parentWidget();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        addChip(i, parts[i]);
        setTabOrder(before, m_chips.back());
        before = m_chips.back();
    }
    arrange();
    if (index >= 0)
        focusChip(std::min(index, static_cast<int>(m_chips.size()) - 1));
}

void QueryChips::addChip(std::size_t index, const Query& part)
{
    auto* chip = new QueryChip(this);
    const QString text = asLabel(toText(part));
    const QString shown = chip->fontMetrics().elidedText(text, Qt::ElideMiddle, kWidestChip);
    chip->setText(asMenuText(shown) + QStringLiteral("  ✕"));
    chip->setToolTip(asToolTip(tr("Remove the filter %1").arg(text)));
    chip->setAccessibleName(tr("Remove the filter %1").arg(text));
    chip->setObjectName(QStringLiteral("chip%1").arg(index));
    chip->setFocusPolicy(Qt::StrongFocus);
    chip->setContextMenuPolicy(Qt::CustomContextMenu);
    chip->installEventFilter(this);
    connect(chip, &QToolButton::clicked, this, [this, index] {
        remove(index);
        if (m_isByMouse)
            Q_EMIT left();
    });
    connect(chip, &QWidget::customContextMenuRequested, this,
            [this, index, chip](const QPoint& point) { showMenu(index, chip->mapToGlobal(point)); });
    chip->setCursor(Qt::ArrowCursor);
    m_chips << chip;
}

/// One row. The number of chips that do not fit stands after the others.
void QueryChips::arrange()
{
    const auto place = [this](QToolButton& chip, int left) {
        const QSize size = chip.sizeHint();
        chip.setGeometry(left, (height() - size.height()) / 2, size.width(), size.height());
        chip.show();
        return left + size.width() + kChipGap;
    };
    const auto moreText = [](qsizetype count) { return QStringLiteral("+%1").arg(count); };
    m_more->setText(moreText(m_chips.size()));
    const int room = width() - m_more->sizeHint().width() - kChipGap;
    int left = kChipGap;
    int shown = 0;
    for (; shown < m_chips.size(); ++shown) {
        const bool isLast = shown + 1 == m_chips.size();
        if (shown > 0 && left + m_chips[shown]->sizeHint().width() > (isLast ? width() : room))
            break;
        left = place(*m_chips[shown], left);
    }
    const auto hidden = m_chips.size() - shown;
    for (auto i = static_cast<qsizetype>(shown); i < m_chips.size(); ++i)
        m_chips[i]->hide();
    m_more->setText(moreText(hidden));
    m_more->setAccessibleName(tr("%n more filter(s)", nullptr, static_cast<int>(hidden)));
    m_more->setToolTip(m_more->accessibleName());
    if (hidden > 0)
        place(*m_more, left);
    m_more->setVisible(hidden > 0);
}

void QueryChips::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void QueryChips::mousePressEvent(QMouseEvent*)
{
    Q_EMIT editRequested();
}

/// The line below would take what is typed on a chip.
void QueryChips::keyPressEvent(QKeyEvent* event)
{
    const QString text = event->text();
    if (text.isEmpty() || !text.at(0).isPrint())
        QWidget::keyPressEvent(event);
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
    if (index < 0) {
        Q_EMIT left();
        return;
    }
    // A chip that does not fit is a term to edit in the text.
    if (index < m_chips.size() && m_chips[index]->isVisibleTo(this))
        m_chips[index]->setFocus(Qt::OtherFocusReason);
    else
        Q_EMIT editRequested();
}

bool QueryChips::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_isByMouse = true;
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    m_isByMouse = false;
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
