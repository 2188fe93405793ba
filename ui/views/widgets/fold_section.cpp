// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/fold_section.h"

#include "ui/views/widgets/metrics.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace duologue::ui {

FoldSection::FoldSection(const QString& title, QWidget* parent)
    : QWidget(parent), m_head(new QToolButton(this))
{
    m_head->setObjectName(QStringLiteral("foldHead"));
    m_head->setText(title);
    m_head->setAccessibleName(title);
    m_head->setAutoRaise(true);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setArrowType(Qt::DownArrow);
    m_head->setIconSize(QSize(kGrid, kGrid));
    m_head->setFocusPolicy(Qt::StrongFocus);
    m_head->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont strong = m_head->font();
    strong.setWeight(QFont::DemiBold);
    m_head->setFont(strong);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    connect(m_head, &QToolButton::clicked, this, [this] {
        setOpen(!m_isOpen);
        Q_EMIT openChanged(m_isOpen);
    });
}

void FoldSection::setContent(QWidget* content)
{
    m_content = content;
    layout()->addWidget(content);
    static_cast<QVBoxLayout*>(layout())->setStretchFactor(content, 1);
    setOpen(m_isOpen);
}

void FoldSection::setOpen(bool open)
{
    m_isOpen = open;
    m_head->setAccessibleDescription(open ? tr("open") : tr("folded"));
    m_head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    if (m_content != nullptr)
        m_content->setVisible(open);
    setMaximumHeight(open ? QWIDGETSIZE_MAX : m_head->sizeHint().height());
    updateGeometry();
}

} // namespace duologue::ui
