// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

class QWidget;

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

} // namespace duologue::ui
