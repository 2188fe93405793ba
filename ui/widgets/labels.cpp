// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"
#include "ui/app/text.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QInputMethod>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QStyleOptionHeader>
#include <QToolButton>
#include <algorithm>

namespace duologue::ui {

/// At least what the text needs without being elided: some styles leave less.
QSize ElidedHeader::sectionSizeFromContents(int logicalIndex) const
{
    const QSize size = QHeaderView::sectionSizeFromContents(logicalIndex);
    const QString text = model()->headerData(logicalIndex, orientation(), Qt::DisplayRole).toString();
    return size.expandedTo({fontMetrics().horizontalAdvance(text) + margins(), 0});
}

void ElidedHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    const int length = orientation() == Qt::Horizontal ? sectionSize(logicalIndex) : width();
    option->text = fontMetrics().elidedText(option->text, Qt::ElideRight, length - margins());
}

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const
{
    const int few = letterWidth(fontMetrics()) * 8;
    return {std::min(few, fontMetrics().horizontalAdvance(text())), QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect rect = contentsRect();
    painter.drawText(rect, static_cast<int>(alignment() | Qt::AlignVCenter) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideRight, rect.width()));
}

PlainLabel::PlainLabel(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setForegroundRole(QPalette::WindowText);
    setFont(withChinese(font()));
    showText({}, palette().color(QPalette::WindowText));
}

void PlainLabel::showText(const QString& text, const QColor& color, bool bold)
{
    if (palette().color(QPalette::WindowText) != color) {
        QPalette colored = palette();
        colored.setColor(QPalette::WindowText, color);
        setPalette(colored);
    }
    if (font().bold() != bold) {
        QFont weighed = font();
        weighed.setBold(bold);
        setFont(weighed);
    }
    // Clears the selection in the old text, which may be equal to the new one.
    if (hasSelectedText())
        setSelection(0, 0);
    setText(text);
    setVisible(!text.isEmpty());
    // Some screen readers list hidden controls, which then need a name.
    setAccessibleName(text.isEmpty() ? tr("Not given") : QString());
}

namespace {

void makeButton(QLineEdit& line)
{
    auto* clear = line.addAction(line.style()->standardIcon(QStyle::SP_LineEditClearButton),
                                 QLineEdit::TrailingPosition);
    clear->setObjectName(QStringLiteral("clearLine"));
    clear->setText(QCoreApplication::translate("ClearButton", "Clear"));
    clear->setVisible(!line.text().isEmpty());
    // Counts as an edit, so that listeners to edits are notified.
    QObject::connect(clear, &QAction::triggered, &line, [&line] {
        QGuiApplication::inputMethod()->reset();
        line.selectAll();
        line.del();
    });
    QObject::connect(&line, &QLineEdit::textChanged, clear,
                     [clear, &line] { clear->setVisible(!line.text().isEmpty()); });
}

} // namespace

void addClearButton(QLineEdit& line)
{
    QObject::connect(
        &line, &QLineEdit::textChanged, &line, [&line] { makeButton(line); }, Qt::SingleShotConnection);
}

MessageStrip::MessageStrip(QWidget* parent, const QString& action) : QFrame(parent), m_text(new QLabel(this))
{
    setObjectName(QStringLiteral("messageStrip"));
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    auto* icon = new QLabel(this);
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize);
    icon->setPixmap(style()->standardIcon(QStyle::SP_MessageBoxWarning).pixmap(size));
    m_text->setWordWrap(true);
    m_text->setForegroundRole(QPalette::ToolTipText);
    auto* layout = makeRow(this, {icon, {m_text, 1}}, -1, {10, 4, 6, 4});
    if (action.isEmpty()) {
        auto* close = new QToolButton(this);
        close->setAutoRaise(true);
        close->setText(QStringLiteral("✕"));
        close->setToolTip(tr("Close this message"));
        close->setAccessibleName(tr("Close this message"));
        connect(close, &QToolButton::clicked, this, &QWidget::hide);
        layout->addWidget(close);
    } else {
        auto* act = new QPushButton(action, this);
        connect(act, &QPushButton::clicked, this, &MessageStrip::actionClicked);
        layout->addWidget(act);
    }
    hide();
}

void MessageStrip::showMessage(const QString& what, const QString& why)
{
    const QString reason = asLines(why);
    m_text->setText(QStringLiteral("<b>%1</b> %2").arg(what.toHtmlEscaped(), reason.toHtmlEscaped()));
    // Not before there is a text: the label would accept the focus while it is empty.
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setAccessibleName(what + QLatin1Char(' ') + reason);
    m_text->setAccessibleName(accessibleName());
    show();
}

} // namespace duologue::ui
