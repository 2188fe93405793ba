// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"

#include "core/data/batch_columns.h"
#include "core/data/built_in_field.h"
#include "core/data/column.h"
#include "core/data/known_fields.h"
#include "core/data/mark_names.h"
#include "core/data/record_keys.h"
#include "core/util/text.h"
#include "core/util/time_text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace duologue {

namespace {

enum class FieldsOf : std::uint8_t { Records, Messages };

/// Records have a field of this key, so that a message's own is found in conditions on messages alone.
bool isOfRecords(const Snapshot& snapshot, std::string_view key)
{
    return key == "id" || isBuiltInKey(key) || snapshot.records.column(key) != nullptr;
}

bool isMarkField(const FieldInfo& info)
{
    return info.rawKey.empty() && info.key.starts_with(kMarkPrefix);
}

/// Calls visit(field) for one field after the other until it returns true.
template<typename Visit>
void visitFields(const Snapshot& snapshot, FieldsOf which, const Visit& visit)
{
    for (const BuiltInField& field : builtInFields()) {
        const bool isMeant = which == FieldsOf::Records ? !field.onlyOfMessages : field.info.ofMessages;
        if (isMeant && visit(FieldReader(snapshot, field)))
            return;
    }
    if (which == FieldsOf::Messages) {
        for (const Column& column : snapshot.messages.ownColumns()) {
            if (visit(FieldReader(snapshot, column)))
                return;
        }
        return;
    }
    for (const Column& column : snapshot.records.columns) {
        // The column of ids is read by the built-in field.
        if (column.info.key != "id" && !isRecordKeys(column.info) && visit(FieldReader(snapshot, column)))
            return;
    }
    for (const Column& column : snapshot.messages.ownColumns()) {
        if (!isOfRecords(snapshot, column.info.key) && visit(FieldReader(snapshot, column)))
            return;
    }
}

std::vector<FieldReader> fieldsOf(const Snapshot& snapshot, FieldsOf which)
{
    std::vector<FieldReader> fields;
    visitFields(snapshot, which, [&](const FieldReader& field) {
        fields.push_back(field);
        return false;
    });
    return fields;
}

template<typename IsMeant>
std::optional<FieldReader> firstField(const Snapshot& snapshot, FieldsOf which, const IsMeant& isMeant)
{
    std::optional<FieldReader> found;
    visitFields(snapshot, which, [&](const FieldReader& field) {
        if (isMeant(field.info()))
            found = field;
        return found.has_value();
    });
    return found;
}

/// Messages have values of the built-in field that is called so. Then the name is that of the field, in all
/// families of a dataset, and the messages' own values under such a key are "message.NAME".
bool areBuiltInValuesOfMessages(const Snapshot& snapshot, std::string_view name)
{
    // A message's length is "message_length" in the list of fields.
    if (name == "length")
        return true;
    for (const BuiltInField& field : builtInFields()) {
        if (field.info.ofMessages && field.info.key == name)
            return field.messageKeys != nullptr ||
                   snapshot.messages.column(*field.messageColumn).codes.size() > 0;
    }
    return false;
}

std::optional<FieldReader> findAmong(const Snapshot& snapshot, FieldsOf which, std::string_view name)
{
    // Several names may have one key: each is found by its own.
    auto found = firstField(snapshot, which, [&](const FieldInfo& info) {
        return !info.rawKey.empty() && info.rawKey == name &&
               !(info.ofMessages && info.key != name && areBuiltInValuesOfMessages(snapshot, name));
    });
    if (found)
        return found;
    const std::string key = fieldKey(name);
    found = firstField(snapshot, which, [&key](const FieldInfo& info) { return info.key == key; });
    if (found)
        return found;
    // What says what a run did has its long key always.
    if (key.starts_with(kRunPrefix)) {
        const std::string_view made = std::string_view(key).substr(kRunPrefix.size());
        found = firstField(snapshot, which,
                           [made](const FieldInfo& info) { return isRunField(info) && info.key == made; });
        if (found)
            return found;
    }
    // The first versions named a message's own "intent" so, and saved views do.
    if (constexpr std::string_view kOwn = "message."; key.starts_with(kOwn)) {
        const std::string_view own = std::string_view(key).substr(kOwn.size());
        found = firstField(snapshot, which,
                           [own](const FieldInfo& info) { return info.ofMessages && info.key == own; });
        if (found)
            return found;
    }
    // A query's field names have become keys already: "preference_alignment". What marks say has no other
    // names than its key and findShortMark().
    return firstField(snapshot, which, [&](const FieldInfo& info) {
        if (isMarkField(info))
            return false;
        const std::string_view chinese = chineseFieldName(info.title);
        return equalsFolded(info.title, name) || (!key.empty() && fieldKey(info.title) == key) ||
               (!chinese.empty() && chinese == name);
    });
}

/// "created_at.month", if "created_at" holds times.
std::optional<FieldReader> findCalendar(const Snapshot& snapshot, FieldsOf which, std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || !calendarPart(name.substr(dot + 1)))
        return std::nullopt;
    const auto times = findAmong(snapshot, which, name.substr(0, dot));
    const Column* const column = times ? times->anyColumn() : nullptr;
    auto made = column != nullptr ? calendarColumn(*column, name.substr(dot + 1)) : nullptr;
    return made ? std::optional(FieldReader(snapshot, std::move(made))) : std::nullopt;
}

