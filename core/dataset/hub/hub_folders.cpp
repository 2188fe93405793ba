// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/hub/hub_folders.h"

#include "core/base/ascii.h"
#include "core/base/file/small_json.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/dataset/hub/hub_labels.h"
#include "core/json/json_diagnose.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

namespace duologue {

namespace {

using nlohmann::json;

/// Words that the datasets library takes for splits.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kSplitWords{{
    {"train", "train"},
    {"training", "train"},
    {"validation", "validation"},
    {"valid", "validation"},
    {"val", "validation"},
    {"dev", "validation"},
    {"test", "test"},
    {"testing", "test"},
    {"eval", "test"},
    {"evaluation", "test"},
}};

std::string_view splitOfWord(std::string_view word)
{
    const std::string lower = lowerAscii(word);
    const auto* const found = std::find_if(kSplitWords.begin(), kSplitWords.end(),
                                           [&](const auto& known) { return known.first == lower; });
    return found == kSplitWords.end() ? std::string_view() : found->second;
}

bool areDigits(std::string_view text)
{
    return text.size() >= 4 && std::all_of(text.begin(), text.end(), isDigit);
}

/// The name before "-00000-of-00010" or "-00000-of-00010-0123456789abcdef"; empty without that.
std::string_view shardBase(std::string_view stem)
{
    const std::size_t of = stem.rfind("-of-");
    if (of == std::string_view::npos)
        return {};
    const std::string_view after = stem.substr(of + 4);
    const std::string_view before = stem.substr(0, of);
    const std::size_t dash = before.rfind('-');
    if (dash == std::string_view::npos || dash == 0 || !areDigits(before.substr(dash + 1)) ||
        !areDigits(after.substr(0, after.find('-'))))
        return {};
    return before.substr(0, dash);
}

std::string_view parentOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

/// The library begins the names of its Arrow files with that of the dataset: "squad-train-00000-of-00002".
std::string_view splitOfShard(std::string_view base, const std::vector<std::string>& known)
{
    for (const std::string& split : known) {
        if (base == split || base.ends_with("-" + split))
            return std::string_view(base).substr(base.size() - split.size());
    }
    const std::size_t first = base.find('-');
    if (first == std::string_view::npos || !splitInName(base.substr(0, first)).empty())
        return base;
    return base.substr(base.rfind('-') + 1);
}

json parsedObject(std::string_view bytes)
{
    json value = smallJson<json>(bytes);
    return value.is_object() ? value : json::object();
}

std::string textMember(const json& object, const char* key)
{
    return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : std::string();
}

/// Files that mostly belong to a split. Any JSON file could be named "test".
bool isFileOfColumns(std::string_view path)
{
    const std::string ending = lowerAscii(endingOf(fileNameOf(path)));
    return ending == ".parquet" || ending == ".arrow" || ending == ".csv" || ending == ".tsv";
}

/// Names without repetitions, in their order.
using Names = std::vector<std::string>;

void addName(Names& names, const std::string& name)
{
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
}

/// So many names are told of a file that many configurations have; so its name stays short.
constexpr std::size_t kMostNames = 100;

std::string joined(const Names& names)
{
    std::string all;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i)
        all += (all.empty() ? "" : ", ") + names[i];
    return names.size() > kMostNames ? all + ", …" : all;
}

/// Takes split and configuration from names, where nothing else gives them. `top`: the folder of the card;
/// empty for none.
void nameByFolders(std::string_view path, std::string_view top, const std::vector<std::string>& splits,
                   RecordOrigin& origin)
{
    if (origin.split.empty() && (isFileOfColumns(path) || !top.empty()))
        origin.split = splitOfPath(path, splits);
    // Below a card, folders are configurations, unless they are named like a split.
    if (!origin.config.empty() || top.empty() || !isFileOfColumns(path))
        return;
    const std::string_view below = path.substr(top.size() + 1);
    const std::string_view first = below.substr(0, below.find('/'));
    if (first.size() < below.size() && first != "data" && splitOfWord(first).empty())
        origin.config = toValidUtf8(first);
}

} // namespace

