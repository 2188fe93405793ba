// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/field_diff.h"

#include "core/analysis/value_diff.h"
#include "core/data/column.h"
#include "core/json/json_view.h"
#include "core/load/record_reader.h"
#include "core/util/text.h"

#include <algorithm>

namespace duologue {

namespace {

/// Finds the field of an object by its name. One thread.
class FieldName {
public:
    /// `other` is the name of the other field: a key that is spelled like it is not this one.
    FieldName(const std::string& name, const std::string& other);

    /// Missing if the object has no such field, or null.
    JsonView in(const JsonView& object);
    /// Whether a member is the field or the object around it.
    bool isOrHolds(std::string_view key);

private:
    struct Split;

    /// Whether the key is the name, perhaps in another spelling.
    bool isSpelling(std::string_view key);

    std::string m_name;
    std::string m_key;
    std::string m_other;
    std::vector<Split> m_splits;
    TextMap<bool> m_spellings;
};

/// A name that is taken for a member of a member.
struct FieldName::Split {
    FieldName outer;
    FieldName inner;
};

FieldName::FieldName(const std::string& name, const std::string& other)
    : m_name(name), m_key(fieldKey(name)), m_other(other)
{
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
        if (dot > 0 && dot + 1 < name.size())
            m_splits.push_back({FieldName(name.substr(0, dot), other), FieldName(name.substr(dot + 1), {})});
    }
}

bool FieldName::isSpelling(std::string_view key)
{
    if (key == m_name)
        return true;
    if (key == m_other || key.size() > 2 * m_name.size() + 2)
        return false;
    if (const auto known = m_spellings.find(key); known != m_spellings.end())
        return known->second;
    // Keys that are data may be millions.
    constexpr std::size_t kMostKnown = 4096;
    if (m_spellings.size() >= kMostKnown)
        m_spellings.clear();
    return m_spellings.emplace(std::string(key), fieldKey(key) == m_key).first->second;
}

bool FieldName::isOrHolds(std::string_view key)
{
    return isSpelling(key) || std::any_of(m_splits.begin(), m_splits.end(),
                                          [&](Split& split) { return split.outer.isSpelling(key); });
}

JsonView FieldName::in(const JsonView& object)
{
    JsonView found = object[m_name];
    if (found.isMissing()) {
        for (const auto [key, value] : object.members()) {
            if (isSpelling(key))
                found = value;
        }
    }
    if (found.hasValue())
        return found;
    for (Split& split : m_splits) {
        if (const JsonView outer = split.outer.in(object); outer.isObject()) {
            if (const JsonView inner = split.inner.in(outer); inner.hasValue())
                return inner;
        }
    }
    return {};
}

/// What one record has to say.
struct RecordFields {
    std::vector<FieldDifference> differences;
    FieldDiffCounts counts;
};

/// Visits the objects of records. One thread.
class FieldWalk {
public:
    FieldWalk(const std::string& first, const std::string& second, const Job& job)
        : m_first(first, second), m_second(second, first), m_job(job)
    {
    }

    void walk(Row row, const JsonView& root, RecordFields& found)
    {
        m_row = row;
        m_found = &found;
        m_name.clear();
        m_pointer.clear();
        visit(root);
    }

private:
    void visit(const JsonView& value)
    {
        if (m_job.stopRequested())
            return;
        if (value.isObject())
            visitObject(value);
        std::size_t index = 0;
        for (const JsonView element : value.elements()) {
            if (element.isObject() || element.isArray())
                below(element, '[' + std::to_string(index) + ']', std::to_string(index));
            ++index;
        }
    }

    void visitObject(const JsonView& object)
    {
        const JsonView first = m_first.in(object);
        const JsonView second = m_second.in(object);
        compare(first, second);
        for (const auto [key, value] : object.members()) {
            // What is compared is not searched for more.
            const bool isCompared = (first.hasValue() && m_first.isOrHolds(key)) ||
                                    (second.hasValue() && m_second.isOrHolds(key));
            if (!isCompared && (value.isObject() || value.isArray()))
                below(value, (m_name.empty() ? "" : ".") + std::string(key), key);
        }
    }

    void below(const JsonView& value, const std::string& name, std::string_view pointerPart)
    {
        const std::size_t nameSize = m_name.size();
        const std::size_t pointerSize = m_pointer.size();
        m_name += name;
        appendPointerPart(m_pointer, pointerPart);
        visit(value);
        m_name.resize(nameSize);
        m_pointer.resize(pointerSize);
    }

    void compare(const JsonView& first, const JsonView& second)
    {
        FieldDiffCounts& counts = m_found->counts;
        if (!first.hasValue() && !second.hasValue())
            return;
        if (!second.hasValue()) {
            ++counts.onlyFirst;
            counts.firstAlone = m_row;
        } else if (!first.hasValue()) {
            ++counts.onlySecond;
            counts.secondAlone = m_row;
        } else if (equalValues(first, second)) {
            ++counts.equal;
        } else {
            ++counts.different;
            m_found->differences.push_back({m_row, m_name, m_pointer, diffValues(first, second, m_job)});
        }
    }

    FieldName m_first;
    FieldName m_second;
    const Job& m_job;
    Row m_row{0};
    RecordFields* m_found = nullptr;
    std::string m_name;
    std::string m_pointer;
};

void addCounts(FieldDiffCounts& all, const FieldDiffCounts& more)
{
    all.equal += more.equal;
    all.different += more.different;
    all.onlyFirst += more.onlyFirst;
    all.onlySecond += more.onlySecond;
    all.recordsWithDifference += more.different > 0 ? 1 : 0;
    all.broken += more.broken;
    all.unread += more.unread;
    if (!all.firstAlone)
        all.firstAlone = more.firstAlone;
    if (!all.secondAlone)
        all.secondAlone = more.secondAlone;
}

} // namespace

FieldDiffCounts diffFields(const Snapshot& snapshot, const std::string& first, const std::string& second,
                           const Job& job, const std::function<bool(const FieldDifference&)>& handle)
{
    struct Walked {
        FieldWalk walk;
        std::vector<RecordFields> found;
    };
    const auto begin = [&](std::uint64_t) { return Walked{FieldWalk(first, second, job), {}}; };
    const auto look = [](Walked& walked, std::size_t, RecordReader& record) {
        RecordFields& found = walked.found.emplace_back();
        if (!record.bytes())
            found.counts.unread = 1;
        else if (record.parsed().state == RecordState::Broken)
            found.counts.broken = 1;
        else
            walked.walk.walk(record.row(), record.parsed().root, found);
    };
    FieldDiffCounts all;
    bool isWanted = true;
    const auto add = [&](const Walked& walked) {
        for (std::size_t i = 0; i < walked.found.size() && isWanted && !job.stopRequested(); ++i) {
            addCounts(all, walked.found[i].counts);
            for (const FieldDifference& difference : walked.found[i].differences)
                isWanted = isWanted && handle(difference);
        }
        return isWanted;
    };
    std::vector<Row> rows;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        rows.push_back(row);
    mapRecords(snapshot, rows, {}, job, begin, look, add);
    return all;
}

} // namespace duologue
