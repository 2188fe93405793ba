// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/known_fields.h"
#include "core/export/conversation_json.h"
#include "core/export/plain_messages.h"
#include "core/io/columnar/parquet_writer.h"
#include "core/io/columnar/value_text.h"
#include "core/json/json_view.h"
#include "core/load/record_reader.h"
#include "core/util/buffers.h"
#include "core/util/numbers.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"
#include "core/util/time_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace duologue {

namespace {

constexpr std::string_view kMessages = "messages";
constexpr std::string_view kId = "id";
constexpr std::string_view kOfRecord = "record.";

/// The field's name as it is in the records; empty for a field that they do not have.
std::string_view nameInRecords(const FieldReader& column)
{
    const std::string_view rawKey = column.info().rawKey;
    return rawKey.substr(0, rawKey.rfind(kJointSeparator));
}

/// Whether all numbers of the column are whole, and no larger than those that a double holds exactly.
bool isWhole(const FieldReader& column, const Snapshot& snapshot)
{
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const double number = column.number(row);
        if (!std::isnan(number) && (number != std::floor(number) || std::abs(number) > kLargestExact))
            return false;
    }
    return true;
}

/// Whether all texts of the column are as `isMeant` says; false without any.
template<typename IsMeant>
bool allTexts(const Column& column, const IsMeant& isMeant)
{
    for (std::size_t code = 0; code < column.categories.size(); ++code) {
        if (!isMeant(column.categories[code].shown()))
            return false;
    }
    return !column.categories.empty();
}

/// A number in decimal digits: whole · 10^-scale, without zeros at its end.
struct DecimalNumber {
    /// After "-" or nothing.
    std::string whole;
    std::int32_t scale = 0;

    std::int32_t digits() const
    {
        return static_cast<std::int32_t>(whole.size()) - (whole.starts_with('-') ? 1 : 0);
    }
};

/// Reads a number of JSON. None if it has far more digits than any column.
std::optional<DecimalNumber> decimalIn(std::string_view json)
{
    constexpr std::int32_t kMost = 400;
    const std::size_t end = json.find_first_of("eE");
    std::string_view power = end == std::string_view::npos ? "0" : json.substr(end + 1);
    power.remove_prefix(power.starts_with('+') ? 1 : 0);
    const auto exponent = parseNumber<std::int32_t>(power);
    if (!exponent || *exponent > kMost || *exponent < -kMost || json.size() > kMost)
        return std::nullopt;
    std::string digits;
    std::int32_t scale = -*exponent;
    bool isFraction = false;
    for (const char c : json.substr(0, end)) {
        isFraction = isFraction || c == '.';
        if (c < '0' || c > '9')
            continue;
        scale += isFraction ? 1 : 0;
        digits += c;
    }
    while (digits.size() > 1 && digits.back() == '0' && scale > 0) {
        digits.pop_back();
        --scale;
    }
    digits.append(static_cast<std::size_t>(std::max(-scale, 0)), '0');
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    const bool isNegative = json.starts_with('-') && digits != "0";
    return DecimalNumber{(isNegative ? "-" : "") + digits, digits == "0" ? 0 : std::max(scale, 0)};
}

/// The number with so many digits after the point, without the point; it has no more of them.
std::string scaledTo(const DecimalNumber& number, std::int32_t scale)
{
    return number.whole + std::string(static_cast<std::size_t>(scale - number.scale), '0');
}

/// Of what kinds the values of a column are in the records.
struct ValueKinds {
    bool texts = false;
    bool flags = false;
    bool numbers = false;
    /// Lists, whose values count as well; lists in lists, and objects.
    bool lists = false;
    bool trees = false;
    /// Some number is not whole, or beyond 64 bits; is not exact as a double; has too many digits.
    bool fractions = false;
    bool isInexact = false;
    bool isTooLong = false;
    /// Before and after the point, at most.
    std::int32_t digits = 1;
    std::int32_t scale = 0;

