// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/record_table_model.h"
#include "core/load/record_reader.h"
#include "ui/app/text.h"
#include "ui/app/words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace duologue::ui {

namespace {

/// Longer than any cell is wide.
constexpr int kPreviewCharacters = 300;
/// Enough for what is on the screen and a few pages around it.
constexpr int kPreviewsKept = 4000;
/// Parsing a longer record takes tens of milliseconds.
constexpr std::uint64_t kLongestRead = std::uint64_t{8} << 20U;

std::string_view textIn(const Conversation& conversation, Slice texts, Language preferred)
{
    std::string_view found;
    for (const Text& text : conversation.textsOf(texts)) {
        if (text.earlier || trimmed(text.text).empty())
            continue;
        if (text.language == preferred)
            return text.text;
        if (found.empty())
            found = text.text;
    }
    return found;
}

std::string_view previewText(const Conversation& conversation, Language preferred)
{
    for (const bool onlyUser : {true, false}) {
        for (const Message& message : conversation.messages) {
            const bool isMeant = onlyUser ? message.role == "user" : message.role != "system";
            if (const auto text = textIn(conversation, message.texts, preferred); isMeant && !text.empty())
                return text;
        }
    }
    for (const ContextPart& part : conversation.context) {
        if (const auto text = textIn(conversation, part.texts, preferred); !text.empty())
            return text;
    }
    for (const auto* messages : {&conversation.candidateMessages, &conversation.messages}) {
        for (const Message& message : *messages) {
            if (const auto text = textIn(conversation, message.texts, preferred); !text.empty())
                return text;
        }
    }
    return {};
}

/// The first stop in the messages, or else in the other texts, as a conversation is opened at it.
QStringList firstStop(const Snapshot& snapshot, const Conversation& conversation, Row row,
                      const std::vector<StopRule>& rules)
{
    if (rules.empty())
        return {};
    StopLimits limits;
    limits.withCounterparts = false;
    const std::vector<Stop> stops = stopsIn(snapshot, conversation, row, rules, limits);
    if (stops.empty())
        return {};
    const auto said =
        std::ranges::find_if(stops, [](const Stop& stop) { return stop.part == TextPart::Message; });
    const Excerpt& excerpt = (said == stops.end() ? stops.front() : *said).excerpt;
    return {asLabel(excerpt.before), asLabel(excerpt.hit), asLabel(excerpt.after)};
}

RecordPreview readRow(const Snapshot& snapshot, Row row, Language preferred,
                      const std::vector<StopRule>& rules)
{
    RecordPreview preview;
    preview.isMissing = row >= snapshot.endRow();
    if (preview.isMissing || snapshot.record(row).length > kLongestRead)
        return preview;
    const auto record = readRecord(snapshot, row);
    preview.isMissing = !record;
    if (record) {
        const Conversation& conversation = record.value()->conversation;
        preview.text = previewOf(conversation, preferred);
        preview.stop = firstStop(snapshot, conversation, row, rules);
    }
    return preview;
}

} // namespace

QString previewOf(const Conversation& conversation, Language preferred)
{
    return beginningOf(trimmed(previewText(conversation, preferred)), kPreviewCharacters);
}

QString readPreview(const Snapshot& snapshot, Row row, Language preferred)
{
    return readRow(snapshot, row, preferred, {}).text;
}

RecordPreviews::RecordPreviews(QObject* parent)
    : QObject(parent),
      m_preferred(isChineseWindow() ? Language::Chinese : Language::English),
      m_known(
          kPreviewsKept,
          [this] {
              return [snapshot = m_snapshot, preferred = m_preferred,
                      rules = m_rules](const std::vector<std::uint32_t>& rows, const Job& job) {
                  static const std::vector<StopRule> kNone;
                  ReadWhenShown<std::uint32_t, RecordPreview>::Values read;
                  for (const std::uint32_t row : rows) {
                      if (job.stopRequested())
                          break;
                      read.emplace_back(row, readRow(*snapshot, Row{row}, preferred, rules ? *rules : kNone));
                  }
                  return read;
              };
          },
          [this](const auto&) { Q_EMIT arrived(); })
{
}

