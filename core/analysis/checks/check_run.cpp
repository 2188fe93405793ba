// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_run.h"

#include "core/analysis/checks/checked_record.h"
#include "core/load/record_reader.h"
#include "core/util/checksum.h"
#include "core/util/numbers.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/small_json.h"
#include "core/util/text.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace duologue {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kSettingsVersion = 1;

Phrase checkThreshold(std::string_view id, double value)
{
    const Check* check = findCheck(id);
    if (check == nullptr)
        return {PhraseId::NoCheck, id};
    if (!check->threshold)
        return {PhraseId::NoThreshold, id};
    const CheckThreshold& range = *check->threshold;
    if (!(value >= range.lowest && value <= range.highest))
        return {PhraseId::ThresholdRange, id, numberText(range.lowest), numberText(range.highest)};
    return {};
}

std::string textIn(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint32_t numberOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint32_t>() : 0;
}

/// 16 hexadecimal digits; 0 if it is none.
std::uint64_t hashOf(const std::string& digits)
{
    std::uint64_t hash = 0;
    const char* const end = digits.data() + digits.size();
    const auto [last, error] = std::from_chars(digits.data(), end, hash, 16);
    return error == std::errc() && last == end ? hash : 0;
}

CheckSettings settingsFrom(const Json& json)
{
    CheckSettings settings;
    // The loops need them to live until they end.
    const Json thresholds = json.value("thresholds", Json::object());
    const Json off = json.value("off", Json::array());
    const Json suppressions = json.value("suppressions", Json::array());
    for (const auto& [id, value] : thresholds.items()) {
        if (value.is_number())
            settings.thresholds[id] = value.get<double>();
    }
    for (const Json& id : off) {
        if (id.is_string())
            settings.off.insert(id.get<std::string>());
    }
    for (const Json& each : suppressions) {
        if (each.is_object())
            settings.suppressions.push_back({textIn(each, "check"), textIn(each, "file"),
                                             numberOf(each, "record"), numberOf(each, "message"),
                                             textIn(each, "reason"), hashOf(textIn(each, "text_hash"))});
    }
    return settings;
}

std::filesystem::path absoluteFolder(const std::filesystem::path& folder)
{
    std::error_code error;
    auto path = std::filesystem::weakly_canonical(folder, error);
    return error ? folder : path;
}

std::string relativeFile(const std::string& file, const std::filesystem::path& folder)
{
    return absoluteFolder(file).lexically_relative(absoluteFolder(folder)).generic_string();
}

} // namespace

double CheckSettings::threshold(const Check& check) const
{
    const auto chosen = thresholds.find(std::string(check.id));
    if (chosen != thresholds.end())
        return chosen->second;
    return check.threshold ? check.threshold->usual : 0;
}

bool isGroup(std::string_view id)
{
    for (auto group = CheckGroup::Structure; group <= CheckGroup::Duplicates;
         group = static_cast<CheckGroup>(static_cast<int>(group) + 1)) {
        if (groupId(group) == id)
            return true;
    }
    return false;
}

Phrase mistakeIn(const CheckSettings& settings)
{
    for (const auto& [id, value] : settings.thresholds) {
        if (Phrase mistake = checkThreshold(id, value); !mistake.empty())
            return mistake;
    }
    for (const std::string& id : settings.off) {
        if (findCheck(id) == nullptr)
            return {PhraseId::NoCheck, id};
    }
    for (const Suppression& each : settings.suppressions) {
        if (findCheck(each.check) == nullptr)
            return {PhraseId::NoCheck, each.check};
    }
    return {};
}

