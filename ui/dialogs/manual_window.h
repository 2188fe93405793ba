// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <vector>

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QTextBrowser;

namespace duologue::ui {

/// A page of the manual, which is a part of the program.
struct ManualPage {
    /// "first-steps"; the same in every language.
    QString name;
    /// Its heading.
    QString title;
    /// Its lines in Markdown.
    QStringList lines;
};

/// A line of a page in which all words of a search occur.
struct ManualHit {
    QString page;
    /// Without marks of Markdown.
    QString line;
};

/// The pages in the order in which they are read. `language` is "en" or "zh_CN".
std::vector<ManualPage> manualPages(const QString& language);

/// Lines that contain all words, whatever their case, and pages whose title does. Empty without words.
std::vector<ManualHit> hitsIn(const std::vector<ManualPage>& pages, const QString& words);

/// The address of a page for a text browser.
QString manualAddress(const QString& language, const QString& page);

/// The page about the part of the window that has the focus; the first page for others and for null.
QString manualPageFor(const QWidget* focus);

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
