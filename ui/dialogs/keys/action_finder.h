// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

class QLineEdit;
class QTreeWidget;

namespace duologue::ui {

/// Something that the finder offers: an action, a field, a setting.
struct Findable {
    QString text;
    /// Where it is otherwise, "View ▸ Panels", or what it is.
    QString place;
    /// Other words that find it: its key in the data, its name in the other language.
    QStringList words;
    QString keys;
    std::function<void()> run;
};

/// How well typed words fit; 0 if they do not, otherwise more for better. All words must occur: as the
/// beginning of the text, of one of its words, within it, or as first letters ("of" for "Open folder"), in
/// the text or, which counts less, in the place or the other words.
int fitOf(const Findable& entry, const QStringList& words);

/// Finds what the program can do by a few letters; Enter takes the chosen one. GUI thread.
class ActionFinder : public QDialog {
    Q_OBJECT

public:
    ActionFinder(std::vector<Findable> entries, QWidget* parent);

    /// Null if the dialog was closed without a choice.
    const Findable* chosen() const { return m_chosen; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showFound(const QString& words);
    void take();

    const std::vector<Findable> m_entries;
    QLineEdit* m_words;
    QTreeWidget* m_list;
    const Findable* m_chosen = nullptr;
};

} // namespace duologue::ui