Phrase setThreshold(std::string_view assignment, CheckSettings& settings)
{
    const std::size_t equals = assignment.find('=');
    const auto value =
        equals == std::string_view::npos ? std::nullopt : numberIn(assignment.substr(equals + 1));
    if (!value)
        return {PhraseId::NoAssignment, assignment};
    constexpr std::string_view kSuffix = ".threshold";
    std::string_view id = assignment.substr(0, equals);
    if (id.ends_with(kSuffix))
        id.remove_suffix(kSuffix.size());
    if (Phrase mistake = checkThreshold(id, *value); !mistake.empty())
        return mistake;
    settings.thresholds[std::string(id)] = *value;
    return {};
}

std::string settingsText(const CheckSettings& settings)
{
    Json json{{"version", kSettingsVersion}, {"thresholds", Json::object()}};
    for (const auto& [id, value] : settings.thresholds)
        json["thresholds"][id] = value;
    json["off"] = Json(settings.off);
    json["suppressions"] = Json::array();
    for (const Suppression& each : settings.suppressions) {
        Json made{{"check", each.check}, {"file", each.file}, {"record", each.record}};
        if (each.message > 0)
            made["message"] = each.message;
        made["reason"] = each.reason;
        if (each.textHash != 0)
            made["text_hash"] = hexText(each.textHash);
        json["suppressions"].push_back(std::move(made));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Expected<CheckSettings, Phrase> settingsOf(std::string_view text)
{
    const auto json = smallJson<Json>(text, {}, true);
    if (!json.is_object())
        return Phrase(PhraseId::SettingsNotJson);
    if (json.value("version", Json(kSettingsVersion)) != Json(kSettingsVersion))
        return Phrase(PhraseId::SettingsVersion);
    CheckSettings settings = settingsFrom(json);
    if (Phrase mistake = mistakeIn(settings); !mistake.empty())
        return mistake;
    return settings;
}

Expected<CheckSettings, Phrase> readCheckSettings(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::path folder =
        std::filesystem::is_directory(path, error) ? path : path.parent_path();
    const std::filesystem::path file = folder / kCheckSettingsName;
    if (!std::filesystem::is_regular_file(file, error))
        return CheckSettings{};
    const auto text = readSmallFile(file);
    if (!text)
        return Phrase(PhraseId::FileNotReadable);
    auto settings = settingsOf(*text);
    if (auto* read = settings.get())
        read->folder = folder;
    return settings;
}

namespace {

void addTexts(const Conversation& conversation, const Slice& texts, RunningChecksum& sum, bool& isEmpty)
{
    for (const Text& text : conversation.textsOf(texts)) {
        isEmpty = isEmpty && text.text.empty();
        sum.add(text.text);
        // Keeps two texts apart from one.
        sum.add(std::string_view("\0", 1));
    }
}

} // namespace

std::uint64_t findingTextHash(const Conversation& conversation, FindingPart part, std::uint32_t message)
{
    RunningChecksum sum;
    bool isEmpty = true;
    if (part == FindingPart::Message && message < conversation.messages.size())
        addTexts(conversation, conversation.messages[message].texts, sum, isEmpty);
    if (part == FindingPart::Candidate && message < conversation.candidateMessages.size())
        addTexts(conversation, conversation.candidateMessages[message].texts, sum, isEmpty);
    if (part == FindingPart::Context && message < conversation.context.size())
        addTexts(conversation, conversation.context[message].texts, sum, isEmpty);
    if (isEmpty) {
        addTexts(conversation, {0, static_cast<std::uint32_t>(conversation.texts.size())}, sum, isEmpty);
        for (const Field& field : conversation.fields)
            sum.add(isEmpty ? field.value.toJson() : std::string());
    }
    return std::max<std::uint64_t>(sum.value(), 1);
}

namespace {

/// Whether the record still has the text that the suppression was about.
bool hasText(const Conversation& conversation, const Suppression& suppression)
{
    const std::uint64_t hash = suppression.textHash;
    if (suppression.message > 0)
        return findingTextHash(conversation, FindingPart::Message, suppression.message - 1) == hash;
    bool isThere = findingTextHash(conversation, FindingPart::Record, 0) == hash;
    for (std::uint32_t i = 0; !isThere && i < conversation.candidateMessages.size(); ++i)
        isThere = findingTextHash(conversation, FindingPart::Candidate, i) == hash;
    for (std::uint32_t i = 0; !isThere && i < conversation.context.size(); ++i)
        isThere = findingTextHash(conversation, FindingPart::Context, i) == hash;
    return isThere;
}

} // namespace

SuppressedFindings::SuppressedFindings(const Snapshot& snapshot, const CheckSettings& settings)
    : m_snapshot(snapshot), m_settings(settings), m_places(settings.suppressions.size())
{
    if (settings.suppressions.empty())
        return;
    std::unordered_map<std::string, FileId> files;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i)
        files.emplace(relativeFile(snapshot.files[i].path, settings.folder), static_cast<FileId>(i));
    std::map<std::pair<FileId, std::uint32_t>, std::vector<std::size_t>> wanted;
    for (std::size_t i = 0; i < settings.suppressions.size(); ++i) {
        const Suppression& each = settings.suppressions[i];
        m_readsHashes = m_readsHashes || each.textHash != 0;
        m_places[i].row = snapshot.endRow();
        if (const auto file = files.find(each.file); file != files.end()) {
            m_places[i].hasFile = true;
            wanted[{file->second, each.record}].push_back(i);
        }
    }
    for (Row row{0}; !wanted.empty() && row < snapshot.endRow(); ++row) {
        const RecordEntry record = snapshot.record(row);
        if (const auto found = wanted.find({record.file, record.ordinal}); found != wanted.end()) {
            for (const std::size_t i : found->second)
                m_places[i].row = row;
        }
    }
}

std::vector<std::uint8_t> SuppressedFindings::among(std::uint16_t check, const std::vector<Finding>& findings)
{
    std::vector<std::uint8_t> suppressed(findings.size());
    const auto messageOf = [](const Finding& finding) {
        return finding.part == FindingPart::Message ? finding.message + 1 : 0;
    };
    std::vector<std::size_t> moved;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const Suppression& each = m_settings.suppressions[i];
        if (indexOf(*findCheck(each.check)) != check)
            continue;
        Place& place = m_places[i];
        place.hasRun = true;
        const auto from = std::lower_bound(findings.begin(), findings.end(), place.row,
                                           [](const Finding& finding, Row row) { return finding.row < row; });
        for (auto at = from; at != findings.end() && at->row == place.row; ++at) {
            const bool isThere = each.textHash == 0
                                     ? each.message == 0 || each.message == messageOf(*at)
                                     : each.message == messageOf(*at) && each.textHash == at->textHash;
            if (!isThere || at->part == FindingPart::Dataset)
                continue;
            suppressed[static_cast<std::size_t>(at - findings.begin())] = 1;
            place.isMatched = true;
        }
        if (!place.isMatched && each.textHash != 0)
            moved.push_back(i);
    }
    for (const std::size_t i : moved) {
        const Suppression& each = m_settings.suppressions[i];
        const Finding* first = nullptr;
        for (std::size_t at = 0; at < findings.size(); ++at) {
            const Finding& finding = findings[at];
            const bool isOther =
                first != nullptr && (finding.row != first->row || finding.message != first->message);
            if (suppressed[at] != 0 || isOther || finding.textHash != each.textHash ||
                (each.message > 0) != (finding.part == FindingPart::Message))
                continue;
            first = first == nullptr ? &finding : first;
            suppressed[at] = 1;
            m_places[i].isMatched = true;
        }
    }
    return suppressed;
}

