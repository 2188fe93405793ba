// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/hub/hub_folders.h"

#include "core/base/ascii.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
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

/// The first word of a name that is one for a split.
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
    json value = json::parse(bytes, nullptr, false);
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

} // namespace

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
    return name == "README.md" || name == "state.json" || name == "dataset_info.json";
}

bool HubFolders::add(const std::string& path, std::string_view bytes)
{
    const std::string_view name = fileNameOf(path);
    std::string folder(parentOf(path));
    if (name == "README.md") {
        auto card = readCard(bytes);
        if (!card)
            return false;
        Folder& known = m_folders[folder];
        known.summary = card->summary();
        known.card = std::move(card);
        return true;
    }
    const json value = parsedObject(bytes);
    if (name == "state.json") {
        const std::string split = textMember(value, "_split");
        if (!value.contains("_data_files") || split.empty())
            return false;
        m_folders[folder].split = split;
        return true;
    }
    // LLaMA-Factory has another file of that name.
    if (!value.contains("features") && !value.contains("splits"))
        return false;
    Folder& known = m_folders[folder];
    known.config = textMember(value, "config_name");
    if (value.contains("splits") && value["splits"].is_object()) {
        for (const auto& [split, info] : value["splits"].items())
            known.splits.push_back(split);
    }
    return true;
}

const Phrase* HubFolders::cardAt(const std::string& path) const
{
    if (fileNameOf(path) != "README.md")
        return nullptr;
    const auto found = m_folders.find(parentOf(path));
    return found == m_folders.end() || !found->second.card ? nullptr : &found->second.summary;
}

bool HubFolders::describeByCard(const HubCard& card, std::string_view below, RecordOrigin& origin)
{
    for (const CardConfig& config : card.configs) {
        for (const CardSplit& split : config.splits) {
            const bool matches =
                std::any_of(split.patterns.begin(), split.patterns.end(),
                            [&](const std::string& pattern) { return matchesPattern(below, pattern); });
            if (!matches)
                continue;
            // A dataset with one configuration needs no name for it.
            if (card.configs.size() > 1)
                origin.config = config.name;
            origin.split = split.name;
            return true;
        }
    }
    return false;
}

void HubFolders::describe(std::string_view path, RecordOrigin& origin) const
{
    origin.config.clear();
    origin.split.clear();
    std::vector<std::string> splits;
    std::string_view top;
    bool isFirst = true;
    for (std::string_view folder = parentOf(path); !folder.empty(); folder = parentOf(folder)) {
        const auto found = m_folders.find(folder);
        if (found != m_folders.end()) {
            const Folder& known = found->second;
            if (isFirst) {
                origin.split = known.split;
                origin.config = known.config == "default" ? std::string() : known.config;
                splits = known.splits;
            }
            if (known.card) {
                if (describeByCard(*known.card, path.substr(folder.size() + 1), origin) &&
                    !origin.split.empty())
                    return;
                top = folder;
            }
        }
        isFirst = false;
    }
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

} // namespace duologue
