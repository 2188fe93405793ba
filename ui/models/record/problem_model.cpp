// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/problem_model.h"

#include "core/load/problem_place.h"
#include "ui/models/words/standard_icon.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"

#include <algorithm>
#include <array>

namespace duologue::ui {

namespace {

constexpr std::size_t kShownOfAKind = 1000;
constexpr std::size_t kLocatedOfAKind = 200;
/// The internal id of an index of a kind. That of a problem is the row of its kind plus one.
constexpr quintptr kIsKind = 0;

QIcon iconOf(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return standardIcon(QStyle::SP_MessageBoxCritical);
    case Severity::Warning:
        return standardIcon(QStyle::SP_MessageBoxWarning);
    case Severity::Note:
        break;
    }
    return standardIcon(QStyle::SP_MessageBoxInformation);
}

QString fileOf(const Snapshot& snapshot, const Problem& problem)
{
    return problem.where.file == kNoFile ? QString() : asLabel(snapshot.file(problem.where.file).shownPath);
}

} // namespace

QString problemTitle(ProblemCode code)
{
    return QCoreApplication::translate("ProblemCode", std::string(codeTitle(code)).c_str());
}

ProblemModel::ProblemModel(QObject* parent) : QAbstractItemModel(parent) {}

std::vector<ProblemModel::Kind> ProblemModel::group(const Snapshot& snapshot, const QString& words)
{
    std::vector<Kind> kinds;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const Problem& problem = snapshot.problems[i];
        if (!words.isEmpty()) {
            const QString text = problemTitle(problem.code) + QLatin1Char(' ') + translated(problem.detail) +
                                 QLatin1Char(' ') + fileOf(snapshot, problem) + QLatin1Char(' ') +
                                 toQt(problem.pointer);
            if (!text.contains(words, Qt::CaseInsensitive))
                continue;
        }
        auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& known) {
            return known.code == problem.code && known.severity == problem.severity;
        });
        if (kind == kinds.end())
            kind = kinds.insert(kinds.end(), {problem.code, problem.severity, 0, {}, {}});
        ++kind->count;
        if (kind->problems.size() < kShownOfAKind)
            kind->problems.push_back(static_cast<std::uint32_t>(i));
    }
    std::stable_sort(kinds.begin(), kinds.end(), [](const Kind& a, const Kind& b) {
        return a.severity != b.severity ? a.severity > b.severity : a.code < b.code;
    });
    return kinds;
}

void ProblemModel::locate(const Snapshot& snapshot, std::vector<Kind>& kinds, const Job& job)
{
    for (Kind& kind : kinds) {
        std::vector<Problem> first;
        for (std::size_t i = 0; i < std::min(kind.problems.size(), kLocatedOfAKind); ++i)
            first.push_back(snapshot.problems[kind.problems[i]]);
        kind.positions = placesOf(snapshot, first, job);
    }
}

void ProblemModel::setKinds(SnapshotPtr snapshot, std::vector<Kind> kinds)
{
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_kinds = std::move(kinds);
    endResetModel();
}

QModelIndex ProblemModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kIsKind);
}

QModelIndex ProblemModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == kIsKind)
        return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, kIsKind);
}

int ProblemModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_kinds.size());
    if (parent.internalId() != kIsKind || parent.column() > 0)
        return 0;
    return static_cast<int>(m_kinds[static_cast<std::size_t>(parent.row())].problems.size());
}

int ProblemModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant ProblemModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (index.internalId() == kIsKind)
        return kindData(m_kinds[static_cast<std::size_t>(index.row())], index.column(), role);
    return problemData(m_kinds[index.internalId() - 1], static_cast<std::size_t>(index.row()), index.column(),
                       role);
}

QVariant ProblemModel::kindData(const Kind& kind, int column, int role) const
{
    if (role == Qt::DecorationRole && column == WhatColumn)
        return iconOf(kind.severity);
    if (role == SeverityRole)
        return static_cast<int>(kind.severity);
    if (role != Qt::DisplayRole || column != WhatColumn)
        return {};
    const QString title = QStringLiteral("%1 (%2)").arg(problemTitle(kind.code), countText(kind.count));
    return kind.count > kind.problems.size()
               ? tr("%1 (the first %2 are listed)").arg(title, countText(kind.problems.size()))
               : title;
}

QVariant ProblemModel::problemData(const Kind& kind, std::size_t index, int column, int role) const
{
    const std::uint32_t number = kind.problems[index];
    const Problem& problem = m_snapshot->problems[number];
    if (role == ProblemRole)
        return number;
    if (role == SeverityRole)
        return static_cast<int>(problem.severity);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    QString text;
    switch (column) {
    case WhatColumn:
        text = translated(problem.detail);
        break;
    case FileColumn:
        text = fileOf(*m_snapshot, problem);
        break;
    default:
        if (index < kind.positions.size() && kind.positions[index])
            text =
                tr("line %1, column %2").arg(kind.positions[index]->line).arg(kind.positions[index]->column);
        if (!problem.pointer.empty())
            text += (text.isEmpty() ? QString() : QStringLiteral(" · ")) + asLabel(problem.pointer);
        break;
    }
    return role == Qt::ToolTipRole ? asToolTip(text) : text;
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case WhatColumn:
        return tr("Problem");
    case FileColumn:
        return tr("File");
    default:
        return tr("Position");
    }
}

} // namespace duologue::ui
