// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/source_filter.h"

#include "ui/work/qt_text.h"

#include <algorithm>

namespace duologue::ui {

namespace {

constexpr std::string_view kFileField = "file";

/// Adds the paths that the terms name.
void addNamedPaths(const Query& query, QStringList& paths)
{
    if (query.kind == QueryKind::Term && query.term.kind == TermKind::Equals)
        paths << toQt(query.term.value);
    for (const Query& part : query.parts)
        addNamedPaths(part, paths);
}

bool liesIn(const QString& path, const QString& folder)
{
    return folder.endsWith(QLatin1Char('/')) && path.size() > folder.size() && path.startsWith(folder);
}

} // namespace

SourceFilter::SourceFilter(const Query& query)
{
    for (const Query& part : conjuncts(query)) {
        if (isAbout(part, kFileField))
            addNamedPaths(part, part.kind == QueryKind::Not ? m_excluded : m_chosen);
    }
}

SourceFilter::State SourceFilter::stateOf(const QString& path) const
{
    const auto names = [&](const QStringList& paths) { return paths.contains(path); };
    const auto surrounds = [&](const QStringList& paths) {
        return std::any_of(paths.begin(), paths.end(),
                           [&](const QString& each) { return liesIn(path, each); });
    };
    if (names(m_excluded) || surrounds(m_excluded))
        return State::Excluded;
    if (m_chosen.isEmpty())
        return State::Free;
    if (names(m_chosen))
        return State::Chosen;
    if (surrounds(m_chosen))
        return State::Within;
    const bool isAround = std::any_of(m_chosen.begin(), m_chosen.end(),
                                      [&](const QString& each) { return liesIn(each, path); });
    return isAround ? State::Free : State::Outside;
}

bool SourceFilter::isOnly(const QString& path) const
{
    return m_excluded.isEmpty() && m_chosen == QStringList{path};
}

Query fileTerm(const QString& path)
{
    QueryTerm term;
    term.kind = TermKind::Equals;
    term.field = kFileField;
    term.value = fromQt(path);
    return Query::of(std::move(term));
}

} // namespace duologue::ui
