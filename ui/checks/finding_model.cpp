// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checks/finding_model.h"
#include "core/data/record_keys.h"
#include "core/load/record_reader.h"
#include "core/query/stops.h"
#include "ui/app/text.h"
#include "ui/app/words.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace duologue::ui {

namespace {

QString wordsOfChecks(std::string_view text)
{
    return QCoreApplication::translate("Checks", text.data());
}

QString severityTitle(const Check& check)
{
    if (check.isMaybe)
        return FindingModel::tr("to review");
    switch (check.severity) {
    case Severity::Error:
        return FindingModel::tr("error");
    case Severity::Warning:
        return FindingModel::tr("warning");
    case Severity::Note:
        break;
    }
    return FindingModel::tr("note");
}

constexpr int kExcerptsKept = 2'000;

/// The words that are marked, with some around them, or else the beginning of the message.
QString excerptIn(const Conversation& conversation, const Finding& finding)
{
    constexpr std::size_t kAround = 24;
    constexpr std::size_t kBeginning = 60;
    if (!finding.marks.empty() && finding.marks.front().text < conversation.texts.size()) {
        const FindingMark& mark = finding.marks.front();
        const std::string_view text = conversation.texts[mark.text].text;
        const Excerpt excerpt = excerptAround(text, std::min<std::size_t>(mark.begin, text.size()),
                                              std::min<std::size_t>(mark.end, text.size()), kAround);
        const std::size_t whole = wholeCharacters(excerpt.hit, std::min(excerpt.hit.size(), 4 * kBeginning));
        return asLabel(excerpt.before + excerpt.hit.substr(0, whole) + excerpt.after);
    }
    if (finding.part != FindingPart::Message || finding.message >= conversation.messages.size())
        return {};
    const std::string_view text = conversation.originalText(conversation.messages[finding.message]);
    return asLabel(excerptAround(text, 0, 0, kBeginning).after);
}

QString placeOfFinding(const Snapshot& snapshot, const Finding& finding)
{
    if (finding.part == FindingPart::Dataset)
        return FindingModel::tr("the whole dataset");
    const QString record = asLabel(nameOfRecord(snapshot, finding.row));
    if (finding.part != FindingPart::Message)
        return record;
    return FindingModel::tr("%1, message %2").arg(record).arg(finding.message + 1);
}

} // namespace

FindingModel::FindingModel(QObject* parent)
    : GroupedModel(ColumnCount, parent),
      m_excerpts(
          kExcerptsKept,
          [this] {
              return [checked = m_checked](const std::vector<std::uint32_t>& numbers, const Job& job) {
                  Excerpts::Values read;
                  RecordReader record(*checked->snapshot);
                  for (const std::uint32_t number : numbers) {
                      if (job.stopRequested())
                          break;
                      const Finding& finding = checked->run.findings[number];
                      record.read(finding.row);
                      const Conversation* const conversation = record.conversation();
                      read.emplace_back(number, conversation == nullptr ? QString()
                                                                        : excerptIn(*conversation, finding));
                  }
                  return read;
              };
          },
          [this](const std::vector<std::uint32_t>& read) {
              for (const std::uint32_t number : read) {
                  if (const QModelIndex index = indexOfFinding(number); index.isValid())
                      Q_EMIT dataChanged(index, index);
              }
          })
{
}

QString checkTitle(const Check& check)
{
    return wordsOfChecks(check.title);
}

QString checkReason(const Check& check)
{
    return wordsOfChecks(check.why);
}

QString checkScope(const CheckResult& result)
{
    QString text = FindingModel::tr("Checked %1: %2.")
                       .arg(wordsOfChecks(unitName(result.check->unit)), countText(result.lookedAt));
    QStringList reasons;
    for (const auto& [reason, count] : result.notJudged)
        reasons << QStringLiteral("%1 (%2)").arg(translated(reason), countText(count));
    if (!reasons.isEmpty())
        text +=
            QLatin1Char(' ') + FindingModel::tr("Not judged: %1.").arg(reasons.join(QStringLiteral(", ")));
    if (result.suppressed > 0)
        text += QLatin1Char(' ') + FindingModel::tr("Accepted: %1.").arg(countText(result.suppressed));
    if (result.check->threshold)
        text += QLatin1Char(' ') + FindingModel::tr("Threshold: %1 (%2).")
                                       .arg(QLocale().toString(result.threshold, 'g', 4),
                                            wordsOfChecks(result.check->threshold->meaning));
    return text;
}