    void add(const Field& field)
    {
        if (field.value.isNumber())
            addNumber(valueOfField(field));
        texts = texts || field.value.isString();
        flags = flags || field.value.boolean();
        if (field.kind != FieldKind::Tree || !field.value.hasValue())
            return;
        lists = lists || field.value.isArray();
        trees = trees || !field.value.isArray();
        // A vector, a list of nothing but nulls, or one of lists and objects.
        for (const JsonView element : field.value.elements()) {
            if (element.isNumber())
                addNumber(exportJson(element));
            texts = texts || element.isString();
            flags = flags || element.boolean();
            trees = trees || element.isArray() || element.isObject();
        }
    }

    /// The id of a record; `isMade` says whether one is made for a record without.
    void addId(const Conversation& conversation, bool isMade)
    {
        if (conversation.id.empty() ? isMade : !conversation.isIdNumber)
            texts = true;
        else if (conversation.isIdNumber)
            addNumber(idJson(conversation));
    }

    void merge(const ValueKinds& other)
    {
        texts = texts || other.texts;
        flags = flags || other.flags;
        numbers = numbers || other.numbers;
        lists = lists || other.lists;
        trees = trees || other.trees;
        fractions = fractions || other.fractions;
        isInexact = isInexact || other.isInexact;
        isTooLong = isTooLong || other.isTooLong;
        digits = std::max(digits, other.digits);
        scale = std::max(scale, other.scale);
    }

    ParquetField fieldFor(bool isList) const
    {
        using Kind = ParquetField::Kind;
        if (texts || trees || (lists && !isList) || flags == numbers)
            return {{}, isList ? Kind::Texts : Kind::Text};
        if (flags)
            return {{}, isList ? Kind::Flags : Kind::Flag};
        if (!fractions)
            return {{}, isList ? Kind::Wholes : Kind::Whole};
        if (!isInexact)
            return {{}, isList ? Kind::Reals : Kind::Real};
        if (isTooLong || digits + scale > kMostDigits)
            return {{}, isList ? Kind::Texts : Kind::Text};
        return {{}, isList ? Kind::Decimals : Kind::Decimal, digits + scale, scale};
    }

private:
    void addNumber(const ExportJson& value)
    {
        numbers = true;
        const std::string text = value.is_binary() ? digitsIn(value) : jsonLine(value);
        const auto decimal = decimalIn(text);
        if (!decimal) {
            fractions = isTooLong = true;
            isInexact = isInexact || isKeptAsDigits(text);
            return;
        }
        const bool isWhole = decimal->scale == 0 && parseNumber<std::int64_t>(decimal->whole);
        fractions = fractions || !isWhole;
        isInexact = isInexact || isKeptAsDigits(text);
        digits = std::max(digits, decimal->digits() - decimal->scale);
        scale = std::max(scale, decimal->scale);
    }
};

/// Days since 1970, if the text is a day as the reader of Parquet writes it.
std::optional<std::int32_t> dayIn(std::string_view text)
{
    constexpr std::size_t kLength = 10;
    constexpr double kSecondsOfDay = 86'400;
    const auto span = text.size() == kLength ? timeIn(text) : std::nullopt;
    if (!span)
        return std::nullopt;
    const auto days = static_cast<std::int32_t>(std::floor(span->begin / kSecondsOfDay));
    std::string again;
    appendValue(again, {.kind = ValueKind::Date}, {reinterpret_cast<const char*>(&days), sizeof days});
    return again == "\"" + std::string(text) + "\"" ? std::optional(days) : std::nullopt;
}