/// "verdict" and "verdict@anna" for the field of that mark. A key that the data have without a column of its
/// own is not taken for it.
std::optional<FieldReader> findShortMark(const Snapshot& snapshot, std::string_view name)
{
    const std::string question = fieldKey(name.substr(0, name.find('@')));
    if (std::ranges::find(kShortMarkNames, std::string_view(question)) == kShortMarkNames.end())
        return std::nullopt;
    const std::string key = fieldKey(name);
    const Column* const others = recordKeys(snapshot);
    for (std::size_t code = 0; others != nullptr && code < others->categories.size(); ++code) {
        const std::string_view own = others->categories[code].shown();
        if (fieldKey(own.substr(0, own.find(kEmptyKeyMark))) == key)
            return std::nullopt;
    }
    return firstField(snapshot, FieldsOf::Records, [&key](const FieldInfo& info) {
        return isMarkField(info) && std::string_view(info.key).substr(kMarkPrefix.size()) == key;
    });
}

/// Number of edits after which a word still looks like another one of six letters.
constexpr std::size_t kSlips = 3;

/// Finds the known name that needs the fewest edits to become another one.
class SimilarName {
public:
    explicit SimilarName(std::string_view name) : m_key(fieldKey(name)), m_bestDistance(m_key.size() / 3 + 2)
    {
    }

    void look(const Snapshot& snapshot, FieldsOf which)
    {
        visitFields(snapshot, which, [this](const FieldReader& field) {
            const FieldInfo& info = field.info();
            look(info.key, info.key);
            look(info.key, fieldKey(info.title));
            return false;
        });
    }

    /// `known` is another word for the name.
    void look(const std::string& name, const std::string& known)
    {
        if (const std::size_t distance = editDistance(m_key, known); distance < m_bestDistance) {
            m_best = name;
            m_bestDistance = distance;
        }
    }

    const std::string& best() const { return m_best; }

private:
    std::string m_key;
    std::string m_best;
    std::size_t m_bestDistance;
};

} // namespace

FieldReader::FieldReader(const Snapshot& snapshot, const BuiltInField& field)
    : m_snapshot(&snapshot),
      m_info(&field.info),
      m_builtIn(&field),
      m_column(field.appendDefault != nullptr ? snapshot.records.column(field.info.key) : nullptr),
      m_messageColumn(field.messageColumn ? &snapshot.messages.column(*field.messageColumn) : nullptr)
{
}

std::vector<FieldReader> allFields(const Snapshot& snapshot)
{
    return fieldsOf(snapshot, FieldsOf::Records);
}