std::vector<Suppression> SuppressedFindings::lost(const RowSet& rows) const
{
    std::vector<Suppression> lost;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const Place& place = m_places[i];
        const Suppression& each = m_settings.suppressions[i];
        if (each.textHash == 0 || place.isMatched || !place.hasRun)
            continue;
        std::error_code error;
        bool isLost = place.hasFile || !std::filesystem::exists(m_settings.folder / each.file, error);
        if (place.row < m_snapshot.endRow()) {
            isLost = rows.contains(place.row);
            // With the same text, the check has nothing to say any more.
            if (isLost) {
                RecordReader now(m_snapshot);
                now.read(place.row);
                const Conversation* const conversation = now.conversation();
                isLost = conversation == nullptr || !hasText(*conversation, each);
            }
        }
        if (isLost)
            lost.push_back(each);
    }
    return lost;
}

Suppression suppressionOf(const Snapshot& snapshot, const CheckSettings& settings, const Finding& finding,
                          std::string reason)
{
    const RecordEntry record = snapshot.record(finding.row);
    const std::uint32_t message = finding.part == FindingPart::Message ? finding.message + 1 : 0;
    return {std::string(checks()[finding.check]->id),
            relativeFile(snapshot.file(record.file).path, settings.folder),
            record.ordinal,
            message,
            std::move(reason),
            finding.textHash};
}

