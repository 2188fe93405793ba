// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/partial_tally.h"

#include "core/analysis/report_table.h"
#include "core/util/escape.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/small_json.h"
#include "core/util/text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace duologue {

namespace {

using PartialJson = nlohmann::ordered_json;

constexpr const char* kVersionKey = "duologue_partial";
constexpr int kPartialVersion = 1;

/// JSON has no infinite numbers; they are written as texts.
PartialJson numberOrText(double number)
{
    return std::isfinite(number) ? PartialJson(number) : PartialJson(numberText(number));
}

double numberOf(const PartialJson& json)
{
    if (json.is_number())
        return json.get<double>();
    return parseNumber<double>(json.get<std::string>()).value_or(std::nan(""));
}

/// Throws unless it is a whole number that is not negative.
std::uint64_t countIn(const PartialJson& json)
{
    return json.get_ref<const PartialJson::number_unsigned_t&>();
}

PartialJson fieldsJson(const std::vector<FieldInfo>& fields)
{
    PartialJson list = PartialJson::array();
    for (const FieldInfo& field : fields) {
        list.push_back({{"key", field.key},
                        {"title", field.title},
                        {"number", field.kind == FieldKind::Number},
                        {"messages", field.ofMessages}});
        if (mayBeInSeveral(field))
            list.back()["several"] = true;
    }
    return list;
}

std::vector<FieldInfo> fieldsIn(const PartialJson& list)
{
    std::vector<FieldInfo> fields;
    for (const PartialJson& each : list) {
        FieldInfo& field = fields.emplace_back();
        field.key = each.at("key").get<std::string>();
        field.title = each.at("title").get<std::string>();
        field.kind = each.at("number").get<bool>() ? FieldKind::Number : FieldKind::Category;
        field.ofMessages = each.at("messages").get<bool>();
        if (!each.value("several", false))
            continue;
        // As mayBeInSeveral() looks at it.
        if (field.ofMessages)
            field.rawKey = field.key;
        else
            field.kind = FieldKind::Categories;
    }
    return fields;
}

PartialJson groupJson(const TallyRow& row)
{
    PartialJson values = PartialJson::array();
    for (const GroupValue& value : row.values) {
        PartialJson& made = values.emplace_back(PartialJson{{"text", value.text}});
        if (value.number)
            made["number"] = numberOrText(*value.number);
        if (!value.chinese.empty())
            made["chinese"] = value.chinese;
    }
    PartialJson means = PartialJson::array();
    for (const Mean& mean : row.means)
        means.push_back({{"n", mean.n},
                         {"sum", numberOrText(mean.sum)},
                         {"sum_of_squares", numberOrText(mean.sumOfSquares)}});
    return {{"values", std::move(values)}, {"n", row.n}, {"means", std::move(means)}};
}

/// Throws PartialJson::exception if something is missing.
TallyRow groupIn(const PartialJson& json)
{
    TallyRow row;
    for (const PartialJson& each : json.at("values")) {
        GroupValue& value = row.values.emplace_back();
        value.text = each.at("text").get<std::string>();
        if (each.contains("number"))
            value.number = numberOf(each.at("number"));
        value.chinese = each.value("chinese", std::string());
    }
    row.n = countIn(json.at("n"));
    for (const PartialJson& each : json.at("means"))
        row.means.push_back(
            {countIn(each.at("n")), numberOf(each.at("sum")), numberOf(each.at("sum_of_squares"))});
    return row;
}

/// "of", "where" and "read", as other objects with numbers have them.
void addCoverageOfPartial(PartialJson& json, const Coverage& coverage)
{
    json["of"] = coverage.read > 0 ? PartialJson(coverage.read) : PartialJson();
    json["where"] = coverage.where.empty() ? PartialJson() : PartialJson(coverage.where);
    const auto percent = coverage.percentRead();
    PartialJson read{{"complete", coverage.isWhole()},
                     {"percent", percent ? PartialJson(*percent) : PartialJson()}};
    if (coverage.broken > 0)
        read["broken"] = coverage.broken;
    read["remarks"] = PartialJson::array();
    for (const Phrase& note : coverage.notes())
        read["remarks"].push_back(inEnglish(note));
    json["read"] = std::move(read);
}

/// None if the object has no "where". Throws PartialJson::exception if it is of another type.
std::optional<Coverage> coverageInPartial(const PartialJson& json)
{
    if (!json.contains("where"))
        return std::nullopt;
    Coverage coverage;
    if (const PartialJson& where = json.at("where"); !where.is_null())
        coverage.where = where.get<std::string>();
    if (json.contains("of") && !json.at("of").is_null())
        coverage.read = countIn(json.at("of"));
    if (json.contains("read")) {
        const PartialJson& read = json.at("read");
        coverage.isComplete = read.at("complete").get<bool>();
        if (read.contains("broken"))
            coverage.broken = countIn(read.at("broken"));
    }
    return coverage;
}

/// For each mean the number of records whose messages have its values, or null.
PartialJson recordsOfMeansJson(const Tally& tally)
{
    PartialJson list = PartialJson::array();
    for (const auto& records : tally.recordsOfMeans)
        list.push_back(records ? PartialJson(*records) : PartialJson());
    return list;
}

PartialTally partialIn(const PartialJson& json)
{
    PartialTally partial;
    Tally& tally = partial.tally;
    tally.by = fieldsIn(json.at("by"));
    tally.means = fieldsIn(json.at("means"));
    tally.ofMessages = json.at("messages").get<bool>();
    tally.withoutValue = countIn(json.at("without_value"));
    if (json.contains("shard"))
        partial.shard = shardNamed(json.at("shard").get<std::string>());
    partial.coverage = coverageInPartial(json);
    if (json.contains("records_of_means")) {
        for (const PartialJson& each : json.at("records_of_means"))
            tally.recordsOfMeans.push_back(each.is_null() ? std::nullopt : std::optional(countIn(each)));
    }
    for (const PartialJson& each : json.at("groups"))
        tally.rows.push_back(groupIn(each));
    return partial;
}

/// "turns, means of a, b"
std::string fieldsOf(const Tally& tally)
{
    std::string text;
    for (const FieldInfo& field : tally.by)
        text += (text.empty() ? "" : ", ") + field.key;
    for (const FieldInfo& field : tally.means)
        text += ", mean of " + field.key;
    return text;
}

bool isSameGroup(const TallyRow& a, const TallyRow& b)
{
    return std::equal(
        a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
        [](const GroupValue& left, const GroupValue& right) { return left.text == right.text; });
}

bool comesBeforeGroup(const TallyRow& a, const TallyRow& b)
{
    return std::lexicographical_compare(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                                        comesBefore);
}

bool isWhole(const Tally& tally)
{
    return !tally.by.empty() && std::is_sorted(tally.rows.begin(), tally.rows.end(), comesBeforeGroup) &&
           std::all_of(tally.rows.begin(), tally.rows.end(),
                       [&](const TallyRow& row) {
                           return row.values.size() == tally.by.size() &&
                                  row.means.size() == tally.means.size();
                       }) &&
           (tally.recordsOfMeans.empty() || tally.recordsOfMeans.size() == tally.means.size());
}

/// "all conversations", "the conversations where `turns:2`"
Phrase filterPhrase(const std::string& where)
{
    return where.empty() ? Phrase(PhraseId::EveryConversation)
                         : Phrase(PhraseId::OnlyWhere, markdownCode(where));
}

/// Adds up for each mean; a mean of messages' values in some figures is one in all of them.
void addRecordsOfMeans(Tally& sum, const Tally& added)
{
    if (sum.recordsOfMeans.empty())
        sum.recordsOfMeans.resize(added.recordsOfMeans.size());
    for (std::size_t i = 0; i < added.recordsOfMeans.size(); ++i) {
        auto& records = sum.recordsOfMeans[i];
        if (added.recordsOfMeans[i])
            records = records.value_or(0) + *added.recordsOfMeans[i];
    }
}

/// Makes the groups of one field, which are numbers, those of their texts.
void countTexts(Tally& tally, std::size_t field)
{
    for (TallyRow& row : tally.rows)
        row.values[field].number.reset();
    std::stable_sort(tally.rows.begin(), tally.rows.end(), comesBeforeGroup);
}

void addGroup(TallyRow& sum, const TallyRow& row)
{
    sum.n += row.n;
    for (std::size_t i = 0; i < row.means.size(); ++i)
        sum.means[i].add(row.means[i]);
    for (std::size_t i = 0; i < row.values.size(); ++i) {
        if (sum.values[i].chinese.empty())
            sum.values[i].chinese = row.values[i].chinese;
    }
}

/// The group that `row` is added to, among the last ones, which are in the same place of the order; texts
/// that differ may be ("A", "a"). Null if there is none.
TallyRow* groupAmongLast(std::vector<TallyRow>& groups, const TallyRow& row)
{
    for (std::size_t i = groups.size(); i > 0 && !comesBeforeGroup(groups[i - 1], row); --i) {
        if (isSameGroup(groups[i - 1], row))
            return &groups[i - 1];
    }
    return nullptr;
}

} // namespace

