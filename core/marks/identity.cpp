// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/identity.h"
#include "core/data/field_reader.h"
#include "core/data/same_record.h"
#include "core/load/record_reader.h"
#include "core/util/checksum.h"
#include "core/util/numbers.h"
#include "core/util/text.h"

#include <cstdlib>
#include <utf8proc.h>

namespace duologue {

namespace {

constexpr char kAfterRole = '\x1F';
constexpr char kAfterMessage = '\x1E';
constexpr char kBeforeCandidate = '\x1D';
constexpr char kBeforeNumber = '#';

/// In NFC; texts of ASCII letters are in it.
void appendComposed(std::string& to, std::string_view text)
{
    const bool isAscii = std::ranges::all_of(text, [](char c) { return (c & '\x80') == 0; });
    if (isAscii) {
        to += text;
        return;
    }
    utf8proc_uint8_t* made = nullptr;
    const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                               static_cast<utf8proc_ssize_t>(text.size()), &made, options);
    if (size < 0)
        to += text;
    else
        to.append(reinterpret_cast<const char*>(made), static_cast<std::size_t>(size));
    std::free(made); // NOLINT(cppcoreguidelines-no-malloc): utf8proc allocates with malloc
}

/// The path of a file below the root, or its whole path.
std::string nameOfFile(const SourceFile& file, const std::filesystem::path& root)
{
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::absolute(file.path, failed).lexically_normal();
    const std::filesystem::path relative = whole.lexically_relative(root);
    const bool isBelow = !relative.empty() && *relative.begin() != "..";
    return (isBelow ? relative : whole).generic_string();
}

/// "chats.jsonl" and 17.
std::pair<std::string, std::uint32_t> partsOf(const std::string& record)
{
    const std::size_t sign = record.rfind(kBeforeNumber);
    if (sign == std::string::npos)
        return {record, 0};
    return {record.substr(0, sign),
            parseNumber<std::uint32_t>(std::string_view(record).substr(sign + 1)).value_or(0)};
}

/// An id of a file.
std::string inFile(FileId file, const std::string& id)
{
    return std::to_string(indexOf(file)) + ' ' + id;
}

} // namespace

std::string conversationHash(const Conversation& conversation)
{
    std::string said;
    const auto say = [&](std::span<const Message> messages) {
        for (const Message& message : messages) {
            if (&message != messages.data())
                said += kAfterMessage;
            said += message.role;
            said += kAfterRole;
            appendComposed(said, trimmed(conversation.originalText(message)));
        }
    };
    say(conversation.messages);
    for (const Candidate& candidate : conversation.candidates) {
        said += kBeforeCandidate;
        say(conversation.messagesOf(candidate));
    }
    if (said.empty()) {
        // A record without anything that is said is what its fields are.
        std::map<std::string, std::string> fields;
        for (const Field& field : conversation.fields) {
            if (!field.value.isMissing())
                fields.try_emplace(std::string(field.key), field.value.toJson());
        }
        for (const auto& [key, value] : fields)
            said.append(key).append(1, kAfterRole).append(value).append(1, kAfterMessage);
    }
    return "xxh3:" + hexText(wideChecksum(said));
}

MarkTarget targetOfRecord(const Snapshot& snapshot, Row row, const std::filesystem::path& root,
                          const Conversation* conversation)
{
    const RecordEntry entry = snapshot.record(row);
    MarkTarget target;
    target.record =
        nameOfFile(snapshot.file(entry.file), root) + kBeforeNumber + std::to_string(entry.ordinal);
    target.id = OwnIds(snapshot).of(row);
    if (conversation != nullptr)
        target.hash = conversationHash(*conversation);
    return target;
}

MarkedRecords::MarkedRecords(const Snapshot& snapshot, std::filesystem::path root)
    : m_snapshot(snapshot), m_root(std::move(root)), m_own(snapshot), m_hashes(snapshot.recordCount())
{
    for (std::size_t i = 0; i < snapshot.files.size(); ++i)
        m_files.try_emplace(nameOfFile(snapshot.files[i], m_root), FileId{static_cast<std::uint32_t>(i)});
    for (Row row{0}; row < snapshot.endRow() && snapshot.records.column("id") != nullptr; ++row) {
        std::string id = m_own.of(row);
        if (id.empty())
            continue;
        const auto [known, isNew] = m_ids.try_emplace(std::move(id), row);
        if (!isNew)
            known->second.reset();
    }
    if (std::ranges::all_of(m_ids, [](const auto& each) { return each.second.has_value(); }))
        return;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const std::string id = m_own.of(row);
        if (id.empty() || m_ids.at(id))
            continue;
        const auto [known, isNew] = m_idsOfFiles.try_emplace(inFile(snapshot.record(row).file, id), row);
        if (!isNew)
            known->second.reset();
    }
}

bool MarkedRecords::isRepeated(const std::string& id) const
{
    const auto found = m_ids.find(id);
    return found != m_ids.end() && !found->second;
}

std::optional<Row> MarkedRecords::byId(const MarkTarget& target) const
{
    if (target.id.empty())
        return std::nullopt;
    const auto found = m_ids.find(target.id);
    if (found == m_ids.end())
        return std::nullopt;
    if (found->second)
        return found->second;
    // Unique at least in its file.
    const auto file = m_files.find(partsOf(target.record).first);
    if (file == m_files.end())
        return std::nullopt;
    const auto own = m_idsOfFiles.find(inFile(file->second, target.id));
    return own == m_idsOfFiles.end() ? std::nullopt : own->second;
}

