// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/find_bar.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionViewItem>
#include <QToolButton>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

void paintHit(QPainter& painter, const QRect& area, const QStyleOptionViewItem& cell,
              const ReadingColors& colors, const QStringList& parts)
{
    const QFontMetrics metrics(cell.font);
    const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
    const QColor text = cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
    // The match stands in the first half of the cell.
    const int hitWidth = metrics.horizontalAdvance(parts[1]);
    const int beforeRoom = std::max(0, std::min(area.width() / 2, area.width() - hitWidth));
    const QString before = metrics.elidedText(parts[0], Qt::ElideLeft, beforeRoom);
    painter.save();
    painter.setClipRect(area);
    painter.setFont(cell.font);
    int x = area.left();
    const auto draw = [&](const QString& part, int width) {
        painter.drawText(QRect(x, area.top(), width + 1, area.height()),
                         Qt::AlignVCenter | Qt::TextSingleLine, part);
        x += width;
    };
    painter.setPen(text);
    draw(before, metrics.horizontalAdvance(before));
    if (!isSelected) {
        painter.fillRect(QRect(x, area.top() + 2, hitWidth, area.height() - 4), colors.found);
        painter.setPen(colors.text);
    }
    QFont marked = cell.font;
    // The colour of the selection leaves no room for another one.
    marked.setUnderline(isSelected);
    painter.setFont(marked);
    draw(parts[1], hitWidth);
    painter.setFont(cell.font);
    painter.setPen(text);
    const int rest = std::max(0, area.right() - x);
    draw(metrics.elidedText(parts[2], Qt::ElideRight, rest), rest);
    painter.restore();
}

FindBar::FindBar(FindTarget& find, const QString& where, QWidget* parent)
    : QWidget(parent),
      m_find(find),
      m_edit(named<QLineEdit>("findEdit", this)),
      m_count(named<QLabel>("findCount", this))
{
    setObjectName(QStringLiteral("findBar"));
    m_edit->setPlaceholderText(where);
    m_edit->setAccessibleName(where);
    addClearButton(*m_edit);
    m_edit->setFont(withChinese(m_edit->font()));
    m_count->setTextFormat(Qt::PlainText);
    auto* layout = makeRow(this, {{m_edit, 2}}, 4, {10, 4, 6, 4});
    m_regex = makeButton("findRegex", QStringLiteral(".*"), tr("Regular expression"));
    m_regex->setCheckable(true);
    layout->addWidget(m_regex);
    QToolButton* previous = makeButton("findUp", QStringLiteral("↑"), tr("Previous match (Shift+F3)"));
    QToolButton* next = makeButton("findDown", QStringLiteral("↓"), tr("Next match (F3)"));
    layout->addWidget(previous);
    layout->addWidget(next);
    layout->addWidget(m_count, 1);
    QToolButton* close = makeButton("findClose", QStringLiteral("✕"), tr("Close (Esc)"));
    layout->addWidget(close);
    connect(m_edit, &QLineEdit::textChanged, this, &FindBar::look);
    connect(m_regex, &QToolButton::toggled, this, &FindBar::look);
    connect(previous, &QToolButton::clicked, this, [this] { m_find.step(-1); });
    connect(next, &QToolButton::clicked, this, [this] { m_find.step(1); });
    connect(close, &QToolButton::clicked, this, &FindBar::close);
    connect(&m_find, &FindTarget::changed, this, &FindBar::showCounts);
    hide();
}

QToolButton* FindBar::makeButton(const char* name, const QString& sign, const QString& words)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QLatin1String(name));
    button->setText(sign);
    button->setToolTip(words);
    button->setAccessibleName(words);
    button->setAutoRaise(true);
    return button;
}

void FindBar::open(const QString& text)
{
    const bool wasHidden = isHidden();
    show();
    if (!text.isEmpty() && text != m_edit->text())
        m_edit->setText(text);
    else if (wasHidden)
        look();
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

void FindBar::close()
{
    hide();
    m_find.setPattern(std::nullopt);
    Q_EMIT closed();
}

void FindBar::look()
{
    m_mistake.clear();
    const std::string text = fromQt(m_edit->text());
    if (text.empty()) {
        m_find.setPattern(std::nullopt);
        return;
    }
    if (!m_regex->isChecked()) {
        m_find.setPattern(TextPattern::words(text));
        return;
    }
    auto made = TextPattern::expression(text);
    if (const auto* mistake = made.error()) {
        m_mistake = translated(mistake->what);
        m_find.setPattern(std::nullopt);
        return;
    }
    m_find.setPattern(std::move(made).value());
}

void FindBar::showCounts()
{
    const QString said = !m_mistake.isEmpty()       ? m_mistake
                         : m_edit->text().isEmpty() ? QString()
                                                    : m_find.status();
    m_count->setText(said);
    m_count->setToolTip(asToolTip(said));
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        close();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        m_find.step(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
        return;
    }
    QWidget::keyPressEvent(event);
}

constexpr int kMarkHeight = 3;

FoundMarks::FoundMarks(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("foundMarks"));
    setFixedWidth(kWidth);
    setFocusPolicy(Qt::NoFocus);
}

void FoundMarks::setPositions(std::vector<float> positions)
{
    m_positions = std::move(positions);
    m_current = -1;
    update();
}

void FoundMarks::setCurrent(float position)
{
    m_current = position;
    update();
}

int FoundMarks::yOf(float position) const
{
    return static_cast<int>(std::lround(position * static_cast<float>(std::max(0, height() - kMarkHeight))));
}

void FoundMarks::paintEvent(QPaintEvent*)
{
    const ReadingColors colors = readingColors(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.page);
    int last = -1;
    for (const float position : m_positions) {
        // Thousands of marks share a few hundred pixel rows.
        const int y = yOf(position);
        if (y != last)
            painter.fillRect(QRect(1, y, kWidth - 2, kMarkHeight), colors.unclear);
        last = y;
    }
    if (m_current >= 0)
        painter.fillRect(QRect(0, yOf(m_current), kWidth, kMarkHeight), colors.bad);
}

void FoundMarks::mousePressEvent(QMouseEvent* event)
{
    int nearest = -1;
    int distance = height();
    for (std::size_t i = 0; i < m_positions.size(); ++i) {
        const int away = std::abs(yOf(m_positions[i]) - static_cast<int>(event->position().y()));
        if (away < distance) {
            distance = away;
            nearest = static_cast<int>(i);
        }
    }
    if (nearest >= 0)
        Q_EMIT chosen(nearest);
}

} // namespace duologue::ui