namespace {

/// What is seen in a part of the records.
struct CheckPart {
    std::vector<CheckLog> logs;
    DatasetTexts texts;
    CheckedTexts checked;
    std::uint64_t unread = 0;
    std::uint64_t records = 0;
};

/// Sets what is known of a finding only where its record is: the hash of its text, and its candidate.
void completeFinding(const Conversation& conversation, Finding& finding)
{
    finding.textHash = findingTextHash(conversation, finding.part, finding.message);
    if (finding.part != FindingPart::Candidate)
        return;
    for (std::size_t i = 0; i < conversation.candidates.size(); ++i) {
        const Slice messages = conversation.candidates[i].messages;
        if (finding.message < messages.begin || finding.message >= messages.end)
            continue;
        finding.candidate = static_cast<std::uint32_t>(i + 1);
        finding.messageOfCandidate = finding.message - messages.begin + 1;
        return;
    }
}

CheckLog logFor(const Check& check, const CheckSettings& settings)
{
    return {static_cast<std::uint16_t>(indexOf(check)), settings.threshold(check), check.isMaybe,
            check.isPersonal};
}

std::vector<CheckLog> logsFor(const std::vector<const Check*>& chosen, const CheckSettings& settings)
{
    std::vector<CheckLog> logs;
    logs.reserve(chosen.size());
    for (const Check* check : chosen)
        logs.push_back(logFor(*check, settings));
    return logs;
}

/// What the records of a dataset are looked at for.
struct LookOrder {
    const CheckRequest& request;
    /// Checks that look at one record at a time.
    std::vector<const Check*> checks;
    /// Of all that were chosen.
    CheckNeeds needs;
    std::vector<Row> rows;
    const Job& job;
};

/// Lets the checks look at a record.
void lookAt(const LookOrder& order, const DatasetFacts& facts, Row row, const Conversation& conversation,
            CheckPart& part)
{
    if (!order.checks.empty())
        part.checked.find(conversation, facts.keys);
    const CheckedRecord record{order.request.snapshot, facts, row, conversation, part.checked.texts(),
                               part.checked.pairs()};
    for (std::size_t i = 0; i < order.checks.size(); ++i) {
        std::vector<Finding>& findings = part.logs[i].findings();
        const std::size_t before = findings.size();
        order.checks[i]->look(record, part.logs[i]);
        for (std::size_t at = before; at < findings.size(); ++at)
            completeFinding(conversation, findings[at]);
    }
    part.texts.add(order.needs, row, conversation);
    ++part.records;
}

std::vector<const Check*> chosenChecks(const CheckRequest& request)
{
    std::vector<const Check*> chosen;
    for (const Check* check : checks()) {
        const bool isNamed =
            std::find(request.only.begin(), request.only.end(), check->id) != request.only.end();
        const bool isGroupNamed =
            std::find(request.only.begin(), request.only.end(), groupId(check->group)) != request.only.end();
        const bool isWanted =
            request.only.empty() ? !request.settings.isOff(*check) : isNamed || isGroupNamed;
        if (isWanted && !(request.onlyRecords && check->look == nullptr))
            chosen.push_back(check);
    }
    return chosen;
}

/// Completes findings by checks that look at the whole dataset. Reads their records again.
void completeFindings(const Snapshot& snapshot, std::vector<Finding>& findings, const Job& job)
{
    std::vector<Row> rows;
    for (const Finding& finding : findings) {
        if (finding.part != FindingPart::Dataset && (rows.empty() || rows.back() != finding.row))
            rows.push_back(finding.row);
    }
    auto next = findings.begin();
    forEachRecord(snapshot, rows, {.threads = 1}, job, [&](std::size_t, RecordReader& record) {
        const Conversation* const conversation = record.conversation();
        while (next != findings.end() && next->row < record.row())
            ++next;
        for (; conversation != nullptr && next != findings.end() && next->row == record.row(); ++next)
            completeFinding(*conversation, *next);
    });
}

using FindingUnit = std::tuple<Row, FindingPart, std::uint32_t, std::uint32_t>;

/// Equal for findings that are in the same unit.
FindingUnit unitOfFinding(const Finding& finding, CheckUnit unit)
{
    switch (unit) {
    case CheckUnit::Records:
        return {finding.row, FindingPart::Record, 0, 0};
    case CheckUnit::Messages:
    case CheckUnit::Candidates:
        return {finding.row, finding.part, finding.message, 0};
    case CheckUnit::Fields:
        return {Row{0}, FindingPart::Record, 0, finding.unit};
    case CheckUnit::Texts:
    case CheckUnit::Translations:
        break;
    }
    return {finding.row, finding.part, finding.message, finding.unit};
}

/// Adds up the logs of one check: its findings, without those that are suppressed, and its counts.
class ResultMaker {
public:
    ResultMaker(const CheckRequest& request, CheckRun& run)
        : m_run(run), m_rows(request.rows), m_suppressed(request.snapshot, request.settings)
    {
    }