std::string_view splitInName(std::string_view name)
{
    const auto isLetter = [](char c) { return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z'; };
    for (std::size_t begin = 0; begin < name.size();) {
        std::size_t end = begin;
        while (end < name.size() && isLetter(name[end]))
            ++end;
        if (const auto split = splitOfWord(name.substr(begin, end - begin)); !split.empty())
            return split;
        begin = end + 1;
    }
    return {};
}

std::string_view splitOfNames(std::string_view path)
{
    for (std::string_view rest = path; !rest.empty(); rest = parentOf(rest)) {
        const std::string_view name = fileNameOf(rest);
        // A folder that names its key says what it is (RecordBuilder::finish()).
        const bool namesKey = name.find('=') != std::string_view::npos;
        if (const auto split = namesKey ? std::string_view() : splitInName(name); !split.empty())
            return split;
    }
    return {};
}

std::string splitOfPath(std::string_view path, const std::vector<std::string>& known)
{
    const std::string_view name = fileNameOf(path);
    const std::string_view stem = name.substr(0, name.size() - endingOf(name).size());
    if (const std::string_view base = shardBase(stem); !base.empty())
        return toValidUtf8(splitOfShard(base, known));
    for (const std::string& split : known) {
        if (stem == split || stem.ends_with("-" + split))
            return split;
    }
    if (const std::string_view split = splitInName(stem); !split.empty())
        return std::string(split);
    return std::string(splitOfWord(fileNameOf(parentOf(path))));
}

bool HubFolders::learnsFrom(std::string_view name)
{
    return name == "README.md" || name == "state.json" || name == "dataset_info.json" ||
           name == "dataset_dict.json";
}

bool HubFolders::add(const std::string& path, std::string_view bytes)
{
    const std::string_view name = fileNameOf(path);
    const std::string folder(parentOf(path));
    Phrase note = PhraseId::DatasetsNotes;
    if (!(name == "README.md" ? addCard(folder, bytes, note) : addNotes(folder, name, bytes)))
        return false;
    m_notes.insert_or_assign(path, std::move(note));
    return true;
}

HubFolders::Card::Card(const HubCard& card) : hasSeveralConfigs(card.configs.size() > 1)
{
    std::size_t order = 0;
    for (const CardConfig& config : card.configs) {
        for (const CardSplit& split : config.splits) {
            ++order;
            for (const std::string& pattern : split.patterns) {
                const std::size_t number = patterns.add(pattern);
                uses.resize(std::max(uses.size(), number + 1));
                if (uses[number].size() <= kMostNames)
                    uses[number].push_back({order, config.name, split.name});
            }
        }
    }
    for (const CardColumns& columns : card.columns)
        labels.try_emplace(columns.config, labels.size(), columns.labels);
}

/// What a card says of one file. Several configurations, and several splits, may have the same file.
struct HubFolders::CardPlace {
    bool isListed = false;
    Names configs;
    Names splits;
};

HubFolders::CardPlace HubFolders::placeInCard(const Card& card, std::string_view below)
{
    std::vector<const Card::Use*> uses;
    for (const std::size_t number : card.patterns.matching(below)) {
        for (const Card::Use& use : card.uses[number])
            uses.push_back(&use);
    }
    std::sort(uses.begin(), uses.end(),
              [](const Card::Use* left, const Card::Use* right) { return left->order < right->order; });
    CardPlace place;
    place.isListed = !uses.empty();
    for (const Card::Use* use : uses) {
        if (place.configs.size() <= kMostNames)
            addName(place.configs, use->config);
        if (place.splits.size() <= kMostNames)
            addName(place.splits, use->split);
    }
    return place;
}

/// The labels of a file in these configurations: the first in the card.
LabelColumnsPtr HubFolders::labelsInCard(const Card& card, const Names& configs)
{
    std::pair<std::size_t, LabelColumnsPtr> first{card.labels.size(), nullptr};
    const auto look = [&](const std::string& config) {
        const auto found = card.labels.find(config);
        if (found != card.labels.end() && found->second.first < first.first)
            first = found->second;
    };
    look({});
    for (const std::string& config : configs)
        look(config);
    if (configs.empty() && card.labels.size() == 1)
        return card.labels.begin()->second.second;
    return first.second;
}

bool HubFolders::addCard(const std::string& folder, std::string_view bytes, Phrase& note)
{
    YamlMistake mistake;
    auto card = readCard(bytes, &mistake);
    if (!mistake.what.empty())
        warn("README.md", mistake.line, Phrase::verbatim(mistake.what));
    if (!card)
        return false;
    std::vector<std::string> files;
    for (const CardConfig& config : card->configs) {
        for (const CardSplit& split : config.splits)
            files.insert(files.end(), split.patterns.begin(), split.patterns.end());
    }
    lookForFiles("README.md", folder, files);
    note = card->summary();
    m_folders[folder].card.emplace(*card);
    return true;
}

void HubFolders::warn(std::string_view name, std::size_t line, Phrase what)
{
    std::string place(name);
    if (line > 0)
        place += ":" + std::to_string(line);
    m_problems.push_back({ProblemCode::FormatFileInvalid,
                          Severity::Warning,
                          {},
                          {},
                          {PhraseId::InFile, place, std::move(what)}});
}

/// Warns of files that are named and do not exist. Patterns with wildcards, and addresses, are not looked
/// for.
void HubFolders::lookForFiles(std::string_view name, const std::string& folder,
                              const std::vector<std::string>& files)
{
    constexpr std::size_t kMostFiles = 100;
    std::size_t looked = 0;
    for (const std::string& file : files) {
        if (file.empty() || file.find_first_of("*?[") != std::string::npos ||
            file.find(":/") != std::string::npos)
            continue;
        if (++looked > kMostFiles)
            return;
        std::error_code error;
        if (!std::filesystem::exists(std::filesystem::path(folder) / file, error) && !error)
            warn(name, 0, {PhraseId::InFile, toValidUtf8(file), PhraseId::PathMissing});
    }
}

bool HubFolders::addNotes(const std::string& folder, std::string_view name, std::string_view bytes)
{
    // Descriptions of formats are read from a file of that name, too, and report what is wrong with it.
    if (const auto mistake = name == "dataset_info.json" ? std::nullopt : diagnoseJson(bytes))
        warn(name, placeInText(bytes, mistake->offset).line, mistake->what);
    const json value = parsedObject(bytes);
    const json splits = value.contains("splits") ? value["splits"] : json();
    if (name == "state.json") {
        if (!value.contains("_data_files"))
            return false;
        if (std::string split = textMember(value, "_split"); !split.empty())
            m_folders[folder].split = std::move(split);
        std::vector<std::string> files;
        for (const json& each : value["_data_files"]) {
            if (each.is_object())
                files.push_back(textMember(each, "filename"));
        }
        lookForFiles(name, folder, files);
        return true;
    }
    if (name == "dataset_dict.json") {
        // Each split has a folder, whose state.json mostly names it, too.
        for (const json& split : splits.is_array() ? splits : json(json::array())) {
            if (!split.is_string())
                continue;
            const auto text = split.get<std::string>();
            std::string& known = m_folders[folder + "/" + text].split;
            if (known.empty())
                known = text;
        }
        return splits.is_array();
    }
    // LLaMA-Factory has another file of that name.
    if (!value.contains("features") && !value.contains("splits"))
        return false;
    Folder& known = m_folders[folder];
    known.config = textMember(value, "config_name");
    known.labels = labelsOfInfo(value);
    if (splits.is_object()) {
        // Each name of a file is compared with all of them.
        constexpr std::size_t kMostSplits = 1000;
        for (const auto& [split, info] : splits.items()) {
            if (known.splits.size() < kMostSplits)
                known.splits.push_back(split);
        }
    }
    return true;
}

const Phrase* HubFolders::noteAt(std::string_view path) const
{
    if (!learnsFrom(fileNameOf(path)))
        return nullptr;
    const auto found = m_notes.find(path);
    return found == m_notes.end() ? nullptr : &found->second;
}

void HubFolders::describe(std::string_view path, RecordOrigin& origin) const
{
    origin.config.clear();
    origin.split.clear();
    origin.labels = nullptr;
    const std::vector<std::string> none;
    const std::vector<std::string>* splits = &none;
    std::string_view top;
    const Card* card = nullptr;
    Names configs;
    bool isFirst = true;
    bool isPlaced = false;
    for (std::string_view folder = parentOf(path); !folder.empty() && !isPlaced; folder = parentOf(folder)) {
        const auto found = m_folders.find(folder);
        if (found != m_folders.end()) {
            const Folder& known = found->second;
            if (isFirst) {
                origin.split = known.split;
                origin.config = known.config == "default" ? std::string() : known.config;
                origin.labels = known.labels;
                splits = &known.splits;
            }
            if (known.card) {
                const CardPlace place = placeInCard(*known.card, path.substr(folder.size() + 1));
                card = &*known.card;
                top = folder;
                if (place.isListed) {
                    configs = place.configs;
                    // A dataset with one configuration needs no name for it.
                    if (known.card->hasSeveralConfigs)
                        origin.config = joined(place.configs);
                    origin.split = joined(place.splits);
                    isPlaced = !origin.split.empty();
                }
            }
        }
        isFirst = false;
    }
    if (!isPlaced)
        nameByFolders(path, top, *splits, origin);
    if (origin.split.empty()) {
        const std::string_view base = shardBase(origin.stem);
        origin.split = splitInName(base).empty() ? std::string(splitOfNames(origin.shownStem))
                                                 : toValidUtf8(splitOfShard(base, *splits));
    }
    if (!origin.labels && card != nullptr) {
        if (configs.empty())
            addName(configs, origin.config);
        origin.labels = labelsInCard(*card, configs);
    }
}

} // namespace duologue