void RecordPreviews::setSnapshot(SnapshotPtr snapshot)
{
    if (snapshot == m_snapshot)
        return;
    const bool grows = !m_snapshot->complete && m_snapshot->recordCount() <= snapshot->recordCount();
    m_snapshot = std::move(snapshot);
    // A column may have come that the query asks for.
    m_areRulesOld = true;
    if (grows)
        m_known.forgetIf([](const RecordPreview& preview) { return preview.isMissing; });
    else
        m_known.forget();
}

void RecordPreviews::setPreferred(Language language)
{
    if (language == m_preferred)
        return;
    m_preferred = language;
    m_known.forget();
    Q_EMIT arrived();
}

void RecordPreviews::setQuery(const Query& query)
{
    const bool isSame = query == m_query && m_rules;
    if (isSame && !m_areRulesOld)
        return;
    m_query = query;
    m_areRulesOld = false;
    const bool lookedForStops = looksForStops();
    m_rules = std::make_shared<const std::vector<StopRule>>(stopRulesOf(*m_snapshot, query));
    if (!isSame && (lookedForStops || looksForStops()))
        m_known.forget();
}

QString previewTitle()
{
    return RecordTableModel::tr("Preview");
}

RecordTableModel::RecordTableModel(QObject* parent)
    : QAbstractTableModel(parent), m_previews(new RecordPreviews(this))
{
    connect(m_previews, &RecordPreviews::arrived, this, [this] {
        const int column = columnCount() - 1;
        if (m_isPreviewShown && rowCount() > 0)
            Q_EMIT dataChanged(index(0, column), index(rowCount() - 1, column), {Qt::DisplayRole, HitRole});
    });
}

void RecordTableModel::setView(ViewPtr view)
{
    // While a dataset loads, rows are only added: views and selection stay valid.
    const bool grows = view->query == m_view->query && view->sort == m_view->sort &&
                       view->sort.field.empty() && view->order.size() >= m_view->order.size() &&
                       !m_view->order.empty() &&
                       std::equal(m_view->order.begin(), m_view->order.end(), view->order.begin());
    std::vector<FieldReader> columns = columnsOf(*view->snapshot);
    const bool sameColumns =
        std::equal(columns.begin(), columns.end(), m_columns.begin(), m_columns.end(),
                   [](const FieldReader& a, const FieldReader& b) { return a.info().key == b.info().key; });
    if (!grows || !sameColumns) {
        beginResetModel();
        takeView(std::move(view), std::move(columns));
        endResetModel();
        return;
    }
    const bool isChanged = view->snapshot != m_view->snapshot;
    const auto first = static_cast<int>(m_view->order.size());
    const auto last = static_cast<int>(view->order.size()) - 1;
    if (last >= first)
        beginInsertRows({}, first, last);
    takeView(std::move(view), std::move(columns));
    if (last >= first)
        endInsertRows();
    // What the rows before say may have changed, and their previews are to be read again.
    if (isChanged && first > 0 && columnCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(first - 1, columnCount() - 1));
}

void RecordTableModel::takeView(ViewPtr view, std::vector<FieldReader> columns)
{
    if (view->snapshot != m_view->snapshot)
        m_intentCodes = IntentCodes(*view->snapshot);
    m_view = std::move(view);
    m_columns = std::move(columns);
    m_id = findField(*m_view->snapshot, "id");
    const auto marked = keysWith(*m_view->snapshot, &FieldTraits::isMark);
    m_marks = marked.empty() ? std::nullopt : findField(*m_view->snapshot, marked.front());
    m_previews->setSnapshot(m_view->snapshot);
    m_previews->setQuery(m_view->query);
    makeColumns();
}

void RecordTableModel::setFields(std::vector<std::string> keys)
{
    beginResetModel();
    m_keys = std::move(keys);
    m_columns = columnsOf(*m_view->snapshot);
    endResetModel();
    makeColumns();
}

