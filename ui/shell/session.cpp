// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session.h"

#include "core/base/parse_number.h"
#include "core/table/record_lookup.h"
#include "ui/shell/settings.h"
#include "ui/work/qt_text.h"
#include "ui/work/query_memory.h"
#include "ui/work/stored_settings.h"
#include "ui/work/workspace.h"

#include <QFileInfo>
#include <algorithm>

namespace duologue::ui {

namespace {

QString pathsKey()
{
    return QStringLiteral("session/paths");
}
QString queryKey()
{
    return QStringLiteral("session/query");
}
QString sortKey()
{
    return QStringLiteral("session/sort");
}
QString recordKey()
{
    return QStringLiteral("session/record");
}

/// How the order of a view ends if it is reversed.
constexpr std::string_view kDescending = ":desc";

/// "turns" or "-turns".
QString sortText(const SortKey& sort)
{
    return (sort.descending ? QStringLiteral("-") : QString()) + toQt(sort.field);
}

SortKey sortOf(const QString& text)
{
    const bool descending = text.startsWith(QLatin1Char('-'));
    return {fromQt(descending ? text.mid(1) : text), descending};
}

void storeOrRemove(const QString& key, const QVariant& value, bool isEmpty)
{
    storeSetting(key, isEmpty ? QVariant() : value);
}

} // namespace

Session::Session(Workspace& workspace, Settings& settings, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_settings(settings)
{
    connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
        // Another dataset was opened before this one was restored.
        if (m_isRestoring && m_workspace.paths() != m_kept.paths) {
            m_isRestoring = false;
            m_view.reset();
        }
        keep();
    });
    connect(&m_workspace, &Workspace::viewChanged, this, &Session::keep);
    connect(&m_workspace, &Workspace::queryChanged, this, &Session::keep);
    connect(&m_workspace, &Workspace::currentChanged, this, &Session::keep);
    connect(&m_workspace, &Workspace::loadingChanged, this, [this](bool loading) {
        if (!loading && m_isRestoring)
            continueAt();
    });
}

void Session::keep()
{
    if (m_isRestoring)
        return;
    QStringList paths;
    for (const QString& path : m_workspace.paths())
        paths << QFileInfo(path).absoluteFilePath();
    storeOrRemove(pathsKey(), paths, paths.isEmpty());
    const QString query = toQt(toText(m_workspace.query()));
    storeOrRemove(queryKey(), query, query.isEmpty() || query.size() > QueryMemory::kLongestText);
    const QString sort = sortText(m_workspace.sort());
    storeOrRemove(sortKey(), sort, sort.isEmpty());
    const auto row = m_workspace.currentRow();
    const Snapshot& snapshot = m_workspace.snapshot();
    if (!row || *row >= snapshot.endRow()) {
        storeSetting(recordKey(), {});
        return;
    }
    const RecordEntry& entry = snapshot.record(*row);
    storeSetting(recordKey(),
                 QStringList{toQt(snapshot.file(entry.file).path), QString::number(entry.offset)});
}

bool Session::restore()
{
    if (!m_settings.restoresSession())
        return false;
    m_kept = {storedSetting(pathsKey()).toStringList(),
              storedSetting(queryKey()).toString(),
              storedSetting(sortKey()).toString(),
              storedSetting(recordKey()).toStringList(),
              {}};
    const bool exist =
        !m_kept.paths.isEmpty() && std::all_of(m_kept.paths.begin(), m_kept.paths.end(),
                                               [](const QString& path) { return QFileInfo::exists(path); });
    if (!exist)
        return false;
    m_isRestoring = true;
    m_workspace.open(m_kept.paths);
    return true;
}

void Session::open(const SavedView& view)
{
    m_kept = {};
    for (const std::filesystem::path& path : view.paths)
        m_kept.paths << toQt(path.string());
    m_kept.query = toQt(view.query);
    const bool isDescending = view.sort.ends_with(kDescending);
    const std::string field = view.sort.substr(0, view.sort.size() - (isDescending ? kDescending.size() : 0));
    m_kept.sort = sortText({field, isDescending});
    m_kept.recordName = view.record;
    m_view = view;
    m_isRestoring = true;
    m_workspace.open(m_kept.paths);
}

/// The record comes before the query: if it matches, it stays the current one.
void Session::continueAt()
{
    restoreRecord();
    if (!m_kept.sort.isEmpty())
        m_workspace.setSort(sortOf(m_kept.sort));
    // A query that no longer has a meaning is left out, without a word: the user has not typed it now.
    if (!m_kept.query.isEmpty())
        (void)m_workspace.setQueryText(m_kept.query);
    if (m_view)
        m_workspace.showParts(*m_view);
    m_view.reset();
    m_isRestoring = false;
    keep();
}

void Session::restoreRecord()
{
    if (const auto colon = m_kept.recordName.rfind(':'); colon != std::string::npos) {
        const auto number = parseNumber<std::uint32_t>(std::string_view(m_kept.recordName).substr(colon + 1));
        const auto rows =
            recordsWithNumber(m_workspace.snapshot(), m_kept.recordName.substr(0, colon), number.value_or(0));
        if (!rows.empty())
            m_workspace.setCurrentRow(rows.front());
    }
    if (m_kept.record.size() != 2)
        return;
    const Snapshot& snapshot = m_workspace.snapshot();
    const std::string path = fromQt(m_kept.record[0]);
    for (std::size_t id = 0; id < snapshot.files.size(); ++id) {
        if (snapshot.files[id].path != path)
            continue;
        const auto row =
            recordAt(snapshot, {FileId{static_cast<std::uint32_t>(id)}, m_kept.record[1].toULongLong(), 0});
        if (row)
            m_workspace.setCurrentRow(row);
        return;
    }
}

} // namespace duologue::ui
