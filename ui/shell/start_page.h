// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query_parser.h"
#include "ui/work/latest_task.h"
#include "ui/work/view.h"

#include <QStringList>
#include <QWidget>
#include <optional>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace duologue::ui {

class Workspace;

/// What stands in the middle of the window while there is no conversation to show: nothing open, scanning,
/// nothing recognised, or nothing left by the filter; and what to do about it.
class StartPage : public QWidget {
    Q_OBJECT

public:
    StartPage(Workspace& workspace, QWidget* parent);

    void setRecent(const QStringList& paths);
    /// Says what fits the workspace's state; false where there are conversations to show instead.
    bool showState();
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void openFolderAsked();
    void openFilesAsked();
    void sampleAsked();
    void recentAsked(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void say(const QString& title, const QString& text);
    void sayNothingIsLeft(const ViewPtr& view);
    QString whyNothing() const;

    Workspace& m_workspace;
    QLabel* m_title;
    QLabel* m_text;
    QWidget* m_openButtons;
    QPushButton* m_clearFilter;
    QVBoxLayout* m_recent;
    QStringList m_recentPaths;
    QWidget* m_recentBox;
    /// The view without rows of which m_why looks for the reason, or has found it.
    ViewPtr m_empty;
    LatestTask<std::optional<QueryMistake>> m_why;
};

} // namespace duologue::ui