std::vector<FieldReader> messageFields(const Snapshot& snapshot)
{
    return fieldsOf(snapshot, FieldsOf::Messages);
}

std::vector<std::string> keysWith(const Snapshot& snapshot, bool FieldTraits::*trait)
{
    std::vector<std::string> keys;
    visitFields(snapshot, FieldsOf::Records, [&](const FieldReader& field) {
        if (field.info().traits.*trait)
            keys.push_back(field.info().key);
        return false;
    });
    return keys;
}

std::optional<FieldReader> findField(const Snapshot& snapshot, std::string_view name)
{
    if (auto found = findAmong(snapshot, FieldsOf::Records, name))
        return found;
    if (auto found = findAmong(snapshot, FieldsOf::Messages, name))
        return found;
    if (auto found = findCalendar(snapshot, FieldsOf::Records, name))
        return found;
    if (auto found = findCalendar(snapshot, FieldsOf::Messages, name))
        return found;
    return findShortMark(snapshot, name);
}

std::optional<FieldReader> findMessageField(const Snapshot& snapshot, std::string_view name)
{
    const std::string key = fieldKey(name);
    auto found = findAmong(snapshot, FieldsOf::Messages, key == "length" ? "message_length" : name);
    // The short forms of "tool_error".
    if (!found && (key == "error" || name == "错误"))
        found = findAmong(snapshot, FieldsOf::Messages, "run.tool_error");
    return found ? found : findCalendar(snapshot, FieldsOf::Messages, name);
}

std::vector<std::string> otherColumnsNamed(const Snapshot& snapshot, const FieldReader& field)
{
    const FieldInfo& info = field.info();
    const bool isBuiltIn = info.rawKey.empty();
    std::vector<std::string> keys;
    const auto look = [&](std::span<const Column> columns, const char* owner) {
        for (const Column& column : columns) {
            const std::string_view raw = column.info.rawKey;
            const bool isOwn = column.info.key == owner + info.key;
            const bool isSameName = !isBuiltIn && info.key != "id" && column.info.key != info.key &&
                                    !isRecordKeys(column.info) &&
                                    fieldKey(raw.substr(0, raw.rfind(kJointSeparator))) == info.key;
            if (isOwn || isSameName)
                keys.push_back(column.info.key);
        }
    };
    if (isBuiltIn || !info.ofMessages)
        look(snapshot.records.columns, "record.");
    if (isBuiltIn || info.ofMessages)
        look(snapshot.messages.ownColumns(), "message.");
    return keys;
}

std::string similarField(const Snapshot& snapshot, std::string_view name)
{
    SimilarName similar(name);
    similar.look(snapshot, FieldsOf::Records);
    similar.look(snapshot, FieldsOf::Messages);
    for (const std::string& key : namesWithoutColumn(snapshot))
        similar.look(key, fieldKey(key));
    return similar.best();
}

std::string similarMessageField(const Snapshot& snapshot, std::string_view name)
{
    SimilarName similar(name);
    similar.look(snapshot, FieldsOf::Messages);
    const bool isLength = similar.best().empty() && editDistance(fieldKey(name), "length") <= kSlips;
    return isLength ? "length" : similar.best();
}

std::vector<CategoryCode> FieldReader::distinctCodes(Row row) const
{
    const auto [begin, end] = m_snapshot->messageRange(row);
    std::vector<std::uint32_t> keys(end - begin);
    messageKeys(begin, end, keys.data());
    DistinctCodes distinct;
    for (const std::uint32_t key : keys)
        forEachCodeOfKey(key, [&](CategoryCode code) { distinct.add(code); });
    return std::move(distinct).take();
}

std::span<const Name> FieldReader::synonyms() const
{
    // The intents around a message have the names of intents.
    const std::string_view key = hasIntents() ? std::string_view("intent") : m_info->key;
    const KnownField* const known = knownField(m_snapshot->knownFields, key);
    return known == nullptr ? std::span<const Name>() : known->synonyms;
}