/// The same in microseconds: of a clock, or of a point in time, which ends with Z.
std::optional<std::int64_t> momentIn(std::string_view text, bool isUtc)
{
    constexpr std::size_t kShortest = 19;
    constexpr std::size_t kSecondsEnd = 19;
    constexpr std::size_t kDigits = 6;
    if (text.size() < kShortest || text.ends_with('Z') != isUtc)
        return std::nullopt;
    const auto span = timeIn(text.substr(0, kSecondsEnd));
    std::string_view fraction = text.substr(kSecondsEnd);
    fraction.remove_suffix(isUtc ? 1 : 0);
    fraction.remove_prefix(fraction.starts_with('.') ? 1 : 0);
    std::string digits(fraction);
    digits.resize(std::max(digits.size(), kDigits), '0');
    const auto micros = parseNumber<std::int64_t>(digits);
    if (!span || !micros || digits.size() > kDigits)
        return std::nullopt;
    const std::int64_t moment = static_cast<std::int64_t>(span->begin) * 1'000'000 + *micros;
    std::string again;
    appendValue(again, {.kind = ValueKind::Timestamp, .unit = TimeUnit::Microseconds, .isUtc = isUtc},
                {reinterpret_cast<const char*>(&moment), sizeof moment});
    return again == "\"" + std::string(text) + "\"" ? std::optional(moment) : std::nullopt;
}

ParquetField::Kind kindOfTimes(const Column& column)
{
    using Kind = ParquetField::Kind;
    if (allTexts(column, [](std::string_view text) { return dayIn(text).has_value(); }))
        return Kind::Date;
    for (const bool isUtc : {true, false}) {
        if (allTexts(column, [isUtc](std::string_view text) { return momentIn(text, isUtc).has_value(); }))
            return isUtc ? Kind::Moment : Kind::Clock;
    }
    return Kind::Text;
}

/// Whether some value of the column may be a number or a flag in the records, or a vector of them, whose name
/// is its JSON.
bool mayHaveOthers(const Column& column, bool isList)
{
    return !allTexts(column, [isList](std::string_view text) { return !mayBeOtherThanText(text, isList); });
}

/// The kinds of the values of the columns `asked`, which records alone tell; the last ones are those of ids.
std::vector<ValueKinds> kindsOf(const std::vector<bool>& asked, const ExportContext& context, const Job& job)
{
    const Snapshot& snapshot = context.snapshot;
    std::vector<Row> rows;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        rows.push_back(row);
    std::vector<ValueKinds> all(asked.size() + 1);
    const bool areIdsMade = isColumn(kId, context);
    const auto begin = [&](std::uint64_t) { return std::vector<ValueKinds>(asked.size() + 1); };
    const auto look = [&](std::vector<ValueKinds>& kinds, std::size_t, RecordReader& record) {
        const Conversation* const conversation = record.conversation();
        if (conversation == nullptr)
            return;
        kinds.back().addId(*conversation, areIdsMade);
        for (const Field& field : conversation->fields) {
            const auto column = columnOf(field, context);
            if (column && asked[*column])
                kinds[*column].add(field);
        }
    };
    const auto add = [&](const std::vector<ValueKinds>& kinds) {
        for (std::size_t i = 0; i < kinds.size(); ++i)
            all[i].merge(kinds[i]);
        return true;
    };
    mapRecords(snapshot, rows, {}, job, begin, look, add);
    return all;
}

/// The kind that the column has, if that needs no look into the records.
std::optional<ParquetField> fieldFor(const FieldReader& column, const Snapshot& snapshot)
{
    using Kind = ParquetField::Kind;
    if (column.isNumber())
        return ParquetField{{}, isWhole(column, snapshot) ? Kind::Whole : Kind::Real};
    if (column.info().kind == FieldKind::Flag && !column.hasManyValues())
        return ParquetField{{}, Kind::Flag};
    const Column* const own = nameInRecords(column).empty() ? nullptr : column.anyColumn();
    if (own != nullptr && !own->info.ofMessages && mayHaveOthers(*own, column.hasManyValues()))
        return std::nullopt;
    if (own != nullptr && own->forms.areTimes() && !column.hasManyValues())
        return ParquetField{{}, kindOfTimes(*own)};
    return ParquetField{{}, column.hasManyValues() ? Kind::Texts : Kind::Text};
}