void FindingModel::setChecked(CheckedSnapshotPtr checked, const QString& words)
{
    beginResetModel();
    if (checked != m_checked) {
        m_excerpts.forget();
    }
    m_checked = std::move(checked);
    m_groups.clear();
    m_accepted.clear();
    std::uint32_t first = 0;
    if (m_checked != nullptr) {
        const auto& findings = m_checked->run.findings;
        for (const CheckResult& result : m_checked->run.results) {
            const std::uint32_t begin = first;
            while (first < findings.size() && findings[first].check == indexOf(*result.check))
                ++first;
            const bool isWanted =
                words.isEmpty() || checkTitle(*result.check).contains(words, Qt::CaseInsensitive);
            if (first > begin && isWanted)
                m_groups.push_back({&result, begin, first - begin,
                                    spreadOf(std::span(findings).subspan(begin, first - begin),
                                             m_checked->snapshot->recordCount())});
        }
    }
    // Errors before warnings before notes, what has to be looked at last; the order of checks otherwise.
    const auto rank = [](const Group& group) {
        const Check& check = *group.result->check;
        return check.isMaybe ? -1 : static_cast<int>(check.severity);
    };
    std::stable_sort(m_groups.begin(), m_groups.end(),
                     [&](const Group& left, const Group& right) { return rank(left) > rank(right); });
    for (std::uint32_t i = 0; m_checked != nullptr && i < m_checked->run.accepted.size(); ++i) {
        const Check& check = *checks()[m_checked->run.accepted[i].check];
        if (words.isEmpty() || checkTitle(check).contains(words, Qt::CaseInsensitive))
            m_accepted.push_back(i);
    }
    if (!m_accepted.empty())
        m_groups.push_back({nullptr, 0, static_cast<std::uint32_t>(m_accepted.size()), {}});
    endResetModel();
}

QModelIndex FindingModel::indexOfCheck(std::size_t check) const
{
    for (int row = 0; row < checkCount(); ++row) {
        if (indexOf(*m_groups[static_cast<std::size_t>(row)].result->check) == check)
            return index(row, 0);
    }
    return {};
}

QModelIndex FindingModel::indexOfFinding(std::uint32_t number) const
{
    for (int row = 0; row < checkCount(); ++row) {
        const Group& group = m_groups[static_cast<std::size_t>(row)];
        if (number >= group.first && number - group.first < group.count)
            return index(static_cast<int>(number - group.first), WhatColumn, index(row, WhatColumn));
    }
    return {};
}

bool FindingModel::isAcceptedGroup(const QModelIndex& index) const
{
    return index.isValid() && isGroup(index) && index.row() >= checkCount();
}

const Finding* FindingModel::findingAt(const QModelIndex& index) const
{
    if (const QVariant number = index.data(FindingRole); number.isValid())
        return &m_checked->run.findings[number.toUInt()];
    const QVariant number = index.data(AcceptedRole);
    return number.isValid() ? &m_checked->run.accepted[number.toUInt()] : nullptr;
}

QModelIndex FindingModel::step(const QModelIndex& from, int by) const
{
    const int groups = checkCount();
    if (groups == 0)
        return {};
    int group = by > 0 ? 0 : groups - 1;
    int row = -1;
    const bool isAmongAccepted = isAcceptedGroup(from) || isAcceptedGroup(from.parent());
    if (from.isValid() && !isAmongAccepted) {
        const bool isCheck = isGroup(from);
        group = static_cast<int>(groupOf(from));
        // From a check, the next finding is its first, and the one before is the last of the check before.
        row = isCheck ? (by > 0 ? 0 : -1) : from.row() + by;
    } else {
        row = by > 0 ? 0 : static_cast<int>(m_groups[static_cast<std::size_t>(group)].count) - 1;
    }
    if (row < 0) {
        group = (group + groups - 1) % groups;
        row = static_cast<int>(m_groups[static_cast<std::size_t>(group)].count) - 1;
    } else if (row >= static_cast<int>(m_groups[static_cast<std::size_t>(group)].count)) {
        group = (group + 1) % groups;
        row = 0;
    }
    return index(row, WhatColumn, index(group, WhatColumn));
}

std::size_t FindingModel::findingCount() const
{
    std::size_t count = 0;
    for (int i = 0; i < checkCount(); ++i)
        count += m_groups[static_cast<std::size_t>(i)].count;
    return count;
}

std::size_t FindingModel::numberOf(const QModelIndex& index) const
{
    if (!index.isValid() || isGroup(index) || isAcceptedGroup(index.parent()))
        return 0;
    std::size_t number = static_cast<std::size_t>(index.row()) + 1;
    for (std::size_t i = 0; i < groupOf(index); ++i)
        number += m_groups[i].count;
    return number;
}