double FieldReader::number(Row row) const
{
    if (m_column != nullptr)
        return isNumber() ? m_column->number(indexOf(row)) : numberOf(m_column->onlyCode(indexOf(row)));
    double number = std::numeric_limits<double>::quiet_NaN();
    if (m_builtIn != nullptr && m_builtIn->numbers != nullptr)
        m_builtIn->numbers(*m_snapshot, row, row + 1, &number);
    return number;
}

double FieldReader::numberOf(CategoryCode code) const
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const bool isOne = m_info->kind == FieldKind::Category || m_info->kind == FieldKind::Text;
    // One list makes a column of numbers one of lists.
    if (!(isOne || m_info->kind == FieldKind::Categories) || code == kNoCategory)
        return kNone;
    const std::string_view text = m_column->categories[indexOf(code)].shown();
    if (!isOne)
        return finiteNumberIn(text).value_or(kNone);
    if (isTimeText())
        return secondsIn(text, unixUnits());
    const auto value = numberIn(text);
    return value && std::isfinite(*value) ? *value : kNone;
}

bool FieldReader::hasNumbersAsText() const
{
    const Column* const column = anyColumn();
    const bool mayHave = column != nullptr && !isNumber() && !isTimeText();
    for (std::size_t code = 0; mayHave && code < column->categories.size(); ++code) {
        if (const auto value = numberIn(column->categories[code].shown()); value && std::isfinite(*value))
            return true;
    }
    return false;
}

bool FieldReader::isNumbersAsText() const
{
    const Column* const column = anyColumn();
    return column != nullptr && m_info->kind == FieldKind::Category && column->forms.areNumbers() &&
           !namesName(m_info->key);
}

/// Under a name of times, a few that cannot be read leave the others what they are.
bool FieldReader::isTimeText() const
{
    const Column* const column = anyColumn();
    if (column == nullptr || !column->forms.anyTimes())
        return false;
    return column->forms.areTimes() || unixUnits() > 0 ||
           (!column->forms.anyNumbers() && namesTime(m_info->key));
}

bool FieldReader::isTime() const
{
    const bool isOne = m_info->kind == FieldKind::Category || m_info->kind == FieldKind::Text;
    return m_column != nullptr && ((isOne && isTimeText()) || unixUnits() > 0);
}

bool FieldReader::hasTimes() const
{
    const Column* const column = anyColumn();
    return column != nullptr && (column->forms.anyTimes() || unixUnits() > 0);
}

double FieldReader::unixUnits() const
{
    const Column* const column = anyColumn();
    return column == nullptr ? 0 : unixUnitsOf(*column);
}

std::optional<double> FieldReader::numberOfCategory(CategoryCode code) const
{
    if (hasMessageNumbers())
        return categoryNumber(code);
    if (!isNumbersAsText())
        return std::nullopt;
    const auto value = numberIn(anyColumn()->categories[indexOf(code)].shown());
    return value && std::isfinite(*value) ? value : std::nullopt;
}

CategoryCode FieldReader::builtInCode(Row row) const
{
    CategoryCode code = kNoCategory;
    if (m_builtIn != nullptr && m_builtIn->codes != nullptr)
        m_builtIn->codes(*m_snapshot, row, row + 1, &code);
    return code;
}

bool FieldReader::has(Row row) const
{
    if (m_builtIn != nullptr && m_builtIn->appendDefault != nullptr)
        return true;
    if (m_column != nullptr)
        return m_column->has(indexOf(row));
    if (m_info->ofMessages) {
        bool any = false;
        forEachCode(row, [&](CategoryCode) { any = true; });
        return any;
    }
    return isNumber() ? !std::isnan(number(row)) : builtInCode(row) != kNoCategory;
}

std::string FieldReader::text(Row row, const Conversation* record) const
{
    std::string text;
    appendText(row, text, record);
    return text;
}