/// Whether ids may be numbers in the records.
bool mayIdsBeNumbers(const Snapshot& snapshot)
{
    const Column* const ids = snapshot.records.column(kId);
    return ids != nullptr && allTexts(*ids, isJsonNumber);
}

/// In the order of the context's columns, and that of ids.
std::vector<ParquetField> fieldsFor(const ExportContext& context, const Job& job)
{
    std::vector<bool> asked(context.columns.size());
    std::vector<ParquetField> fields(asked.size() + 1);
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const auto field = fieldFor(context.columns[i], context.snapshot);
        asked[i] = !field;
        fields[i] = field.value_or(ParquetField());
    }
    const bool askIds = mayIdsBeNumbers(context.snapshot);
    if (!askIds && std::find(asked.begin(), asked.end(), true) == asked.end())
        return fields;
    const std::vector<ValueKinds> kinds = kindsOf(asked, context, job);
    if (askIds)
        fields.back() = kinds.back().fieldFor(false);
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (asked[i])
            fields[i] = kinds[i].fieldFor(context.columns[i].hasManyValues());
    }
    return fields;
}

/// Whether the path of each record's file says the same as the field: then it is no value of the records.
bool isSaidByPath(const FieldReader& field, const Snapshot& snapshot)
{
    struct OfPath {
        std::string_view key;
        std::string RecordOrigin::*text;
    };
    constexpr std::array<OfPath, 4> kOfPath{{{"group", &RecordOrigin::group},
                                             {"user", &RecordOrigin::user},
                                             {"config", &RecordOrigin::config},
                                             {"split", &RecordOrigin::split}}};
    const auto* const known = std::find_if(kOfPath.begin(), kOfPath.end(),
                                           [&](const OfPath& each) { return each.key == field.info().key; });
    if (known == kOfPath.end())
        return false;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        if (field.has(row) && field.text(row) != snapshot.file(snapshot.record(row).file).origin.*known->text)
            return false;
    }
    return true;
}

/// The columns of a file, and the keys under which ParquetTarget::write() has their values.
struct ParquetColumns {
    std::vector<ParquetField> fields;
    std::vector<std::string> keys;

    void add(std::string name, std::string key, ParquetField field)
    {
        field.name = std::move(name);
        fields.push_back(std::move(field));
        keys.push_back(std::move(key));
    }

    bool has(const std::string& name) const
    {
        return std::ranges::any_of(fields, [&](const ParquetField& field) { return field.name == name; });
    }
};

/// Named as in the records, so that the file can take the place of the one that they come from.
ParquetColumns columnsOf(const ExportContext& context, const Job& job)
{
    const std::vector<ParquetField> kinds = fieldsFor(context, job);
    ParquetColumns columns;
    // "b" in "a" does not have the name of the key "a.b".
    std::set<std::string_view> ownNames;
    for (const FieldReader& column : context.columns) {
        if (column.info().rawKey.find(kJointSeparator) == std::string::npos)
            ownNames.insert(column.info().rawKey);
    }
    if (isColumn(kId, context) || context.snapshot.records.column(kId) != nullptr)
        columns.add(std::string(kId), std::string(kId), kinds.back());
    columns.add(std::string(kMessages), std::string(kMessages), {{}, ParquetField::Kind::Messages});
    for (std::size_t i = 0; i < context.columns.size(); ++i) {
        const FieldReader& column = context.columns[i];
        const std::string& key = column.info().key;
        if (key == kId)
            continue;
        std::string raw(nameInRecords(column));
        if (raw != column.info().rawKey && ownNames.contains(raw))
            raw.clear();
        // Its name in the record is that of a field that every dataset has.
        if (raw.starts_with(kOfRecord) && isBuiltInKey(std::string_view(raw).substr(kOfRecord.size())))
            raw.erase(0, kOfRecord.size());
        std::string name = raw.empty() || columns.has(raw) ? key : raw;
        for (int number = 2; columns.has(name); ++number)
            name = key + "_" + std::to_string(number);
        columns.add(std::move(name), key, kinds[i]);
    }
    return columns;
}