QVariant FindingModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Group& group = m_groups[groupOf(index)];
    return isGroup(index) ? groupData(group, index.column(), role)
                          : findingData(group, static_cast<std::uint32_t>(index.row()), index.column(), role);
}

QVariant FindingModel::acceptedData(int column, int role) const
{
    const QString count = countText(m_accepted.size());
    if (role == Qt::ToolTipRole)
        return asToolTip(tr("Accepted findings. They are stored with the dataset."));
    if (role == Qt::TextAlignmentRole && column == CountColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return column == WhatColumn    ? QVariant(tr("Accepted (%1)").arg(count))
           : column == CountColumn ? QVariant(count)
                                   : QVariant();
}

QVariant FindingModel::groupData(const Group& group, int column, int role) const
{
    if (group.result == nullptr)
        return acceptedData(column, role);
    const Check& check = *group.result->check;
    if (role == CheckRole)
        return static_cast<uint>(indexOf(check));
    if (column == SpreadColumn && group.spread.most() > 0) {
        if (role == SpreadRole)
            return QVariant::fromValue(group.spread);
        if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
            return spreadText(group.spread);
    }
    if (role == Qt::ToolTipRole && column == RecordColumn)
        return asToolTip(tr("Found in %1.").arg(conversationsText(group.result->records)) + QLatin1Char(' ') +
                         checkScope(*group.result));
    if (role == Qt::ToolTipRole)
        return asToolTip(checkReason(check));
    if (role == Qt::TextAlignmentRole && column == CountColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case SpreadColumn:
        return {};
    case WhatColumn:
        return QStringLiteral("%1 · %2").arg(checkTitle(check), severityTitle(check));
    case RecordColumn:
        return judgedText(*group.result);
    default:
        return countText(group.count);
    }
}

/// "4 of 12 records judged, 33.3 %": the share that reports give as well.
QString FindingModel::judgedText(const CheckResult& result) const
{
    const std::optional<double> share = result.share();
    return share ? tr("%1 of %2 checked %3 (%4%)")
                       .arg(countText(result.units), countText(result.lookedAt),
                            wordsOfChecks(unitName(result.check->unit)),
                            QLocale().toString(100 * *share, 'f', 1))
                 : tr("the whole dataset");
}

/// Where the highest bar stands, in words.
QString FindingModel::spreadText(const FindingSpread& spread) const
{
    const auto most = std::ranges::max_element(spread.parts, {}, &FindingSpread::Part::share);
    const auto last = most->first + static_cast<std::uint32_t>(most->records - 1);
    return tr("Most frequent from %1 to %2: in %3 of %4 conversations")
        .arg(asLabel(nameOfRecord(*m_checked->snapshot, most->first)),
             asLabel(nameOfRecord(*m_checked->snapshot, last)), countText(most->found),
             countText(most->records));
}

QString FindingModel::excerptOf(std::uint32_t number) const
{
    const Finding& finding = m_checked->run.findings[number];
    // Lists are shown where others see them.
    if (finding.isPersonal || finding.part == FindingPart::Dataset || finding.part == FindingPart::Record)
        return {};
    const QString* known = m_excerpts.of(number);
    return known == nullptr ? QString() : *known;
}

QVariant FindingModel::findingData(const Group& group, std::uint32_t number, int column, int role) const
{
    const bool isAccepted = group.result == nullptr;
    const std::uint32_t place = isAccepted ? m_accepted[number] : group.first + number;
    const Finding& finding = isAccepted ? m_checked->run.accepted[place] : m_checked->run.findings[place];
    if (role == (isAccepted ? AcceptedRole : FindingRole))
        return place;
    if (role == CheckRole)
        return static_cast<uint>(finding.check);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    QString text;
    if (column == WhatColumn)
        text = (isAccepted ? checkTitle(*checks()[finding.check]) + QStringLiteral(": ") : QString()) +
               translated(finding.what);
    if (column == WhatColumn && !isAccepted) {
        if (const QString excerpt = excerptOf(place); !excerpt.isEmpty())
            text += QStringLiteral("  “%1”").arg(excerpt);
    } else if (column == RecordColumn)
        text = placeOfFinding(*m_checked->snapshot, finding);
    return role == Qt::ToolTipRole ? asToolTip(text) : text;
}

QVariant FindingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnTitle({tr("Finding"), tr("First to last file"), tr("Where"), tr("Count")}, section,
                       orientation, role);
}

} // namespace duologue::ui