std::string Shard::text() const
{
    return std::to_string(index) + "/" + std::to_string(count);
}

std::optional<Shard> shardNamed(std::string_view text)
{
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos)
        return std::nullopt;
    const auto index = parseNumber<std::uint64_t>(text.substr(0, slash));
    const auto count = parseNumber<std::uint64_t>(text.substr(slash + 1));
    if (!index || !count || *index == 0 || *index > *count || *count > Shard::kMost)
        return std::nullopt;
    return Shard{*index, *count};
}

RowSet rowsOfShard(const RowSet& rows, const Shard& shard)
{
    // The first shards have one row more.
    const std::uint64_t all = rows.count();
    const std::uint64_t each = all / shard.count;
    const std::uint64_t longer = all % shard.count;
    const std::uint64_t begin = (shard.index - 1) * each + std::min(shard.index - 1, longer);
    const std::uint64_t end = begin + each + (shard.index <= longer ? 1 : 0);
    RowSet chosen(rows.size());
    std::uint64_t at = 0;
    rows.forEach([&](Row row) {
        if (at >= begin && at < end)
            chosen.add(row);
        ++at;
    });
    return chosen;
}

std::string partialText(const PartialTally& partial)
{
    const Tally& tally = partial.tally;
    PartialJson json{{kVersionKey, kPartialVersion}};
    if (partial.shard)
        json["shard"] = partial.shard->text();
    json["by"] = fieldsJson(tally.by);
    json["means"] = fieldsJson(tally.means);
    json["messages"] = tally.ofMessages;
    json["without_value"] = tally.withoutValue;
    if (!tally.recordsOfMeans.empty())
        json["records_of_means"] = recordsOfMeansJson(tally);
    if (partial.coverage)
        addCoverageOfPartial(json, *partial.coverage);
    json["groups"] = PartialJson::array();
    for (const TallyRow& row : tally.rows)
        json["groups"].push_back(groupJson(row));
    return json.dump(-1, ' ', false, PartialJson::error_handler_t::replace);
}