void FieldReader::makeWhole(Row row, std::span<const CategoryCode> codes, std::vector<std::string>& texts,
                            const Conversation* record) const
{
    std::vector<ValueReader::Wanted> wanted;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (!isLong(codes[i]))
            continue;
        const std::string& key = m_column->categories[indexOf(codes[i])].shown();
        if (const auto value = record == nullptr ? std::nullopt : valueOfKey(*record, m_column->info, key)) {
            texts[i] = *value;
        } else {
            wanted.push_back({row, &m_column->info, key});
            places.push_back(i);
        }
    }
    if (wanted.empty() || m_snapshot->values == nullptr)
        return;
    std::vector<std::string> read = m_snapshot->values->read(*m_snapshot, wanted, Job());
    for (std::size_t i = 0; i < read.size(); ++i)
        texts[places[i]] = std::move(read[i]);
}

std::vector<std::string> FieldReader::wholeTexts(std::span<const CategoryCode> codes, const Job& job) const
{
    constexpr std::uint32_t kShort = 0xFFFF'FFFFU;
    std::vector<std::string> texts(codes.size());
    // The place in `codes` of each long value whose record is not yet found.
    std::vector<std::uint32_t> placeOf;
    std::size_t left = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        texts[i] = category(codes[i]).shown();
        if (!isLong(codes[i]))
            continue;
        placeOf.resize(m_column->categories.size(), kShort);
        placeOf[indexOf(codes[i])] = static_cast<std::uint32_t>(i);
        ++left;
    }
    if (left == 0 || m_snapshot->values == nullptr)
        return texts;
    std::vector<ValueReader::Wanted> wanted;
    std::vector<std::uint32_t> places;
    for (Row row{0}; row < m_snapshot->endRow() && left > 0; ++row) {
        m_column->forEachCode(indexOf(row), [&](CategoryCode code) {
            if (const auto place = std::exchange(placeOf[indexOf(code)], kShort); place != kShort) {
                wanted.push_back({row, &m_column->info, m_column->categories[indexOf(code)].shown()});
                places.push_back(place);
                --left;
            }
        });
    }
    std::vector<std::string> read = m_snapshot->values->read(*m_snapshot, wanted, job);
    for (std::size_t i = 0; i < read.size(); ++i)
        texts[places[i]] = std::move(read[i]);
    return texts;
}

std::string FieldReader::shownText(Row row) const
{
    if (m_column == nullptr || isNumber())
        return text(row);
    std::string shown;
    forEachCode(row, [&](CategoryCode code) {
        shown.append(shown.empty() ? "" : ", ").append(category(code).shown());
    });
    return shown.empty() ? text(row) : shown;
}

std::vector<std::string> FieldReader::texts(Row row, const Conversation* record) const
{
    std::vector<std::string> texts;
    std::vector<CategoryCode> codes;
    forEachCode(row, [&](CategoryCode code) {
        codes.push_back(code);
        texts.push_back(category(code).shown());
    });
    makeWhole(row, codes, texts, record);
    return texts;
}

void FieldReader::appendText(Row row, std::string& out, const Conversation* record) const
{
    if (m_builtIn != nullptr && m_builtIn->appendDefault != nullptr &&
        (m_column == nullptr || !m_column->has(indexOf(row)))) {
        m_builtIn->appendDefault(*m_snapshot, row, out);
        return;
    }
    if (isNumber()) {
        if (const double value = number(row); !std::isnan(value))
            out += numberText(value);
        return;
    }
    if (m_column != nullptr && m_column->info.kind == FieldKind::Categories) {
        const std::vector<std::string> all = texts(row, record);
        for (std::size_t i = 0; i < all.size(); ++i)
            out.append(i == 0 ? "" : ", ").append(all[i]);
        return;
    }
    bool isFirst = true;
    forEachCode(row, [&](CategoryCode code) {
        if (!std::exchange(isFirst, false))
            out += ", ";
        if (isLong(code))
            out += texts(row, record).front();
        else
            out += category(code).shown();
    });
}