void RecordTableModel::makeColumns()
{
    const auto isMade = [](const FieldReader& column) { return column.isMade(); };
    // While a dataset grows, the next state waits: what is made of this one is a part of it.
    if (m_making.isRunning() || std::all_of(m_columns.begin(), m_columns.end(), isMade))
        return;
    m_making.run(
        [view = m_view, columns = m_columns](const Job& job) {
            for (const FieldReader& column : columns)
                column.make(job);
            return true;
        },
        [this](bool) {
            if (rowCount() > 0 && columnCount() > 0)
                Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
            makeColumns();
        });
}

void RecordTableModel::setPreviewShown(bool shown)
{
    if (shown == m_isPreviewShown)
        return;
    const auto last = static_cast<int>(m_columns.size());
    if (shown)
        beginInsertColumns({}, last, last);
    else
        beginRemoveColumns({}, last, last);
    m_isPreviewShown = shown;
    if (shown)
        endInsertColumns();
    else
        endRemoveColumns();
}

void RecordTableModel::setRatingSteps(std::map<std::string, int> steps)
{
    m_ratingSteps = std::move(steps);
    if (rowCount() > 0 && columnCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {KindRole});
}

RecordTableModel::CellKind RecordTableModel::kindOf(int column) const
{
    if (isPreview(column))
        return CellKind::Text;
    const FieldReader& reader = field(column);
    const FieldInfo& info = reader.info();
    if (info.traits.isMark)
        return CellKind::Marks;
    if (reader.hasIntents())
        return CellKind::Intents;
    if (reader.isNumber())
        return m_ratingSteps.count(info.key) > 0 ? CellKind::Rating : CellKind::Text;
    // The program's own texts are ids and paths; those of the data are read from their beginning.
    return reader.anyColumn() == nullptr || info.key == "id" ? CellKind::Name : CellKind::Text;
}

std::vector<FieldReader> RecordTableModel::columnsOf(const Snapshot& snapshot) const
{
    std::vector<FieldReader> columns;
    for (const std::string& key : m_keys) {
        if (auto field = findField(snapshot, key))
            columns.push_back(std::move(*field));
    }
    return columns;
}

int RecordTableModel::positionOf(Row record) const
{
    const auto& order = m_view->order;
    const auto found = std::find(order.begin(), order.end(), record);
    return found == order.end() ? -1 : static_cast<int>(found - order.begin());
}

int RecordTableModel::rowCount(const QModelIndex& parent) const
{
    constexpr std::size_t kMost = std::numeric_limits<int>::max();
    return parent.isValid() ? 0 : static_cast<int>(std::min(m_view->order.size(), kMost));
}

int RecordTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size()) + (m_isPreviewShown ? 1 : 0);
}

QVariant RecordTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row record = recordAt(index.row());
    if (role == RowRole)
        return QVariant::fromValue(record);
    if (role == SeverityRole) {
        const RecordEntry& entry = m_view->snapshot->record(record);
        return entry.state == RecordState::Broken ? 2 : entry.problems > 0 ? 1 : 0;
    }
    if (isPreview(index.column()))
        return previewData(record, role);
    const FieldReader& column = field(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return column.isMade() ? cellText(*m_view->snapshot, column, record) : QStringLiteral("…");
    case Qt::ToolTipRole: {
        if (!column.isMade())
            return {};
        const QString text = toolTip(column, kindOf(index.column()), record);
        return text.isEmpty() ? QVariant() : QVariant(asToolTip(text));
    }
    case Qt::TextAlignmentRole:
        return QVariant(column.isNumber() ? Qt::AlignRight | Qt::AlignVCenter
                                          : Qt::AlignLeft | Qt::AlignVCenter);
    case KindRole:
        return static_cast<int>(kindOf(index.column()));
    default:
        return drawnData(column, record, role);
    }
}

