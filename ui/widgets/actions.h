// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMenu>
#include <QObject>
#include <QString>
#include <QVariant>

class QKeyEvent;
class QWidget;

namespace duologue::ui {

/// The parts of the menus that panels fill with their own actions.
enum class MenuSection {
    Print,
    Find,
    CopyMessage,
    CopyConversation,
    Languages,
    TextDisplay,
    TextSize,
    Conversations,
    Messages,
    Marks,
    MarkOptions,
    ReadingQueue,
    MarkComparison,
    Charts,
    ChartExport,
};

/// Marks an action for a section. A panel offers it by QWidget::addAction(); the window then shows the
/// actions of each section in the order in which they were added.
inline void setMenuSection(QAction& action, MenuSection section)
{
    action.setProperty("menuSection", static_cast<int>(section));
}

inline bool isInSection(const QAction& action, MenuSection section)
{
    const QVariant marked = action.property("menuSection");
    return marked.isValid() && marked.toInt() == static_cast<int>(section);
}

/// A menu of check boxes that stays open while they are toggled.
class CheckMenu : public QMenu {
    Q_OBJECT

public:
    using QMenu::QMenu;

    /// Adds an entry with a plain text; `key` identifies it.
    QAction* addBox(const QString& text, const QString& key, bool checked);
    /// The keys of checked entries, in the order of the menu.
    QStringList checkedKeys() const;

Q_SIGNALS:
    /// The user toggled an entry.
    void checkedChanged();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

/// Lets the shortcuts of a window's actions work while a line of text has the focus, which would take some of
/// them as keys to edit with: Ctrl+E moves to the end of the line on many desktops. The usual keys for
/// copying, pasting and undoing stay with the text. GUI thread.
class WindowShortcuts : public QObject {
    Q_OBJECT

public:
    /// The window owns it.
    explicit WindowShortcuts(QWidget& window);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isShortcut(const QKeyEvent& key) const;

    QWidget& m_window;
};

/// An item view in which letters are keys of their own, and do not look for an item that begins with them.
template<typename View>
class WithoutTypeAhead final : public View {
public:
    using View::View;
    void keyboardSearch(const QString&) override {}
};

} // namespace duologue::ui
