// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/check_settings.h"

#include "core/base/parse_number.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"

#include <fstream>
#include <iterator>
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
                                             textIn(each, "reason")});
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
        json["suppressions"].push_back(std::move(made));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::variant<CheckSettings, Phrase> settingsOf(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false, true);
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
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in)
        return Phrase(PhraseId::FileNotReadable);
    auto settings = settingsOf(text);
    if (auto* read = std::get_if<CheckSettings>(&settings))
        read->folder = folder;
    return settings;
}

SuppressedFindings::SuppressedFindings(const Snapshot& snapshot, const CheckSettings& settings)
{
    if (settings.suppressions.empty())
        return;
    std::unordered_map<std::string, FileId> files;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i)
        files.emplace(relativeFile(snapshot.files[i].path, settings.folder), static_cast<FileId>(i));
    std::set<FileId> named;
    std::map<std::pair<FileId, std::uint32_t>, std::vector<const Suppression*>> wanted;
    for (const Suppression& each : settings.suppressions) {
        if (const auto file = files.find(each.file); file != files.end()) {
            named.insert(file->second);
            wanted[{file->second, each.record}].push_back(&each);
        }
    }
    for (Row row{0}; !named.empty() && row < snapshot.endRow(); ++row) {
        const RecordEntry record = snapshot.record(row);
        const auto found = wanted.find({record.file, record.ordinal});
        if (found == wanted.end())
            continue;
        for (const Suppression* each : found->second)
            m_findings.insert(
                {static_cast<std::uint16_t>(indexOf(*findCheck(each->check))), row, each->message});
    }
}

bool SuppressedFindings::contains(const Finding& finding) const
{
    if (m_findings.empty() || finding.part == FindingPart::Dataset)
        return false;
    const bool isOfMessage = finding.part == FindingPart::Message;
    return m_findings.count({finding.check, finding.row, 0}) > 0 ||
           (isOfMessage && m_findings.count({finding.check, finding.row, finding.message + 1}) > 0);
}

Suppression suppressionOf(const Snapshot& snapshot, const CheckSettings& settings, const Finding& finding,
                          std::string reason)
{
    const RecordEntry record = snapshot.record(finding.row);
    const std::uint32_t message = finding.part == FindingPart::Message ? finding.message + 1 : 0;
    return {std::string(checks()[finding.check]->id),
            relativeFile(snapshot.file(record.file).path, settings.folder), record.ordinal, message,
            std::move(reason)};
}

} // namespace duologue