    CheckResult& begin(const Check& check, double threshold)
    {
        CheckResult& result = m_run.results.emplace_back();
        result.check = &check;
        result.threshold = threshold;
        m_findings.clear();
        return result;
    }

    void add(CheckLog& log, CheckResult& result)
    {
        for (Finding& finding : log.findings())
            finding.unit += static_cast<std::uint32_t>(result.lookedAt);
        result.lookedAt += log.lookedAt();
        for (const auto& [why, units] : log.reasons())
            result.notJudged[why] += units;
        std::move(log.findings().begin(), log.findings().end(), std::back_inserter(m_findings));
    }

    /// After all logs of the check, in the order of rows.
    void end(CheckResult& result) { addFindings(std::exchange(m_findings, {}), m_suppressed, result, m_run); }

    /// After all checks.
    void finish() { m_run.lost = m_suppressed.lost(m_rows); }

private:
    CheckRun& m_run;
    const RowSet& m_rows;
    SuppressedFindings m_suppressed;
    /// Of the check that was begun.
    std::vector<Finding> m_findings;
};

/// What was seen in the records, part by part, in the order of rows.
struct SeenRecords {
    std::vector<std::vector<CheckLog>> logs;
    std::vector<DatasetTexts> texts;
    std::uint64_t unread = 0;
    std::uint64_t records = 0;
};

SeenRecords lookAtRecords(const LookOrder& order)
{
    const CheckRequest& request = order.request;
    const DatasetFacts facts =
        order.checks.empty() ? DatasetFacts()
                             : factsOf(request.snapshot, request.rows, order.needs.languages, order.job);
    SeenRecords seen;
    const auto begin = [&](std::uint64_t) {
        return CheckPart{logsFor(order.checks, request.settings), {}, {}, 0, 0};
    };
    const auto look = [&](CheckPart& part, std::size_t, RecordReader& record) {
        if (const Conversation* const conversation = record.conversation())
            lookAt(order, facts, record.row(), *conversation, part);
        else
            ++part.unread;
    };
    const auto add = [&](CheckPart& part) {
        seen.unread += part.unread;
        seen.records += part.records;
        seen.logs.push_back(std::move(part.logs));
        seen.texts.push_back(std::move(part.texts));
        if (Progress* progress = order.job.progress())
            progress->recordsDone += part.records + part.unread;
        return true;
    };
    const Reread how{.measuring = Measuring::Scripts, .threads = request.threads};
    mapRecords(request.snapshot, order.rows, how, order.job, begin, look, add);
    return seen;
}

LookOrder orderFor(const CheckRequest& request, const std::vector<const Check*>& chosen, const Job& job)
{
    LookOrder order{request, {}, {}, {}, job};
    for (const Check* check : chosen) {
        order.needs.languages = order.needs.languages || check->needs.languages;
        order.needs.digests = order.needs.digests || check->needs.digests;
        order.needs.pairs = order.needs.pairs || check->needs.pairs;
        if (check->look != nullptr)
            order.checks.push_back(check);
    }
    request.rows.forEach([&](Row row) { order.rows.push_back(row); });
    return order;
}

} // namespace

