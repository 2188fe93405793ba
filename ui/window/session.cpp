// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/session.h"
#include "core/data/record_keys.h"
#include "core/data/same_record.h"
#include "core/util/numbers.h"
#include "ui/app/query_memory.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/table/record_table_view.h"
#include "ui/transcript/transcript_view.h"

#include <QFileInfo>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <utility>

namespace duologue::ui {

namespace {

/// Several changes that belong together are kept once.
constexpr int kKeepMs = 300;

constexpr QLatin1String kPathsKey("session/paths");
constexpr QLatin1String kQueryKey("session/query");
constexpr QLatin1String kSortKey("session/sort");
constexpr QLatin1String kColumnsKey("session/columns");
constexpr QLatin1String kRecordKey("session/record");
constexpr QLatin1String kPlaceKey("session/place");

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

QStringList toTexts(const ReadingState& state)
{
    QStringList texts{QString::number(state.message)};
    if (const auto& place = state.place)
        texts << QString::number(place->message) << QString::number(place->text)
              << QString::number(place->letters) << QString::number(place->share)
              << QString::number(place->top) << QString::number(place->isEnd ? 1 : 0);
    return texts;
}

/// The beginning of the conversation if the texts are none of toTexts().
ReadingState stateOf(const QStringList& texts)
{
    constexpr qsizetype kTexts = 7;
    constexpr double kFarthest = 1e6;
    ReadingState state;
    if (texts.size() != kTexts) {
        if (texts.size() == 1)
            state.message = std::max(-1, texts[0].toInt());
        return state;
    }
    ReadingPlace place{texts[1].toInt(),    texts[2].toInt(),    texts[3].toInt(),
                       texts[4].toDouble(), texts[5].toDouble(), texts[6].toInt() != 0};
    const bool isPlace = place.message >= -1 && place.text >= -1 && place.message + place.text >= -1 &&
                         place.letters >= 0 && place.share >= 0 && place.share <= 1 &&
                         std::abs(place.top) < kFarthest;
    if (isPlace || place.isEnd)
        state.place = place;
    state.message = std::max(-1, texts[0].toInt());
    return state;
}

/// Whether the record has what the place names.
bool fits(const ReadingPlace& place, const Conversation& conversation)
{
    return place.isEnd || (place.message < static_cast<int>(conversation.messages.size()) &&
                           place.text < static_cast<int>(conversation.texts.size()));
}

} // namespace

Session::Session(Workspace& workspace, RecordTableView& table, TranscriptView& transcript, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_table(table), m_transcript(transcript)
{
    m_keep.setSingleShot(true);
    m_keep.setInterval(kKeepMs);
    connect(&m_keep, &QTimer::timeout, this, &Session::flush);
    connect(&m_workspace, &Workspace::pathsChanged, this, &Session::followPaths);
    for (auto signal : {&Workspace::viewChanged, &Workspace::queryChanged, &Workspace::currentChanged})
        connect(&m_workspace, signal, this, &Session::keepSoon);
    connect(&m_table, &RecordTableView::arrangementChanged, this, &Session::keepSoon);
    connect(m_transcript.verticalScrollBar(), &QScrollBar::valueChanged, this, &Session::keepSoon);
    connect(&m_workspace, &Workspace::currentMessageChanged, this, &Session::keepSoon);
    // After the transcript, which shows the record first.
    connect(&m_workspace, &Workspace::currentChanged, this, &Session::restorePlace);
    connect(&m_workspace, &Workspace::loadingChanged, this, [this](bool loading) {
        if (!loading && m_isRestoring)
            continueAt();
    });
}

/// Another dataset may be opened before this one was restored.
void Session::followPaths()
{
    if (m_isRestoring && m_workspace.paths() != m_kept.paths) {
        m_isRestoring = false;
        m_view.reset();
    }
    m_placeOf.reset();
    keepSoon();
}

void Session::keepSoon()
{
    if (!m_isRestoring && !m_placeOf && !m_keep.isActive())
        m_keep.start();
}

void Session::flush()
{
    m_keep.stop();
    if (m_isRestoring || m_placeOf)
        return;
    QStringList paths;
    // Rows of a table are fetched again by hand: that may take long, and cost others something.
    for (const QString& path : m_workspace.origin().isEmpty() ? m_workspace.paths() : QStringList())
        paths << QFileInfo(path).absoluteFilePath();
    storeOrRemove(kPathsKey, paths, paths.isEmpty());
    const QString query = toQt(toText(m_workspace.query()));
    storeOrRemove(kQueryKey, query, query.isEmpty() || query.size() > QueryMemory::kLongestText);
    const QString sort = sortText(m_workspace.sort());
    storeOrRemove(kSortKey, sort, sort.isEmpty());
    const QStringList columns = m_table.arrangement();
    storeOrRemove(kColumnsKey, columns, columns.isEmpty());
    keepRecord();
}

void Session::keepRecord()
{
    const auto row = m_workspace.currentRow();
    const Snapshot& snapshot = m_workspace.snapshot();
    if (!row || *row >= snapshot.endRow()) {
        storeSetting(kRecordKey, {});
        storeSetting(kPlaceKey, {});
        return;
    }
    const RecordEntry& entry = snapshot.record(*row);
    storeSetting(kRecordKey, QStringList{toQt(snapshot.file(entry.file).path), QString::number(entry.offset),
                                         toQt(OwnIds(snapshot).of(*row))});
    const DecodedRecordPtr& shown = m_transcript.shownSource().record;
    if (shown && shown->row == *row)
        storeSetting(kPlaceKey, toTexts({m_transcript.readingPlace(), m_workspace.currentMessage()}));
}

Session::Kept Session::kept()
{
    return {keptPaths(),
            storedSetting(kQueryKey).toString(),
            storedSetting(kSortKey).toString(),
            storedSetting(kColumnsKey).toStringList(),
            storedSetting(kRecordKey).toStringList(),
            {},
            stateOf(storedSetting(kPlaceKey).toStringList())};
}

QStringList Session::keptPaths()
{
    QStringList paths = storedSetting(kPathsKey).toStringList();
    paths.removeAll(QString());
    return paths;
}

bool Session::restore()
{
    m_kept = kept();
    if (m_kept.paths.isEmpty())
        return false;
    m_keep.stop();
    m_view.reset();
    m_isRestoring = true;
    m_workspace.open(m_kept.paths);
    return true;
}

void Session::resume()
{
    m_kept = kept();
    if (m_kept.paths.isEmpty())
        return;
    m_table.arrange(m_kept.columns);
    m_placeOf = m_workspace.currentRow();
    restorePlace();
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

/// None of the paths that were open last is there any more.
bool Session::isGone() const
{
    const Snapshot& snapshot = m_workspace.snapshot();
    if (m_view || snapshot.recordCount() > 0 || snapshot.problems.size() == 0)
        return false;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        if (snapshot.problems[i].code != ProblemCode::PathMissing)
            return false;
    }
    return true;
}

/// The record comes before the query: if it matches, it stays the current one.
void Session::continueAt()
{
    if (isGone()) {
        const QString missing = m_kept.paths.join(QStringLiteral(", "));
        // Kept, so that it comes back when its disk is there again.
        m_kept.paths.clear();
        m_workspace.close();
        m_keep.stop();
        m_isRestoring = false;
        m_workspace.report(tr("The dataset that was open last no longer exists:"), missing);
        Q_EMIT notRestored();
        return;
    }
    restoreRecord();
    if (!m_kept.sort.isEmpty())
        m_workspace.setSort(sortOf(m_kept.sort));
    // The data, or what a query may contain, can have changed since.
    if (const auto mistake = m_kept.query.isEmpty() ? std::nullopt : m_workspace.setQueryText(m_kept.query))
        m_workspace.report(tr("The filter %1 is not applied:").arg(m_kept.query), translated(mistake->what));
    if (m_view)
        m_workspace.showParts(*m_view);
    else
        m_table.arrange(m_kept.columns);
    m_view.reset();
    m_isRestoring = false;
    restorePlace();
    keepSoon();
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
    // Version 1.3 kept no id.
    if (m_kept.record.size() < 2)
        return;
    const Snapshot& snapshot = m_workspace.snapshot();
    const std::string path = fromQt(m_kept.record[0]);
    for (std::size_t id = 0; id < snapshot.files.size(); ++id) {
        if (snapshot.files[id].path != path)
            continue;
        const FileId file{static_cast<std::uint32_t>(id)};
        const auto there = recordAt(snapshot, {file, m_kept.record[1].toULongLong(), 0});
        const std::string ownId = fromQt(m_kept.record.value(2));
        // The file may have changed since.
        const bool isMoved = !ownId.empty() && (!there || OwnIds(snapshot).of(*there) != ownId);
        const auto row = isMoved ? recordOfFile(snapshot, file, ownId) : there;
        if (!row)
            return;
        m_placeOf = row;
        m_workspace.setCurrentRow(row);
        return;
    }
}

/// The place in the record that was restored, when it is read.
void Session::restorePlace()
{
    if (!m_placeOf || m_isRestoring)
        return;
    const auto row = m_workspace.currentRow();
    const DecodedRecordPtr& shown = m_transcript.shownSource().record;
    if (row == m_placeOf && (!shown || shown->row != *row)) {
        // A record that cannot be read has no place.
        if (m_workspace.currentProblem())
            m_placeOf.reset();
        return;
    }
    m_placeOf.reset();
    if (!shown || row != shown->row)
        return;
    const Conversation& conversation = shown->conversation;
    if (m_kept.place.message < static_cast<int>(conversation.messages.size()))
        m_workspace.setCurrentMessage(m_kept.place.message);
    if (m_kept.place.place && fits(*m_kept.place.place, conversation))
        m_transcript.aimAt(*m_kept.place.place);
}

} // namespace duologue::ui
