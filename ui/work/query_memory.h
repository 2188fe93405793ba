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

/// Queries that were asked, and those that were saved under a name, kept between starts where the desktop
/// keeps settings. GUI thread.
class QueryMemory : public QObject {
    Q_OBJECT

public:
    /// Longer queries are not kept, in characters.
    static constexpr qsizetype kLongestText = 100'000;
    static constexpr int kMostSaved = 10'000;
    /// Of the number of saved queries, in the settings.
    static QString savedCountKey();

    explicit QueryMemory(QObject* parent = nullptr);

    /// The latest first, none twice.
    const QStringList& history() const { return m_history; }
    /// It was asked; what is only on the way to the next one is forgotten, unless `now`.
    void note(const QString& text, bool now);
    void clearHistory();

    /// By name.
    const std::vector<SavedQuery>& saved() const { return m_saved; }
    /// In place of one of the same name. The text must not be too long.
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