std::optional<double> CheckResult::share() const
{
    if (lookedAt == 0 || (findings > 0 && units == 0))
        return std::nullopt;
    return static_cast<double>(units) / static_cast<double>(lookedAt);
}

std::uint64_t CheckResult::unitsNotJudged() const
{
    std::uint64_t sum = 0;
    for (const auto& [why, count] : notJudged)
        sum += count;
    return sum;
}

std::uint64_t CheckRun::count(Severity severity) const
{
    std::uint64_t sum = 0;
    for (const CheckResult& result : results)
        sum += result.check->severity == severity ? result.findings : 0;
    return sum;
}

void addFindings(std::vector<Finding> findings, SuppressedFindings& suppressed, CheckResult& result,
                 CheckRun& run)
{
    const std::vector<std::uint8_t> isSuppressed =
        suppressed.among(static_cast<std::uint16_t>(indexOf(*result.check)), findings);
    std::set<FindingUnit> units;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        Finding& finding = findings[i];
        if (isSuppressed[i] != 0) {
            ++result.suppressed;
            run.accepted.push_back(std::move(finding));
            continue;
        }
        const bool isSameRecord = result.findings > 0 && run.findings.back().row == finding.row;
        ++result.findings;
        if (finding.part != FindingPart::Dataset) {
            result.records += isSameRecord ? 0 : 1;
            result.units += units.insert(unitOfFinding(finding, result.check->unit)).second ? 1 : 0;
        }
        run.findings.push_back(std::move(finding));
    }
}

Phrase mistakeIn(const CheckRequest& request)
{
    for (const std::string& name : request.only) {
        if (findCheck(name) == nullptr && !isGroup(name))
            return {PhraseId::NoCheck, name};
    }
    return mistakeIn(request.settings);
}

