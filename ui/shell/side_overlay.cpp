// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/side_overlay.h"

#include "ui/views/widgets/metrics.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QPropertyAnimation>
#include <QToolButton>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kOverlayWidth = 320;
/// So much of the window stays visible beside it.
constexpr int kLeastBeside = 80;

} // namespace

SideOverlay::SideOverlay(QWidget* parent)
    : QFrame(parent),
      m_title(new QLabel(this)),
      m_layout(new QVBoxLayout(this)),
      m_slide(new QPropertyAnimation(this, "pos", this))
{
    setObjectName(QStringLiteral("sideOverlay"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("closeOverlay"));
    close->setAutoRaise(true);
    close->setText(QStringLiteral("✕"));
    close->setToolTip(tr("Close this panel"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, this, &SideOverlay::close);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kGrid, kGrid / 2, kGrid / 2, kGrid / 2);
    head->addWidget(m_title, 1);
    head->addWidget(close);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addLayout(head);
    m_slide->setDuration(kSlideMs);
    m_slide->setEasingCurve(QEasingCurve::OutCubic);
    hide();
}

SideOverlay::~SideOverlay() = default;

QRect SideOverlay::rectOpen() const
{
    const QSize room = parentWidget()->size();
    const int width = std::max(std::min(kOverlayWidth, room.width() - kLeastBeside), 1);
    return {m_fromRight ? room.width() - width : 0, 0, width, room.height()};
}

void SideOverlay::open(QDockWidget& dock, bool fromRight)
{
    if (m_dock == &dock)
        return;
    close();
    m_dock = &dock;
    m_fromRight = fromRight;
    m_title->setText(dock.windowTitle());
    setAccessibleName(dock.windowTitle());
    QWidget* panel = dock.widget();
    m_layout->addWidget(panel, 1);
    panel->show();
    const QRect rect = rectOpen();
    setGeometry(rect);
    show();
    raise();
    m_slide->stop();
    m_slide->setStartValue(rect.topLeft() + QPoint(fromRight ? rect.width() : -rect.width(), 0));
    m_slide->setEndValue(rect.topLeft());
    m_slide->start();
    panel->setFocus(Qt::OtherFocusReason);
    Q_EMIT changed();
}

void SideOverlay::close()
{
    if (m_dock == nullptr)
        return;
    m_slide->stop();
    hide();
    QDockWidget* dock = m_dock;
    m_dock = nullptr;
    if (QLayoutItem* item = m_layout->takeAt(m_layout->count() - 1)) {
        dock->setWidget(item->widget());
        delete item;
    }
    Q_EMIT changed();
}

void SideOverlay::fit()
{
    if (m_dock == nullptr)
        return;
    m_slide->stop();
    setGeometry(rectOpen());
}

} // namespace duologue::ui
