// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/message_list_model.h"

#include "ui/models/words/message_words.h"
#include "ui/work/qt_text.h"

namespace duologue::ui {

namespace {

constexpr std::size_t kPreviewBytes = 400;
constexpr qsizetype kPreviewLength = 120;

/// The beginning of a text on one line. The bytes are cut first, because texts may be megabytes long.
QString preview(std::string_view text)
{
    QString line = toQt(text.substr(0, kPreviewBytes)).simplified();
    if (line.size() > kPreviewLength || text.size() > kPreviewBytes)
        line = line.left(kPreviewLength) + QStringLiteral("…");
    return line;
}

} // namespace

MessageListModel::MessageListModel(QObject* parent) : QAbstractTableModel(parent) {}

void MessageListModel::setRecord(DecodedRecordPtr record, IntentCodes codes)
{
    beginResetModel();
    m_record = std::move(record);
    m_codes = std::move(codes);
    endResetModel();
}

int MessageListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_record ? 0 : static_cast<int>(m_record->conversation.messages.size());
}

int MessageListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString MessageListModel::text(const Message& message, int row, int column) const
{
    switch (column) {
    case NumberColumn:
        return QString::number(row + 1);
    case RoleColumn:
        return roleWord(message);
    case IntentColumn:
        return intentWords(m_record->conversation, message);
    case MarkColumn:
        return markWord(message.hallucination);
    case SatisfactionColumn:
        return message.satisfaction == 0 ? QString() : tr("%1 of 5").arg(message.satisfaction);
    default:
        if (const QString memo = tellingMemo(message); !memo.isEmpty())
            return memo;
        return preview(m_record->conversation.originalText(message));
    }
}

QStringList MessageListModel::intents(const Message& message) const
{
    QStringList values;
    for (const Name& intent : m_record->conversation.intentsOf(message))
        values << toQt(intent.shown());
    return values;
}

QList<IntentCode> MessageListModel::intentCodes(const Message& message) const
{
    QList<IntentCode> codes;
    for (const Name& intent : m_record->conversation.intentsOf(message))
        codes << m_codes.of(intent);
    return codes;
}

QVariant MessageListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_record)
        return {};
    const Message& message = m_record->conversation.messages.at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return text(message, index.row(), index.column());
    case Qt::TextAlignmentRole:
        return QVariant(index.column() == NumberColumn ? Qt::AlignRight | Qt::AlignVCenter
                                                       : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return asToolTip(text(message, index.row(), index.column()));
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(
            headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
            text(message, index.row(), index.column()));
    case MessageRole:
        return index.row();
    case MarkRole:
        return static_cast<int>(message.hallucination);
    case IsAnnotatedRole:
        return message.intents.size() > 0 || message.hallucination != Mark::NotAnnotated ||
               message.satisfaction > 0;
    case IsMarkedRole:
        return isSuspect(message);
    case SatisfactionRole:
        return message.satisfaction;
    case IntentsRole:
        return intents(message);
    case IntentCodesRole:
        return QVariant::fromValue(intentCodes(message));
    default:
        return {};
    }
}

QVariant MessageListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NumberColumn:
        return tr("#", "number of a message");
    case RoleColumn:
        return tr("Role");
    case IntentColumn:
        return tr("Intent");
    case MarkColumn:
        return tr("Hallucination");
    case SatisfactionColumn:
        return tr("Satisfaction");
    default:
        return tr("Memo or text");
    }
}

} // namespace duologue::ui
