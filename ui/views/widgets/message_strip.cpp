// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/message_strip.h"

#include "ui/work/qt_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace duologue::ui {

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
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 4, 6, 4);
    layout->addWidget(icon);
    layout->addWidget(m_text, 1);
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