/// In a line: the member of an object that stands for a number with these digits, or for a value of this
/// JSON.
constexpr std::string_view kDigits = "digits";
constexpr std::string_view kJson = "json";

/// What ParquetEncoder reads of a value: nothing, a flag, a number, a text, an object with kDigits or kJson,
/// or a list of such.
ExportJson encodable(const ExportJson& value)
{
    if (value.is_binary())
        return {{kDigits, digitsIn(value)}};
    const bool isPlain =
        std::none_of(value.begin(), value.end(), [](const ExportJson& each) { return each.is_structured(); });
    if (value.is_object() || !isPlain)
        return {{kJson, jsonLine(value)}};
    if (!value.is_array())
        return value;
    ExportJson list = ExportJson::array();
    for (const ExportJson& each : value)
        list.push_back(encodable(each));
    return list;
}

/// A value as text, as it is in JSON unless it is a text.
std::string textOf(const JsonView& value)
{
    if (value.isString())
        return std::string(value.string());
    if (value.isObject())
        return std::string(value[kDigits].isMissing() ? value[kJson].string() : value[kDigits].string());
    if (!value.isArray())
        return value.toJson();
    std::string list;
    for (const JsonView each : value.elements())
        list.append(list.empty() ? "[" : ",").append(each.isString() ? each.toJson() : textOf(each));
    return list.empty() ? "[]" : list + "]";
}

/// The digits of a number; empty for any other value.
std::string numberIn(const JsonView& value)
{
    return value.isNumber() ? value.toJson() : std::string(value[kDigits].string());
}

/// Makes rows of a Parquet file of records that are written as lines of JSON.
class ParquetEncoder final : public ByteSink {
public:
    ParquetEncoder(ParquetColumns columns, ByteSink& target, Losses& losses)
        : m_target(target),
          m_losses(losses),
          m_keys(std::move(columns.keys)),
          m_examples(m_keys.size()),
          m_writer(std::move(columns.fields), target)
    {
        for (std::size_t i = 0; i < m_keys.size(); ++i)
            m_places.emplace(m_keys[i], i);
    }

    bool write(std::string_view bytes) override
    {
        bool isGood = true;
        while (isGood && !bytes.empty()) {
            const std::size_t end = std::min(bytes.find('\n'), bytes.size());
            isGood = addRow(bytes.substr(0, end));
            bytes.remove_prefix(std::min(end + 1, bytes.size()));
        }
        return isGood;
    }
    bool finish() override
    {
        for (std::size_t i = 0; i < m_keys.size(); ++i)
            remark(m_writer.fields()[i], m_examples[i]);
        return m_writer.finish() && m_target.finish();
    }
    Phrase error() const override { return m_target.error(); }

private:
    using Kind = ParquetField::Kind;

    /// Values of a column of texts: a text, a number, a flag and any other; and a number that is exact in
    /// digits only. Of a column of lists: a value that is none.
    struct Examples {
        std::array<std::string, 4> ofKinds;
        std::string digits;
        std::string single;
        /// How many texts there are, how many of them are times, and one that is none.
        std::uint64_t texts = 0;
        std::uint64_t times = 0;
        std::string noTime;
    };