std::size_t FieldReader::categoryCount() const
{
    if (const Column* const column = columnOfNames())
        return column->categories.size();
    return m_builtIn->categoryCount == nullptr ? 0 : m_builtIn->categoryCount(*m_snapshot);
}

Category FieldReader::category(CategoryCode code) const
{
    Category kept;
    if (const Column* const column = columnOfNames())
        kept = column->categories[indexOf(code)];
    else if (m_builtIn->category != nullptr)
        kept = m_builtIn->category(*m_snapshot, code);
    else if (hasMessageNumbers())
        kept.en = numberText(categoryNumber(code));
    kept.en.resize(ValueKey::shown(kept.en).size());
    kept.zh.resize(ValueKey::shown(kept.zh).size());
    if (isList(code)) {
        std::string joined;
        forEachMemberName(kept.shown(), [&joined](std::string_view member) {
            joined.append(joined.empty() ? "" : ", ").append(member);
        });
        (kept.en.empty() ? kept.zh : kept.en) = std::move(joined);
    }
    return kept;
}

void FieldReader::messageKeys(MessageIndex begin, MessageIndex end, std::uint32_t* out) const
{
    if (m_builtIn != nullptr && m_builtIn->messageKeys != nullptr)
        m_builtIn->messageKeys(*m_snapshot, begin, end, out);
    else
        m_messageColumn->codes.keysTo(indexOf(begin), indexOf(end), out);
}

std::uint32_t FieldReader::messageKey(MessageIndex message) const
{
    std::uint32_t key = 0;
    messageKeys(message, message + 1, &key);
    return key;
}

double FieldReader::messageNumber(MessageIndex message) const
{
    return numberOfMessageKey(messageKey(message));
}

double FieldReader::numberOfMessageKey(std::uint32_t key) const
{
    double number = std::numeric_limits<double>::quiet_NaN();
    if (key == 0)
        return number;
    if (hasMessageNumbers())
        number = categoryNumber(codeOfKey(key));
    else if (hasMarks())
        number = numberOfMark(markName(static_cast<Mark>(key))).value_or(number);
    else if (m_builtIn == nullptr)
        number = numberIn(m_messageColumn->categories[indexOf(codeOfKey(key))].shown()).value_or(number);
    return number;
}

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// There are no values after the end of a column.
void copyNumbers(const CellVector<double>& values, std::size_t begin, std::size_t end, double* out)
{
    const std::size_t there = std::clamp(values.size(), begin, end);
    values.forEachPiece(begin, there, [&](std::size_t first, const double* piece, std::size_t count) {
        std::copy_n(piece, count, out + (first - begin));
    });
    std::fill(out + (there - begin), out + (end - begin), kNoNumber);
}

} // namespace

bool FieldScan::isSingleValued() const
{
    return !isOfMessages() &&
           (m_field.m_column == nullptr || m_field.m_column->info.kind != FieldKind::Categories);
}

void FieldScan::numbers(Row begin, Row end, double* out) const
{
    const Column* const column = m_field.m_column;
    if (column != nullptr && !m_field.isNumber()) {
        for (Row row = begin; row < end; ++row)
            *out++ = m_field.number(row);
    } else if (column != nullptr) {
        copyNumbers(column->numbers, indexOf(begin), indexOf(end), out);
    } else if (m_field.m_builtIn != nullptr && m_field.m_builtIn->numbers != nullptr) {
        m_field.m_builtIn->numbers(*m_field.m_snapshot, begin, end, out);
    } else {
        std::fill(out, out + (end - begin), kNoNumber);
    }
}

std::span<const double> FieldScan::numbersOf(Row begin, Row end, double* buffer) const
{
    if (m_field.m_column != nullptr) {
        if (const auto there = m_field.m_column->numbers.sideBySide(indexOf(begin), indexOf(end));
            !there.empty())
            return there;
    }
    numbers(begin, end, buffer);
    return {buffer, end - begin};
}

