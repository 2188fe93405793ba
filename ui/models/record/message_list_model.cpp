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

void MessageListModel::setRecord(DecodedRecordPtr record)
{
    beginResetModel();
    m_record = std::move(record);
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
    case MemoColumn:
        return tellingMemo(message);
    default:
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
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(
            headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
            text(message, index.row(), index.column()));
    case MessageRole:
        return index.row();
    case MarkRole:
        return static_cast<int>(message.hallucination);
    case HasIntentRole:
        return message.intents.size() > 0;
    case IntentsRole:
        return intents(message);
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
    case MemoColumn:
        return tr("Memo");
    default:
        return tr("Text");
    }
}

} // namespace duologue::ui