    bool addRow(std::string_view line)
    {
        if (line.empty())
            return true;
        const PaddedBytes bytes(line);
        const auto row = m_parser.parse(bytes.view());
        const auto& fields = m_writer.fields();
        m_values.assign(fields.size(), JsonView());
        if (row) {
            for (const auto [key, value] : row.value().members()) {
                const auto [begin, end] = m_places.equal_range(key);
                for (auto place = begin; place != end; ++place)
                    m_values[place->second] = value;
            }
        }
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const JsonView value = m_values[i];
            if (fields[i].kind == Kind::Messages)
                addMessages(i, value);
            else if (fields[i].isList())
                addList(i, value);
            else if (!value.hasValue() || !addValue(m_writer.leaf(i), fields[i], value, 0))
                addNothing(i, value);
            if (fields[i].kind == Kind::Text && value.hasValue())
                note(m_examples[i], value);
        }
        m_losses.endRecord();
        return m_writer.endRow();
    }

    /// Keeps what is to be said of the column.
    static void note(Examples& examples, const JsonView& value)
    {
        const std::string digits = numberIn(value);
        const std::size_t kind = value.isString() ? 0 : !digits.empty() ? 1 : value.boolean() ? 2 : 3;
        if (examples.ofKinds.at(kind).empty())
            examples.ofKinds.at(kind) = value.isString() && value.string().empty() ? "\"\"" : textOf(value);
        if (kind == 0)
            noteTime(examples, value.string());
        if (!digits.empty() && examples.digits.empty() && isKeptAsDigits(digits))
            examples.digits = digits;
    }

    static std::string shortened(const std::string& example)
    {
        constexpr std::size_t kLongest = 60;
        return example.size() > kLongest ? toValidUtf8(example.substr(0, kLongest)) + "…" : example;
    }

    static void noteTime(Examples& examples, std::string_view text)
    {
        ++examples.texts;
        const bool mayBeTime = !text.empty() && text.front() >= '0' && text.front() <= '9';
        if (mayBeTime && timeIn(text))
            ++examples.times;
        else if (examples.noTime.empty())
            examples.noTime = text;
    }

    void remark(const ParquetField& field, const Examples& examples)
    {
        std::vector<std::string> shown;
        for (const std::string& example : examples.ofKinds) {
            if (!example.empty())
                shown.push_back(shortened(example));
        }
        if (!examples.single.empty())
            m_losses.remark({PhraseId::ColumnOfLists, field.name, examples.single});
        if (shown.size() > 1)
            m_losses.remark({PhraseId::ColumnOfKinds, field.name, shown[0], shown[1]});
        else if (!examples.digits.empty())
            m_losses.remark({PhraseId::ColumnOfDigits, field.name, examples.digits});
        else if (examples.times * 2 > examples.texts && !examples.noTime.empty())
            m_losses.remark({PhraseId::ColumnOfDates, field.name, shortened(examples.noTime)});
    }

    void addNothing(std::size_t i, const JsonView& value)
    {
        if (value.hasValue())
            m_losses.add(PhraseId::LostField, 1, m_keys[i]);
        m_writer.leaf(i).addNothing(0, 0);
    }

    /// False if the value is of another kind.
    static bool addValue(ParquetLeaf& leaf, const ParquetField& field, const JsonView& value,
                         std::uint8_t repetition)
    {
        switch (field.kind) {
        case Kind::Text:
        case Kind::Texts:
            leaf.addText(textOf(value), repetition);
            return true;
        case Kind::Flag:
        case Kind::Flags:
            if (value.boolean())
                leaf.addFlag(*value.boolean(), repetition);
            return value.boolean().has_value();
        case Kind::Date: {
            const auto day = dayIn(value.string());
            if (day)
                leaf.addDay(*day);
            return day.has_value();
        }
        case Kind::Clock:
        case Kind::Moment: {
            const auto moment = momentIn(value.string(), field.kind == Kind::Moment);
            if (moment)
                leaf.addWhole(*moment);
            return moment.has_value();
        }
        default:
            return addNumber(leaf, field, value, repetition);
        }
    }

    static bool addNumber(ParquetLeaf& leaf, const ParquetField& field, const JsonView& value,
                          std::uint8_t repetition)
    {
        const std::string digits = numberIn(value);
        if (digits.empty())
            return false;
        if (field.kind == Kind::Real || field.kind == Kind::Reals) {
            leaf.addReal(parseNumber<double>(digits).value_or(0), repetition);
            return true;
        }
        const auto decimal = decimalIn(digits);
        if (!decimal || decimal->scale > field.scale)
            return false;
        if (field.kind == Kind::Decimal || field.kind == Kind::Decimals) {
            const std::string scaled = scaledTo(*decimal, field.scale);
            leaf.addFixed(decimalBytes(scaled, widthOfDecimal(field.precision)), repetition);
            return true;
        }
        const auto whole = parseNumber<std::int64_t>(decimal->whole);
        if (whole)
            leaf.addWhole(*whole, repetition);
        return whole.has_value();
    }

    void addList(std::size_t i, const JsonView& value)
    {
        ParquetLeaf& leaf = m_writer.leaf(i);
        const ParquetField& field = m_writer.fields()[i];
        if (!value.hasValue() || (value.isArray() && value.size() == 0)) {
            leaf.addNothing(value.isArray() ? 1 : 0, 0);
        } else if (value.isArray()) {
            std::uint8_t repetition = 0;
            for (const JsonView each : value.elements())
                addElement(i, each, std::exchange(repetition, std::uint8_t{1}));
        } else if (addValue(leaf, field, value, 0)) {
            m_examples[i].single = textOf(value);
            if (field.kind == Kind::Texts)
                note(m_examples[i], value);
        } else {
            addNothing(i, value);
        }
    }

    void addElement(std::size_t i, const JsonView& value, std::uint8_t repetition)
    {
        const bool isAdded =
            value.hasValue() && addValue(m_writer.leaf(i), m_writer.fields()[i], value, repetition);
        if (isAdded && m_writer.fields()[i].kind == Kind::Texts)
            note(m_examples[i], value);
        if (isAdded)
            return;
        if (value.hasValue())
            m_losses.add(PhraseId::LostField, 1, m_keys[i]);
        // An element that is null.
        m_writer.leaf(i).addNothing(2, repetition);
    }

    void addMessages(std::size_t field, const JsonView& list)
    {
        ParquetLeaf& roles = m_writer.leaf(field);
        ParquetLeaf& contents = m_writer.leaf(field, true);
        if (list.size() == 0) {
            roles.addNothing(1, 0);
            contents.addNothing(1, 0);
        }
        std::uint8_t repetition = 0;
        for (const JsonView message : list.elements()) {
            roles.addText(message["role"].string(), repetition);
            contents.addText(message["content"].string(), repetition);
            repetition = 1;
        }
    }

    ByteSink& m_target;
    Losses& m_losses;
    const std::vector<std::string> m_keys;
    /// Where each of them is in the row.
    std::unordered_multimap<std::string_view, std::size_t> m_places;
    /// The values of the current row.
    std::vector<JsonView> m_values;
    std::vector<Examples> m_examples;
    ParquetWriter m_writer;
    JsonParser m_parser;
};

} // namespace

