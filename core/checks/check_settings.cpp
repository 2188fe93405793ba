// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/check_settings.h"

#include "core/base/checksum.h"
#include "core/base/file/small_json.h"
#include "core/base/parse_number.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/dataset/record_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <unordered_map>

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

std::string hashText(std::uint64_t hash)
{
    std::array<char, 20> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(hash));
    return text.data();
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
            made["text_hash"] = hashText(each.textHash);
        json["suppressions"].push_back(std::move(made));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::variant<CheckSettings, Phrase> settingsOf(std::string_view text)
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

std::variant<CheckSettings, Phrase> readCheckSettings(const std::filesystem::path& path)
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
    if (auto* read = std::get_if<CheckSettings>(&settings))
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
                const auto now = readRecord(m_snapshot, place.row);
                isLost = !now || !hasText(now.value()->conversation, each);
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

} // namespace duologue
