// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/query/query_completion.h"
#include "core/analysis/tally.h"
#include "core/data/field_reader.h"
#include "core/data/known_fields.h"
#include "core/query/evaluate.h"
#include "core/util/text.h"
#include "ui/app/text.h"
#include "ui/app/view.h"
#include "ui/app/words.h"

#include <QCoreApplication>
#include <algorithm>
#include <new>
#include <unordered_map>

namespace duologue::ui {

namespace {

/// The translation context of this file.
struct QueryCompletion {
    Q_DECLARE_TR_FUNCTIONS(QueryCompletion)
};

/// Matches at the beginning are listed before others.
enum class Likeness : std::uint8_t { Begins, Contains, None };

Likeness likeness(std::string_view name, const std::string& foldedTyped)
{
    if (foldedTyped.empty())
        return Likeness::Begins;
    const auto at = foldForSearch(name).find(foldedTyped);
    return at == std::string::npos ? Likeness::None : at == 0 ? Likeness::Begins : Likeness::Contains;
}

std::optional<FieldReader> fieldOf(const Snapshot& snapshot, const std::string& name, bool inMessages)
{
    return inMessages ? findMessageField(snapshot, name) : findField(snapshot, name);
}

/// Of a word of the program; empty for other values.
std::string chineseWord(std::span<const Name> names, const std::string& value)
{
    const auto known =
        std::find_if(names.begin(), names.end(), [&](const Name& name) { return name.en == value; });
    return known == names.end() ? std::string() : std::string(known->zh);
}

/// Counts the conversations that each mark selects. As a number, the field counts marks.
void addMarks(FieldValues& made, const Job& job)
{
    for (const Mark mark : {Mark::Yes, Mark::No, Mark::Unclear}) {
        const std::string value(markName(mark));
        const auto rows = evaluate(*made.snapshot, equalsQuery(made.field, value), job);
        if (const auto* found = rows.get(); found != nullptr && found->count() > 0)
            made.values.push_back({value, chineseWord(builtInValueNames(made.field), value), found->count()});
    }
}

/// The Chinese names of categories, by their shown name.
std::unordered_map<std::string, std::string> chineseNames(const FieldReader& field)
{
    std::unordered_map<std::string, std::string> names;
    if (field.isNumber() || field.hasMessageNumbers() || field.info().kind == FieldKind::Text)
        return names;
    for (std::size_t code = 0; code < field.categoryCount(); ++code) {
        const Category category = field.category(categoryCode(code));
        if (!category.en.empty() && !category.zh.empty())
            names.emplace(category.en, category.zh);
    }
    return names;
}

struct Word {
    const char* text;
    const char* meaning;
};

/// The words of the query language. Those with a bracket begin a condition on messages.
constexpr std::array kWords{
    Word{"has:", QT_TRANSLATE_NOOP("QueryCompletion", "The field has a value")},
    Word{"missing:", QT_TRANSLATE_NOOP("QueryCompletion", "The field has no value")},
    Word{"text.user:", QT_TRANSLATE_NOOP("QueryCompletion", "The user's texts")},
    Word{"text.assistant:", QT_TRANSLATE_NOOP("QueryCompletion", "The assistant's texts")},
    Word{"text.zh:", QT_TRANSLATE_NOOP("QueryCompletion", "Chinese texts")},
    Word{"text.en:", QT_TRANSLATE_NOOP("QueryCompletion", "English texts")},
    Word{"text.tool:", QT_TRANSLATE_NOOP("QueryCompletion", "Tool calls and their results")},
    Word{"text.context:", QT_TRANSLATE_NOOP("QueryCompletion", "Task, preference, persona, question")},
    Word{"text.candidate:", QT_TRANSLATE_NOOP("QueryCompletion", "Candidate answers")},
    Word{"text.note:", QT_TRANSLATE_NOOP("QueryCompletion", "Memos and reasons")},
    Word{"message(",
         QT_TRANSLATE_NOOP("QueryCompletion", "One message that satisfies all conditions in the brackets")},
    Word{"first(", QT_TRANSLATE_NOOP("QueryCompletion", "The first message")},
    Word{"last(", QT_TRANSLATE_NOOP("QueryCompletion", "The last message")},
    Word{"all(", QT_TRANSLATE_NOOP("QueryCompletion", "Every message")},
    Word{"count(", QT_TRANSLATE_NOOP("QueryCompletion", "How many messages")},
};

class FieldList {
public:
    explicit FieldList(const QueryPlace& place) : m_place(place), m_typed(foldForSearch(place.typed)) {}

    /// In a Chinese window, fields are offered by their Chinese names, if these find them.
    void addField(const Snapshot& snapshot, const FieldInfo& info)
    {
        const bool isLength = m_place.inMessages && info.key == "message_length";
        const std::string key = isLength ? "length" : info.key;
        const QString title = fieldTitle(info);
        const std::string printed = fromQt(title);
        const auto found = !isChineseWindow()   ? std::nullopt
                           : m_place.inMessages ? findMessageField(snapshot, printed)
                                                : findField(snapshot, printed);
        const bool byTitle = found && found->info().key == info.key;
        const std::string name = byTitle ? printed : key;
        const QString other = byTitle ? asLabel(key) : title;
        const Likeness best =
            std::min({likeness(key, m_typed), likeness(info.title, m_typed), likeness(printed, m_typed),
                      likeness(chineseFieldName(info.title), m_typed)});
        const bool isName = m_place.kind == QueryPlace::Kind::FieldName;
        add(best, {toQt(queryWord(name)) + (isName ? QString() : QStringLiteral(":")), asLabel(name),
                   other.compare(toQt(name), Qt::CaseInsensitive) == 0 ? QString() : other, std::nullopt});
    }