CheckRun runChecks(const CheckRequest& request, const Job& job)
{
    CheckRun run;
    run.coverage = coverageOf(request.snapshot, request.rows.count(), request.where);
    const std::vector<const Check*> chosen = chosenChecks(request);
    if (request.only.empty())
        std::copy_if(checks().begin(), checks().end(), std::back_inserter(run.off),
                     [&](const Check* check) { return request.settings.isOff(*check); });
    const LookOrder order = orderFor(request, chosen, job);
    SeenRecords seen;
    if (!order.checks.empty() || order.needs.digests || order.needs.pairs)
        seen = lookAtRecords(order);
    run.unread = order.checks.empty() ? 0 : seen.unread;
    run.records = order.checks.empty() ? order.rows.size() : seen.records;

    const CheckedDataset dataset(request.snapshot, request.rows, request.threads,
                                 DatasetTexts::joined(std::move(seen.texts)));
    ResultMaker maker(request, run);
    std::size_t index = 0;
    for (const Check* check : chosen) {
        CheckResult& result = maker.begin(*check, request.settings.threshold(*check));
        if (check->look != nullptr) {
            for (std::vector<CheckLog>& piece : seen.logs)
                maker.add(piece[index], result);
            ++index;
        }
        if (check->lookAtAll != nullptr && !job.stopRequested()) {
            CheckLog log = logFor(*check, request.settings);
            check->lookAtAll(dataset, log, job);
            // What looks at a part of the dataset as if it was all of it finds what is not there.
            if (job.stopRequested())
                continue;
            std::stable_sort(log.findings().begin(), log.findings().end(),
                             [](const Finding& left, const Finding& right) { return left.row < right.row; });
            completeFindings(request.snapshot, log.findings(), job);
            maker.add(log, result);
        }
        maker.end(result);
    }
    if (!job.stopRequested())
        maker.finish();
    if (job.stopRequested())
        run.coverage.remarks.emplace_back(PhraseId::ChecksStopped, groupedDigits(run.records),
                                          groupedDigits(order.rows.size()));
    return run;
}

namespace {

constexpr std::string_view kCheckField = "check";
constexpr std::string_view kChecksField = "checks";

Column columnOf(std::string_view key, std::string_view title, FieldKind kind)
{
    Column column;
    column.info.key = key;
    column.info.title = title;
    column.info.kind = kind;
    return column;
}

} // namespace

SnapshotPtr withCheckFields(const Snapshot& snapshot, const CheckRun& run, const RowSet& rows)
{
    Column ids = columnOf(kCheckField, DUOLOGUE_TEXT("Fields", "Check"), FieldKind::Categories);
    Column counts = columnOf(kChecksField, DUOLOGUE_TEXT("Fields", "Checks"), FieldKind::Number);
    std::vector<CategoryCode> codes(checks().size(), kNoCategory);
    for (const CheckResult& result : run.results) {
        codes[indexOf(*result.check)] = categoryCode(ids.categories.size());
        ids.categories.push_back({std::string(result.check->id), {}});
    }
    std::vector<std::vector<CategoryCode>> found(snapshot.recordCount());
    std::vector<std::uint32_t> findings(snapshot.recordCount());
    for (const Finding& finding : run.findings) {
        if (finding.part == FindingPart::Dataset)
            continue;
        auto& ofRow = found[indexOf(finding.row)];
        const CategoryCode code = codes[finding.check];
        if (ofRow.empty() || ofRow.back() != code)
            ofRow.push_back(code);
        ++findings[indexOf(finding.row)];
    }
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        for (const CategoryCode code : found[indexOf(row)])
            ids.codes.push_back(code);
        ids.ends.push_back(static_cast<std::uint32_t>(ids.codes.size()));
        counts.numbers.push_back(rows.contains(row) ? findings[indexOf(row)]
                                                    : std::numeric_limits<double>::quiet_NaN());
    }
    auto made = std::make_shared<Snapshot>(snapshot);
    std::erase_if(made->records.columns, [](const Column& column) {
        return column.info.key == kCheckField || column.info.key == kChecksField;
    });
    made->records.columns.push_back(std::move(ids));
    made->records.columns.push_back(std::move(counts));
    return made;
}

CheckRun runForFields(const Snapshot& snapshot, const CheckSettings& settings, int threads, const Job& job)
{
    CheckRequest request{snapshot, RowSet(snapshot.recordCount(), true), settings};
    request.onlyRecords = true;
    request.threads = threads;
    return runChecks(request, job);
}

bool mayNameCheckFields(std::string_view text)
{
    return hasWord(text, kCheckField) || hasWord(text, kChecksField);
}

} // namespace duologue
