// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/hit_list_model.h"

#include "core/data/field_reader.h"
#include "ui/models/words/message_words.h"
#include "ui/work/qt_text.h"

namespace duologue::ui {

namespace {

QString excerptText(const HitExcerpt& excerpt)
{
    return toQt(excerpt.before + excerpt.hit + excerpt.after);
}

} // namespace

void HitListModel::begin(SnapshotPtr snapshot)
{
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_hits.clear();
    endResetModel();
}

void HitListModel::add(std::vector<TextHit> hits)
{
    if (hits.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(hits.size()) - 1);
    for (TextHit& hit : hits)
        m_hits.push_back(std::move(hit));
    endInsertRows();
}

int HitListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_hits.size());
}

int HitListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString HitListModel::text(const TextHit& hit, int column) const
{
    switch (column) {
    case Conversation: {
        const auto id = m_snapshot ? findField(*m_snapshot, "id") : std::nullopt;
        return id && hit.row < m_snapshot->endRow() ? asLabel(id->text(hit.row)) : QString();
    }
    case Speaker:
        if (hit.part == TextPart::Context)
            return tr("Context");
        if (hit.part == TextPart::Candidate)
            return tr("Candidate");
        return hit.message == RecordText::kNoMessage
                   ? asLabel(hit.field)
                   : QStringLiteral("#%1 %2").arg(hit.message + 1).arg(roleWord(hit.role));
    case Words:
        return asLabel(hit.excerpt.before + hit.excerpt.hit + hit.excerpt.after);
    default:
        return asLabel(hit.counterpart);
    }
}

QVariant HitListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const TextHit& shown = hit(index.row());
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return text(shown, index.column());
    if (role == Qt::ToolTipRole) {
        const QString whole =
            index.column() == Words ? excerptText(shown.excerpt) : text(shown, index.column());
        return asToolTip(whole);
    }
    if (role == kExcerptRole && index.column() == Words)
        return QStringList{asLabel(shown.excerpt.before), asLabel(shown.excerpt.hit),
                           asLabel(shown.excerpt.after)};
    return {};
}

QVariant HitListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Conversation:
        return tr("Conversation");
    case Speaker:
        return tr("Message");
    case Words:
        return tr("Words around the hit");
    default:
        return tr("Other language");
    }
}

} // namespace duologue::ui
