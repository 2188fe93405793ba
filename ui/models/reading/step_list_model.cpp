// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/reading/step_list_model.h"

#include "ui/models/reading/call_text.h"
#include "ui/models/words/message_words.h"
#include "ui/work/qt_text.h"

#include <QFont>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr std::size_t kPreviewBytes = 400;
constexpr qsizetype kPreviewLength = 100;

QString lineOf(std::string_view text)
{
    return asLabel(
               toQt(text.substr(0, wholeCharacters(text, std::min(text.size(), kPreviewBytes)))).simplified())
        .left(kPreviewLength);
}

} // namespace

void StepListModel::setRecord(DecodedRecordPtr record)
{
    m_record = std::move(record);
    listEntries();
}

void StepListModel::setErrorsOnly(bool only)
{
    m_errorsOnly = only;
    listEntries();
}

void StepListModel::listEntries()
{
    beginResetModel();
    m_entries.clear();
    m_steps = 0;
    m_errors = 0;
    const auto add = [this](const Entry& entry) {
        if (!m_errorsOnly || entry.isError)
            m_entries.push_back(entry);
    };
    for (std::size_t i = 0; m_record && i < m_record->conversation.messages.size(); ++i) {
        const Conversation& conversation = m_record->conversation;
        const Message& message = conversation.messages[i];
        bool hasCalls = false;
        for (std::uint32_t part = message.parts.begin; part < message.parts.end; ++part) {
            const Part& call = conversation.parts[part];
            if (call.kind != PartKind::Call)
                continue;
            hasCalls = true;
            const bool isError =
                call.counterpart != Part::kNone && conversation.parts[call.counterpart].isError;
            ++m_steps;
            m_errors += isError ? 1 : 0;
            add({static_cast<int>(i), part, isError});
        }
        if (!hasCalls && message.role != "tool" && message.role != "system")
            add({static_cast<int>(i), Part::kNone, false});
    }
    endResetModel();
}

int StepListModel::rowOf(int message) const
{
    const auto after = std::ranges::upper_bound(m_entries, message, {}, &Entry::message);
    return static_cast<int>(after - m_entries.begin()) - 1;
}

int StepListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QString StepListModel::text(const Entry& entry) const
{
    const Conversation& conversation = m_record->conversation;
    const Message& message = conversation.messages[static_cast<std::size_t>(entry.message)];
    if (entry.call == Part::kNone)
        return roleWord(message) + QStringLiteral("  ") + lineOf(conversation.originalText(message));
    const Part& call = conversation.parts[entry.call];
    const QString first = callTextOf(call).first;
    QString line = QStringLiteral("    ") + asLabel(call.name);
    if (!first.isEmpty())
        line += QStringLiteral("  ") + asLabel(first);
    return entry.isError ? line + QStringLiteral("  ✗") : line;
}

QVariant StepListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_record)
        return {};
    const Entry& entry = m_entries.at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return text(entry);
    case Qt::ToolTipRole:
        return asToolTip(text(entry).trimmed());
    case Qt::AccessibleTextRole:
        return entry.isError ? tr("%1, failed").arg(text(entry).trimmed()) : text(entry).trimmed();
    case Qt::FontRole: {
        QFont font;
        font.setBold(entry.call == Part::kNone);
        return font;
    }
    case MessageRole:
        return entry.message;
    case IsErrorRole:
        return entry.isError;
    default:
        return {};
    }
}

} // namespace duologue::ui
