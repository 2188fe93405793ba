// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace duologue::ui {

/// The row numbers of a table, as wide as the last one. Qt's own header measures two hundred of them whenever
/// rows change. GUI thread.
class RowNumberHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit RowNumberHeader(QWidget* parent);

    QSize sizeHint() const override;
};

} // namespace duologue::ui
