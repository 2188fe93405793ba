// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace duologue::ui {

class RecentDatasets;

/// The recent datasets as buttons, each with another one that pins it; those that are missing are grey.
class RecentList : public QWidget {
    Q_OBJECT

public:
    /// The datasets must outlive the list.
    RecentList(RecentDatasets& datasets, int width, QWidget* parent);

Q_SIGNALS:
    void openRequested(const QString& path);

private:
    void fill();
    QWidget* makeRow(const QString& path, bool isPinned, bool isMissing);

    RecentDatasets& m_datasets;
    const int m_width;
    QVBoxLayout* m_rows;
};

} // namespace duologue::ui