    void addWords()
    {
        // Words are suggested only once the user has begun to type.
        if (m_typed.empty() || m_place.kind == QueryPlace::Kind::FieldName)
            return;
        for (const Word& word : kWords) {
            if (m_place.inMessages && std::string_view(word.text).ends_with('('))
                continue;
            if (likeness(word.text, m_typed) == Likeness::Begins)
                add(Likeness::Begins, {QLatin1String(word.text), QLatin1String(word.text),
                                       QueryCompletion::tr(word.meaning), std::nullopt});
        }
    }

    std::vector<Completion> made()
    {
        m_begin.insert(m_begin.end(), m_within.begin(), m_within.end());
        return std::move(m_begin);
    }

private:
    void add(Likeness like, Completion completion)
    {
        if (like != Likeness::None)
            (like == Likeness::Begins ? m_begin : m_within).push_back(std::move(completion));
    }

    const QueryPlace& m_place;
    std::string m_typed;
    std::vector<Completion> m_begin;
    std::vector<Completion> m_within;
};

} // namespace

FieldValuesPtr countValues(const SnapshotPtr& snapshot, const std::string& field, bool inMessages,
                           const Job& job)
{
    try {
        const auto reader = fieldOf(*snapshot, field, inMessages);
        if (!reader)
            return nullptr;
        auto made = std::make_shared<FieldValues>(FieldValues{snapshot, field, inMessages, {}});
        const bool areMarks = reader->hasMarks();
        if (areMarks && !inMessages)
            addMarks(*made, job);
        else {
            const RowSet rows(snapshot->recordCount(), true);
            const auto chinese = chineseNames(*reader);
            const FieldInfo& info = reader->info();
            const auto words = info.kind == FieldKind::Flag ? flagNames() : builtInValueNames(info.key);
            for (const TallyRow& row : tally(*snapshot, rows, {{*reader}}, job).rows) {
                const std::string& name = row.values.front().text;
                const auto other = chinese.find(name);
                made->values.push_back(
                    {name, other == chinese.end() ? chineseWord(words, name) : other->second, row.n});
                if (info.key == "format")
                    made->values.back().title = fromQt(valueWords(*snapshot, info, {name, {}}).shown);
            }
            std::stable_sort(made->values.begin(), made->values.end(),
                             [](const auto& a, const auto& b) { return a.count > b.count; });
        }
        return job.stopRequested() ? nullptr : made;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

std::vector<Completion> fieldCompletions(const Snapshot& snapshot, const QueryPlace& place)
{
    FieldList list(place);
    if (!place.inMessages) {
        for (const FieldReader& field : allFields(snapshot))
            list.addField(snapshot, field.info());
    } else {
        for (const FieldReader& field : messageFields(snapshot))
            list.addField(snapshot, field.info());
    }
    list.addWords();
    return list.made();
}

std::vector<Completion> valueCompletions(const FieldValues& values, const std::string& typed)
{
    const std::string folded = foldForSearch(typed);
    std::vector<Completion> begin;
    std::vector<Completion> within;
    for (const FieldValues::Value& value : values.values) {
        const Likeness byName = likeness(value.name, folded);
        const Likeness byChinese = value.chinese.empty() ? Likeness::None : likeness(value.chinese, folded);
        const Likeness byTitle = value.title.empty() ? Likeness::None : likeness(value.title, folded);
        if (std::min({byName, byChinese, byTitle}) == Likeness::None)
            continue;
        // Suggests Chinese names to a user who types Chinese, or who reads them in the window.
        const bool inChinese = byChinese == byName ? isChineseWindow() : byChinese < byName;
        const std::string& name = inChinese ? value.chinese : value.name;
        const std::string& other = inChinese ? value.name : value.chinese;
        auto& list = std::min({byName, byChinese, byTitle}) == Likeness::Begins ? begin : within;
        if (list.size() >= kMostCompletions)
            continue;
        if (!value.title.empty())
            list.push_back({toQt(queryWord(name)), asLabel(value.title), asLabel(name), value.count});
        else
            list.push_back({toQt(queryWord(name)), asLabel(name), asLabel(other), value.count});
    }
    begin.insert(begin.end(), within.begin(), within.end());
    begin.resize(std::min(begin.size(), kMostCompletions));
    return begin;
}

CompletionModel::CompletionModel(QObject* parent) : QAbstractListModel(parent) {}

void CompletionModel::setCompletions(std::vector<Completion> completions)
{
    if (completions == m_completions)
        return;
    beginResetModel();
    m_completions = std::move(completions);
    endResetModel();
}

int CompletionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_completions.size());
}

QVariant CompletionModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Completion& completion = m_completions.at(static_cast<std::size_t>(index.row()));
    const QString count = completion.count ? countText(*completion.count) : QString();
    switch (role) {
    case Qt::DisplayRole:
        return completion.label.simplified();
    case NoteRole:
        return completion.note.simplified();
    case CountRole:
        return count;
    case Qt::AccessibleTextRole: {
        QStringList parts{completion.label};
        for (const QString& part : {completion.note, count}) {
            if (!part.isEmpty())
                parts << part;
        }
        return parts.join(QStringLiteral(", "));
    }
    default:
        return {};
    }
}

} // namespace duologue::ui