Expected<PartialTally, Phrase> readPartial(std::string_view text)
{
    // It has as many groups as the fields have values; they are not nested.
    constexpr SmallJsonLimits kLimits{kTextLimits.bytes, 16, kTextLimits.values};
    const auto json = smallJson<PartialJson>(text, kLimits);
    if (!json.is_object() || !json.contains(kVersionKey) || !json[kVersionKey].is_number_integer())
        return PhraseId::NotPartial;
    if (json[kVersionKey].get<int>() > kPartialVersion)
        return PhraseId::PartialVersion;
    try {
        PartialTally partial = partialIn(json);
        if (isWhole(partial.tally))
            return partial;
    } catch (const PartialJson::exception&) {
        // Something is missing or of another type.
    }
    return PhraseId::NotPartial;
}

Phrase PartialSum::mistakeIn(const PartialTally& partial) const
{
    if (!m_sum)
        return {};
    const Tally& tally = partial.tally;
    if (fieldsOf(tally) != fieldsOf(*m_sum) || tally.ofMessages != m_sum->ofMessages)
        return {PhraseId::OtherPartial, fieldsOf(tally), fieldsOf(*m_sum)};
    if (partial.coverage && m_where && partial.coverage->where != *m_where)
        return {PhraseId::OtherFilter, filterPhrase(partial.coverage->where), filterPhrase(*m_where)};
    if (!partial.shard || m_shards.empty())
        return {};
    const Shard& shard = *partial.shard;
    if (shard.count != m_shards.front().count)
        return {PhraseId::OtherShards, shard.count, m_shards.front().count};
    if (std::find(m_shards.begin(), m_shards.end(), shard) != m_shards.end())
        return {PhraseId::ShardTwice, shard.index, shard.count};
    return {};
}