std::optional<Row> MarkedRecords::byPlace(const MarkTarget& target) const
{
    const auto [name, number] = partsOf(target.record);
    const auto file = m_files.find(name);
    if (file == m_files.end() || number == 0)
        return std::nullopt;
    const auto [begin, end] = rowsOfFile(m_snapshot, file->second);
    // Records are in the order of their numbers, some of which may be missing.
    Row low = begin;
    Row high = end;
    while (low < high) {
        const Row middle = low + (high - low) / 2;
        if (m_snapshot.record(middle).ordinal < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && m_snapshot.record(low).ordinal == number ? std::optional(low) : std::nullopt;
}

MarkedRecord MarkedRecords::quick(const MarkTarget& target) const
{
    if (const auto row = byId(target))
        return {MarkMatch::Same, *row};
    const auto row = byPlace(target);
    // Another record may have taken the place of one with an id.
    const bool isOther = row && !target.id.empty() && m_own.of(*row) != target.id;
    return row && !isOther ? MarkedRecord{MarkMatch::Same, *row} : MarkedRecord{};
}

void MarkedRecords::hash(const std::vector<Row>& rows, const Job& job)
{
    std::vector<Row> unknown;
    std::ranges::copy_if(rows, std::back_inserter(unknown),
                         [this](Row row) { return m_hashes[indexOf(row)].empty(); });
    // Each thread writes to rows of its own.
    forEachRecord(m_snapshot, unknown, {.measuring = Measuring::Scripts}, job,
                  [this](std::size_t, RecordReader& record) {
                      if (const Conversation* conversation = record.conversation())
                          m_hashes[indexOf(record.row())] = conversationHash(*conversation);
                  });
}

void MarkedRecords::lookAt(const std::vector<const MarkTarget*>& targets, const Job& job)
{
    std::vector<Row> rows;
    for (const MarkTarget* target : targets) {
        if (const MarkedRecord found = quick(*target); found.match == MarkMatch::Same)
            rows.push_back(found.row);
    }
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    hash(rows, job);
    const bool isAllFound = std::ranges::all_of(targets, [this](const MarkTarget* target) {
        const MarkedRecord found = quick(*target);
        const std::string& said =
            found.match == MarkMatch::Same ? m_hashes[indexOf(found.row)] : std::string();
        return target->hash.empty() || said == target->hash || byId(*target);
    });
    if (isAllFound || m_hasAll)
        return;
    rows.clear();
    for (Row row{0}; row < m_snapshot.endRow(); ++row)
        rows.push_back(row);
    hash(rows, job);
    if (job.stopRequested())
        return;
    for (const Row row : rows) {
        if (m_hashes[indexOf(row)].empty())
            continue;
        const auto [known, isNew] = m_byHash.try_emplace(m_hashes[indexOf(row)], row);
        if (!isNew)
            known->second.reset();
    }
    m_hasAll = true;
    for (const MarkTarget* target : targets) {
        const auto found = m_byHash.find(target->hash);
        if ((target->id.empty() || isRepeated(target->id)) && found != m_byHash.end() && found->second &&
            found->second != byPlace(*target))
            m_reordered.insert(partsOf(target->record).first);
    }
}

MarkedRecord MarkedRecords::find(const MarkTarget& target) const
{
    const auto isSame = [&](Row row) {
        const std::string& said = m_hashes[indexOf(row)];
        return target.hash.empty() || said.empty() || said == target.hash;
    };
    if (const auto row = byId(target))
        return {isSame(*row) ? MarkMatch::Same : MarkMatch::Changed, *row};
    auto place = byPlace(target);
    // Another record may have taken the place of one with an id.
    if (place && !target.id.empty() && (target.hash.empty() || m_own.of(*place) != target.id))
        place.reset();
    if (place && isSame(*place))
        return {MarkMatch::Same, *place};
    if (const auto moved = m_byHash.find(target.hash); !target.hash.empty() && moved != m_byHash.end())
        return moved->second ? MarkedRecord{MarkMatch::Same, *moved->second}
                             : MarkedRecord{MarkMatch::Ambiguous, {}};
    // Edited where it stands, if the others of its file are at their places.
    const bool isEdited = place && !m_reordered.contains(partsOf(target.record).first);
    return isEdited ? MarkedRecord{MarkMatch::Changed, *place} : MarkedRecord{};
}

void joinNames(MarkSet& marks, const MarkedRecords& records)
{
    const std::vector<MarkAnswers>& answers = marks.answers();
    std::vector<std::pair<Row, std::uint32_t>> found;
    found.reserve(answers.size());
    for (std::uint32_t i = 0; i < answers.size(); ++i) {
        const MarkedRecord record =
            answers[i].on.namesRecord() ? records.find(answers[i].on) : MarkedRecord();
        if (record.match == MarkMatch::Same || record.match == MarkMatch::Changed)
            found.emplace_back(record.row, i);
    }
    std::ranges::sort(found);
    for (auto begin = found.begin(); begin != found.end();) {
        const auto end = std::find_if(begin, found.end(),
                                      [begin](const auto& each) { return each.first != begin->first; });
        const MarkTarget& first = answers[begin->second].on;
        // Nearly always, all name it alike.
        const bool isOneName = std::all_of(begin, end, [&](const auto& each) {
            const MarkTarget& on = answers[each.second].on;
            return on.record == first.record && on.id == first.id && on.hash == first.hash;
        });
        std::map<std::pair<std::string, std::string>, std::uint32_t> parts;
        for (auto each = begin; each != end && !isOneName; ++each) {
            const MarkAnswers& own = answers[each->second];
            const auto [known, isNew] = parts.try_emplace({own.by, own.on.part()}, each->second);
            if (!isNew)
                marks.join(known->second, each->second);
        }
        begin = end;
    }
}

} // namespace duologue