void FieldScan::codes(Row begin, Row end, CategoryCode* out) const
{
    if (m_field.m_column != nullptr)
        m_field.m_column->codes.valuesTo(indexOf(begin), indexOf(end), out);
    else if (m_field.m_builtIn != nullptr && m_field.m_builtIn->codes != nullptr)
        m_field.m_builtIn->codes(*m_field.m_snapshot, begin, end, out);
    else
        std::fill(out, out + (end - begin), kNoCategory);
}

void FieldScan::keys(Row begin, Row end, std::uint32_t* out) const
{
    if (m_field.m_column != nullptr) {
        m_field.m_column->codes.keysTo(indexOf(begin), indexOf(end), out);
        return;
    }
    std::array<CategoryCode, kRun> buffer;
    while (begin < end) {
        const Row last = std::min(begin + kRun, end);
        codes(begin, last, buffer.data());
        out = std::transform(buffer.data(), buffer.data() + (last - begin), out, keyOfCode);
        begin = last;
    }
}

void FieldScan::lists(Row begin, Row end, std::vector<CategoryCode>& codes,
                      std::vector<std::uint32_t>& starts) const
{
    const Column& column = *m_field.m_column;
    const auto startOf = [&column](Row row) {
        const std::size_t before = std::min(indexOf(row), column.ends.size());
        return before == 0 ? 0 : column.ends[before - 1];
    };
    const std::uint32_t first = startOf(begin);
    const std::uint32_t last = startOf(end);
    starts.resize(end - begin + 1);
    starts[0] = first;
    const std::size_t there = std::clamp(column.ends.size(), indexOf(begin), indexOf(end)) - indexOf(begin);
    column.ends.valuesTo(indexOf(begin), indexOf(begin) + there, starts.data() + 1);
    std::fill(starts.begin() + 1 + static_cast<std::ptrdiff_t>(there), starts.end(), last);
    for (std::uint32_t& start : starts)
        start -= first;
    codes.resize(last - first);
    column.codes.valuesTo(first, last, codes.data());
}

void FieldScan::messageKeys(MessageIndex begin, MessageIndex end, std::uint32_t* out) const
{
    m_field.messageKeys(begin, end, out);
}

void FieldScan::messageLists(Row begin, Row end, std::vector<std::uint32_t>& keys,
                             std::vector<std::uint32_t>& starts) const
{
    std::vector<MessageIndex> messages(end - begin + 1);
    messageStarts(*m_field.m_snapshot, begin, end, messages.data());
    const MessageIndex first = messages.front();
    keys.resize(messages.back() - first);
    messageKeys(first, messages.back(), keys.data());
    starts.resize(messages.size());
    std::transform(messages.begin(), messages.end(), starts.begin(),
                   [first](MessageIndex message) { return message - first; });
}

std::size_t FieldScan::messageKeyCount() const
{
    return m_field.categoryCount() + 1;
}

void FieldScan::messageNumbers(MessageIndex begin, MessageIndex end, double* out) const
{
    const std::uint32_t count = end - begin;
    const auto keys = std::make_unique_for_overwrite<std::uint32_t[]>(count);
    messageKeys(begin, end, keys.get());
    if (!m_field.hasMessageNumbers()) {
        std::transform(keys.get(), keys.get() + count, out,
                       [&](std::uint32_t key) { return m_field.numberOfMessageKey(key); });
        return;
    }
    const double before = m_field.categoryNumber(categoryCode(0)) - 1;
    // Halves, because there are instructions for several signed numbers at a time, and none for unsigned
    // ones.
    constexpr double kHalf = 65536;
    std::transform(keys.get(), keys.get() + count, out, [before](std::uint32_t key) {
        const auto high = static_cast<std::int32_t>(key >> 16U);
        const auto low = static_cast<std::int32_t>(key & 0xFFFFU);
        return key == 0 ? kNoNumber : before + (high * kHalf + low);
    });
}

} // namespace duologue