QVariant RecordTableModel::previewData(Row record, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == SummaryRole)
        return summary(record);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != KindRole && role != HitRole)
        return {};
    const RecordPreview* preview = m_previews->of(record);
    const bool isStop = preview != nullptr && !preview->stop.isEmpty();
    if (role == KindRole)
        return static_cast<int>(isStop ? CellKind::Hit : CellKind::Text);
    if (preview == nullptr)
        return {};
    if (role == HitRole)
        return preview->stop;
    const QString text = isStop ? preview->stop.join(QString()) : preview->text;
    if (role == Qt::DisplayRole)
        return text;
    return text.isEmpty() ? QVariant() : QVariant(asToolTip(text));
}

/// "5 · 7 turns · ⚠ 2 · Fail"
QString RecordTableModel::summary(Row record) const
{
    QStringList parts;
    if (m_id)
        parts << asLabel(toQt(m_id->shownText(record)));
    if (const int turns = m_view->snapshot->record(record).turns; turns > 0)
        parts << tr("%Ln turn(s)", nullptr, turns);
    if (m_marks) {
        if (const double marked = m_marks->number(record); marked > 0)
            parts << QStringLiteral("⚠ ") + QString::number(marked);
    }
    if (const QString verdict = m_verdictOf ? m_verdictOf(record) : QString(); !verdict.isEmpty())
        parts << verdict;
    return parts.join(QStringLiteral(" · "));
}

QVariant RecordTableModel::drawnData(const FieldReader& column, Row record, int role) const
{
    if (role == NumberRole && column.isNumber()) {
        const double number = column.number(record);
        return std::isnan(number) ? QVariant() : QVariant(number);
    }
    if (role == StepsRole) {
        const auto steps = m_ratingSteps.find(column.info().key);
        return steps == m_ratingSteps.end() ? QVariant() : QVariant(steps->second);
    }
    if (role != IntentsRole || !column.hasIntents())
        return {};
    QList<IntentCode> codes;
    column.forEachCode(record, [&](CategoryCode code) {
        if (indexOf(code) < m_intentCodes.all().size())
            codes << m_intentCodes.all()[indexOf(code)];
    });
    return QVariant::fromValue(codes);
}

/// Says in words what the cell draws.
QString RecordTableModel::toolTip(const FieldReader& column, CellKind kind, Row record) const
{
    const QString text = cellTextInBoth(*m_view->snapshot, column, record);
    if (text.isEmpty())
        return {};
    if (kind == CellKind::Rating)
        return tr("%1: %2 of %3")
            .arg(fieldTitle(column.info()), text, QString::number(m_ratingSteps.at(column.info().key)));
    if (kind == CellKind::Marks)
        return tr("%1: %n message(s) marked", nullptr, static_cast<int>(column.number(record)))
            .arg(fieldTitle(column.info()));
    return text;
}

QVariant RecordTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (isPreview(section)) {
        const bool isStop = m_previews->looksForStops();
        if (role == Qt::DisplayRole)
            return isStop ? tr("First stop") : previewTitle();
        if (role == Qt::ToolTipRole)
            return asToolTip(isStop ? tr("The first match of the query: its words or the message")
                                    : tr("Beginning of the user's first message"));
        return role == Qt::TextAlignmentRole ? QVariant(Qt::AlignLeft | Qt::AlignVCenter) : QVariant();
    }
    const FieldReader& column = field(section);
    if (role == Qt::DisplayRole)
        return fieldTitle(column.info());
    if (role == Qt::ToolTipRole) {
        const std::string& key = column.info().key;
        const QString title = fieldTitle(column.info());
        return asToolTip(title == toQt(key) ? title : tr("%1 (%2)").arg(title, toQt(key)));
    }
    if (role == Qt::TextAlignmentRole)
        return QVariant(column.isNumber() && !isDrawn(section) ? Qt::AlignRight | Qt::AlignVCenter
                                                               : Qt::AlignLeft | Qt::AlignVCenter);
    return {};
}

} // namespace duologue::ui
