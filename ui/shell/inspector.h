// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/panel.h"

#include <QSplitter>
#include <vector>

namespace duologue::ui {

class FoldSection;
class Workspace;

/// The panels of PanelArea::Inspector below each other, as sections that fold. Which are folded is
/// remembered; those for which the dataset has nothing are hidden. Sections are as high as what they show, or
/// share the height evenly where that is too much, until the user drags a line between them. GUI thread.
class Inspector : public QSplitter {
    Q_OBJECT

public:
    Inspector(Workspace& workspace, QWidget* parent);

    QList<QWidget*> sectionWidgets() const;
    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Section {
        QString id;
        FoldSection* fold = nullptr;
    };

    void showSections();
    void remember();
    void shareHeight();

    std::vector<Section> m_sections;
    bool m_isSharedByUser = false;
};

} // namespace duologue::ui
