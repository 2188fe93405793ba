// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/manual/manual_pages.h"

#include <QWidget>
#include <vector>

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QTextBrowser;

namespace duologue::ui {

/// The manual in a window of its own: its pages, or the hits of a search, beside the page that is shown. It
/// is in the language of the program. GUI thread.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent);

    void showPage(const QString& name);
    /// The name of the page that is shown.
    QString page() const;

private:
    void fill(const QString& words);
    void open(const QListWidgetItem* item);
    void markPage();

    const QString m_language;
    const std::vector<ManualPage> m_pages;
    QLineEdit* m_words;
    QListWidget* m_list;
    QTextBrowser* m_text;
};

/// Opens the manual at a page, or at the one about what has the focus if `page` is empty. `parent` is the
/// window that asks; each has one manual at most.
void showManual(QWidget& parent, const QString& page = {});

/// Lets the key for help open the manual from a dialog, which may keep the user from the main window.
void showManualOnHelp(QWidget& dialog);

} // namespace duologue::ui
