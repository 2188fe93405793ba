// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace duologue::ui {

struct View;
class Workspace;

/// What stands in the middle of the window while there is no conversation to show: nothing open, scanning,
/// nothing recognised, or nothing left by the filter; and what to do about it.
class StartPage : public QWidget {
    Q_OBJECT

public:
    StartPage(Workspace& workspace, QWidget* parent);

    void setRecent(const QStringList& paths);
    /// Says what fits the workspace's state; false where there are conversations to show instead.
    bool update();
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
    static QString whyNothingIsLeft(const View& view);
    QString whyNothing() const;

    Workspace& m_workspace;
    QLabel* m_title;
    QLabel* m_text;
    QWidget* m_openButtons;
    QPushButton* m_clearFilter;
    QVBoxLayout* m_recent;
    QStringList m_recentPaths;
    QWidget* m_recentBox;
};

} // namespace duologue::ui
