// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace duologue::ui {

/// A header that elides long titles with "…". Qt's own header cuts them at both ends.
class ElidedHeader : public QHeaderView {
    Q_OBJECT

public:
    ElidedHeader(Qt::Orientation orientation, QWidget* parent) : QHeaderView(orientation, parent) {}

protected:
    QSize sectionSizeFromContents(int logicalIndex) const override;
    void initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const override;

private:
    int margins() const;
};

} // namespace duologue::ui