/// The fields that the records have themselves.
std::vector<FieldReader> columnsOfParquet(const Snapshot& snapshot)
{
    std::vector<FieldReader> own;
    for (FieldReader& field : allFields(snapshot)) {
        if (field.anyColumn() != nullptr && !field.info().ofMessages && field.info().key != kMessages &&
            !isSaidByPath(field, snapshot))
            own.push_back(std::move(field));
    }
    return own;
}

std::unique_ptr<ByteSink> encoderOfParquet(const ExportContext& context, ByteSink& target, Losses& losses,
                                           const Job& job)
{
    return std::make_unique<ParquetEncoder>(columnsOf(context, job), target, losses);
}

void writeParquet(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    ExportJson object;
    if (!isColumn(kId, context))
        object[std::string(kId)] =
            record.conversation.id.empty() ? ExportJson() : encodable(idJson(record.conversation));
    object[std::string(kMessages)] = roleAndContentList(plainMessages(record, context, losses));
    const std::vector<ExportJson> values = columnValues(record, context);
    MemberAdder members(object);
    for (std::size_t i = 0; i < values.size(); ++i)
        members.add(context.columns[i].info().key, encodable(values[i]));
    Written written;
    written.id = true;
    written.results = true;
    countLosses(record, context, written, losses);
    for (const Message& message : record.conversation.messages)
        losses.add(PhraseId::LostRole, message.role.empty() ? 1 : 0);
    appendLine(object, out);
}

} // namespace duologue
