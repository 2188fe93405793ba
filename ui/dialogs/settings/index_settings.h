// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/work/latest_task.h"

#include <QWidget>
#include <cstdint>

class QLabel;
class QPushButton;

namespace duologue::ui {

class ElidedLabel;
class Settings;

/// Where the indexes of datasets are kept; another folder can be chosen.
class IndexPlace : public QWidget {
    Q_OBJECT

public:
    /// The settings must outlive it.
    IndexPlace(Settings& settings, QWidget* parent);

private:
    void showFolder();
    void choose();

    Settings& m_settings;
    ElidedLabel* m_folder;
    QPushButton* m_standard;
};

/// How much room the indexes take, and a button that deletes them. A worker looks.
class IndexUse : public QWidget {
    Q_OBJECT

public:
    IndexUse(Settings& settings, QWidget* parent);

    void look();

private:
    struct Use {
        std::uint64_t bytes = 0;
        std::size_t count = 0;
    };

    void run(bool deletesFirst);
    void showUse(const Use& use);

    Settings& m_settings;
    QLabel* m_use;
    QPushButton* m_clear;
    LatestTask<Use> m_task;
};

} // namespace duologue::ui
