// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <vector>

namespace duologue::ui {

/// A query that was given a name.
struct SavedQuery {
    QString name;
    QString text;

    bool operator==(const SavedQuery&) const = default;
};

/// The history of queries and the queries saved under a name, kept in the settings. GUI thread.
class QueryMemory : public QObject {
    Q_OBJECT

public:
    /// The maximum length of a saved query, in characters.
    static constexpr qsizetype kLongestText = 100'000;
    static constexpr int kMostSaved = 10'000;
    /// The key of the number of saved queries in the settings.
    static QString savedCountKey();

    explicit QueryMemory(QObject* parent = nullptr);

    /// The latest first, without duplicates.
    const QStringList& history() const { return m_history; }
    /// Adds a query to the history: at once if `now`, otherwise if it stays for a while. A query that is soon
    /// followed by another was probably not finished.
    void note(const QString& text, bool now);
    void clearHistory();

    /// Sorted by name.
    const std::vector<SavedQuery>& saved() const { return m_saved; }
    /// Replaces a query of the same name. The text must not exceed kLongestText.
    void save(const QString& name, const QString& text);
    void rename(const QString& name, const QString& to);
    void remove(const QString& name);

Q_SIGNALS:
    void historyChanged();
    void savedChanged();

private:
    void keepPending();
    void storeSaved();

    QStringList m_history;
    std::vector<SavedQuery> m_saved;
    QString m_pending;
    QTimer m_settling;
};

} // namespace duologue::ui