Phrase PartialSum::add(PartialTally partial)
{
    if (Phrase mistake = mistakeIn(partial); !mistake.empty())
        return mistake;
    if (partial.shard)
        m_shards.push_back(*partial.shard);
    ++m_added;
    if (partial.coverage) {
        m_where = std::move(partial.coverage->where);
        m_broken += partial.coverage->broken;
    } else {
        ++m_withoutFilter;
    }
    if (!m_sum) {
        m_sum = std::move(partial.tally);
        return {};
    }
    // A field whose values in these records are all numbers may have words in others.
    for (std::size_t i = 0; i < m_sum->by.size(); ++i) {
        const bool isNumber = m_sum->by[i].kind == FieldKind::Number;
        if (isNumber != (partial.tally.by[i].kind == FieldKind::Number))
            countTexts(isNumber ? *m_sum : partial.tally, i);
        if (isNumber)
            m_sum->by[i].kind = partial.tally.by[i].kind;
    }
    m_sum->withoutValue += partial.tally.withoutValue;
    addRecordsOfMeans(*m_sum, partial.tally);
    std::vector<TallyRow>& rows = m_sum->rows;
    const auto middle = rows.insert(rows.end(), std::make_move_iterator(partial.tally.rows.begin()),
                                    std::make_move_iterator(partial.tally.rows.end()));
    std::inplace_merge(rows.begin(), middle, rows.end(), comesBeforeGroup);
    std::vector<TallyRow> joined;
    for (TallyRow& row : rows) {
        if (TallyRow* const same = groupAmongLast(joined, row))
            addGroup(*same, row);
        else
            joined.push_back(std::move(row));
    }
    rows = std::move(joined);
    return {};
}

Tally PartialSum::tally() const
{
    return m_sum.value_or(Tally());
}

Coverage PartialSum::coverage() const
{
    Coverage coverage;
    coverage.where = m_where.value_or(std::string());
    coverage.broken = m_broken;
    if (m_withoutFilter > 0)
        coverage.remarks.emplace_back(PhraseId::FilterNotKnown, groupedDigits(m_withoutFilter),
                                      groupedDigits(m_added));
    return coverage;
}

std::vector<Shard> PartialSum::missing() const
{
    std::vector<Shard> missing;
    const std::uint64_t count = m_shards.empty() ? 0 : m_shards.front().count;
    for (std::uint64_t i = 1; i <= count; ++i) {
        const Shard shard{i, count};
        if (std::find(m_shards.begin(), m_shards.end(), shard) == m_shards.end())
            missing.push_back(shard);
    }
    return missing;
}

} // namespace duologue
