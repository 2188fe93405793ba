// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/fitting_box.h"

#include "ui/views/widgets/letter_width.h"

#include <QAbstractItemView>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <algorithm>

namespace duologue::ui {

FittingBox::FittingBox(QWidget* parent) : QComboBox(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QComboBox::currentTextChanged, this, [this] { updateGeometry(); });
}

QSize FittingBox::sizeHint() const
{
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QSize text(fontMetrics().horizontalAdvance(currentText()) + letterWidth(fontMetrics()),
                     QComboBox::sizeHint().height());
    const QSize whole = style()->sizeFromContents(QStyle::CT_ComboBox, &option, text, this);
    // Styles keep more or less of the width for their arrow than they add for it.
    option.rect = QRect(QPoint(), whole);
    const int room =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
    return {whole.width() + std::max(0, text.width() - room), text.height()};
}

QSize FittingBox::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 8, sizeHint().height()};
}

void FittingBox::showPopup()
{
    constexpr int kEdges = 8;
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + view()->verticalScrollBar()->sizeHint().width() +
                            kEdges);
    QComboBox::showPopup();
}

} // namespace duologue::ui
