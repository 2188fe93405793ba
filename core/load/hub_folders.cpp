// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/hub_folders.h"

#include "core/data/record_origin.h"
#include "core/json/json_repair.h"
#include "core/util/phrase_id.h"
#include "core/util/small_json.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <utility>

namespace duologue {

/// The names of labels that dataset_info.json of the datasets library gives; null for none.
LabelColumnsPtr labelsOfInfo(const nlohmann::json& info);

/// The same for "dataset_info" of a card, where columns are written in another way, and all values are texts.
LabelColumnsPtr labelsOfCardInfo(const nlohmann::json& info);

namespace {

constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kMostAlike = std::size_t{64} << 10U;

/// Takes the first character; a byte if it is no UTF-8.
char32_t takeCharacter(std::string_view& text)
{
    const CodePoint first = codePointAt(text);
    const char32_t taken =
        first.length > 0 ? first.value : static_cast<char32_t>(static_cast<unsigned char>(text.front()));
    text.remove_prefix(std::max<std::size_t>(first.length, 1));
    return taken;
}

/// "[a-c]" or, negated, "[!a-c]".
struct CharacterSet {
    std::string_view members;
    bool isNegated = false;
};

/// Takes the set at the front of a pattern. None if the bracket is not closed in its name; then it stands for
/// itself.
std::optional<CharacterSet> takeSet(std::string_view& pattern)
{
    if (!pattern.starts_with('['))
        return std::nullopt;
    const bool isNegated = pattern.substr(1).starts_with('!');
    const std::size_t begin = isNegated ? 2 : 1;
    // A bracket that comes first is a member.
    const std::size_t end = pattern.find(']', begin + 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view members = pattern.substr(begin, end - begin);
    if (members.find('/') != std::string_view::npos)
        return std::nullopt;
    pattern.remove_prefix(end + 1);
    return CharacterSet{members, isNegated};
}

bool hasMember(std::string_view members, char32_t character)
{
    while (!members.empty()) {
        const char32_t first = takeCharacter(members);
        char32_t last = first;
        // A hyphen at the end is a member.
        if (members.size() > 1 && members.front() == '-') {
            members.remove_prefix(1);
            last = takeCharacter(members);
        }
        if (first <= character && character <= last)
            return true;
    }
    return false;
}

} // namespace

PathPattern::PathPattern(std::string_view pattern) : m_isTooLong(pattern.size() > kLongestPath)
{
    while (!m_isTooLong && !pattern.empty()) {
        if (pattern.starts_with("**/")) {
            pattern.remove_prefix(3);
            m_steps.push_back({StepKind::Folders, 0, {}, false});
        } else if (pattern.starts_with('*')) {
            const bool crosses = pattern.starts_with("**");
            pattern.remove_prefix(crosses ? 2 : 1);
            m_steps.push_back({crosses ? StepKind::Path : StepKind::Name, 0, {}, false});
        } else if (const auto set = takeSet(pattern)) {
            m_steps.push_back({StepKind::Set, 0, std::string(set->members), set->isNegated});
        } else {
            const std::string_view before = pattern;
            const char32_t character = takeCharacter(pattern);
            if (m_steps.empty() && character != U'?')
                m_beginning += before.substr(0, before.size() - pattern.size());
            else
                m_steps.push_back(
                    {character == U'?' ? StepKind::One : StepKind::Character, character, {}, false});
        }
    }
}

bool PathPattern::Step::takes(char32_t next) const
{
    switch (kind) {
    case StepKind::Character:
        return next == character;
    case StepKind::One:
    case StepKind::Name:
        return next != U'/';
    case StepKind::Set:
        return next != U'/' && hasMember(members, next) != isNegated;
    case StepKind::Path:
    case StepKind::Folders:
        break;
    }
    return true;
}

/// Marks a step, and those after it that can be next because it may stand for nothing.
void PathPattern::enter(std::size_t step, std::vector<bool>& marked) const
{
    marked[step] = true;
    while (step < m_steps.size() && m_steps[step].isOptional())
        marked[++step] = true;
}

bool PathPattern::matches(std::string_view path) const
{
    if (m_isTooLong || !path.starts_with(m_beginning))
        return false;
    path.remove_prefix(m_beginning.size());
    // All steps that the rest of the path may begin with, so that no character is looked at twice.
    std::vector<bool> marked(m_steps.size() + 1);
    enter(0, marked);
    while (!path.empty()) {
        const char32_t character = takeCharacter(path);
        std::vector<bool> next(marked.size());
        for (std::size_t step = 0; step < m_steps.size(); ++step) {
            if (!marked[step] || !m_steps[step].takes(character))
                continue;
            const StepKind kind = m_steps[step].kind;
            if (kind == StepKind::Name || kind == StepKind::Path)
                enter(step, next);
            else if (kind != StepKind::Folders || character == U'/')
                enter(step + 1, next);
            // It goes on up to a "/".
            if (kind == StepKind::Folders)
                next[step] = true;
        }
        marked.swap(next);
    }
    return marked.back();
}

std::size_t PathPatterns::add(const std::string& pattern)
{
    const auto [known, isNew] = m_numbers.try_emplace(pattern, m_isPlain.size());
    if (!isNew)
        return known->second;
    PathPattern made(pattern);
    m_isPlain.push_back(made.isPlain());
    if (made.isPlain())
        return known->second;
    const std::string& beginning = made.beginning();
    Alike& alike = m_wild[beginning.size()][beginning];
    alike.length += pattern.size();
    if (alike.length <= kMostAlike)
        alike.patterns.push_back({known->second, std::move(made)});
    return known->second;
}

std::vector<std::size_t> PathPatterns::matching(std::string_view path) const
{
    std::vector<std::size_t> numbers;
    if (const auto same = m_numbers.find(std::string(path));
        same != m_numbers.end() && m_isPlain[same->second])
        numbers.push_back(same->second);
    for (const auto& [length, beginnings] : m_wild) {
        if (length > path.size())
            break;
        const auto alike = beginnings.find(std::string(path.substr(0, length)));
        if (alike == beginnings.end())
            continue;
        for (const Wild& each : alike->second.patterns) {
            if (each.pattern.matches(path))
                numbers.push_back(each.number);
        }
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

std::string normalPattern(std::string_view pattern)
{
    std::string normal;
    while (!pattern.empty()) {
        const std::size_t end = std::min(pattern.find('/'), pattern.size());
        const std::string_view name = pattern.substr(0, end);
        if (!name.empty() && name != ".") {
            normal += normal.empty() ? "" : "/";
            normal += name;
        }
        pattern.remove_prefix(std::min(end + 1, pattern.size()));
    }
    return normal;
}

namespace {

using nlohmann::json;
using LabelColumns = std::map<std::string, LabelNames>;

/// What holds the type of a column, of the elements of a list, or of members.
constexpr std::array<const char*, 5> kTypeKeys{"dtype", "struct", "sequence", "list", "large_list"};

/// {"0": "negative", "1": "positive"}, or a list. Null if a number has no name.
LabelNames namesOf(const json& names)
{
    std::vector<std::string> known;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const json* name = nullptr;
        if (names.is_array())
            name = &names[i];
        else if (const auto found = names.find(std::to_string(i)); found != names.end())
            name = &*found;
        if (name == nullptr || !name->is_string())
            return nullptr;
        known.push_back(name->get<std::string>());
    }
    return std::make_shared<const std::vector<std::string>>(std::move(known));
}

/// A list has columns or members, each with a name; an object is a type. The parser of cards limits the
/// depth.
void collectLabels(const json& type, const std::string& path, LabelColumns& columns)
{
    if (type.is_array()) {
        for (const json& column : type) {
            if (column.is_object() && column.contains("name") && column["name"].is_string())
                collectLabels(column, columnPath(path, column["name"].get<std::string>()), columns);
        }
        return;
    }
    if (!type.is_object())
        return;
    if (const auto label = type.find("class_label");
        label != type.end() && label->is_object() && label->contains("names")) {
        if (LabelNames names = namesOf((*label)["names"]); names && !names->empty())
            columns[path] = std::move(names);
    }
    for (const char* key : kTypeKeys) {
        if (const auto inside = type.find(key); inside != type.end())
            collectLabels(*inside, path, columns);
    }
}

LabelColumnsPtr shared(LabelColumns columns)
{
    return columns.empty() ? nullptr : std::make_shared<const LabelColumns>(std::move(columns));
}

} // namespace

LabelColumnsPtr labelsOfInfo(const json& info)
{
    if (!info.is_object() || !info.contains("features"))
        return nullptr;
    // The library writes the same into Parquet and Arrow files.
    const json description{{"info", {{"features", info["features"]}}}};
    return shared(labelColumns(description.dump()));
}

LabelColumnsPtr labelsOfCardInfo(const json& info)
{
    LabelColumns columns;
    if (info.is_object() && info.contains("features"))
        collectLabels(info["features"], {}, columns);
    return shared(std::move(columns));
}

namespace {

using nlohmann::json;

constexpr std::string_view kFence = "---";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string textOf(const json& value)
{
    return value.is_string() ? toValidUtf8(value.get<std::string>()) : std::string();
}

/// One text or a list of texts.
std::vector<std::string> textsOf(const json& value)
{
    std::vector<std::string> texts;
    if (!value.is_array())
        texts.push_back(textOf(value));
    else
        std::transform(value.begin(), value.end(), std::back_inserter(texts), textOf);
    std::erase(texts, std::string());
    return texts;
}

json memberOf(const json& object, const char* key)
{
    return object.is_object() && object.contains(key) ? object[key] : json();
}

/// data_files: patterns, an object of patterns by splits, or a list of {split, path}.
std::vector<CardSplit> splitsOf(const json& files)
{
    std::vector<CardSplit> splits;
    if (files.is_object()) {
        for (const auto& [name, patterns] : files.items())
            splits.push_back({toValidUtf8(name), textsOf(patterns)});
        return splits;
    }
    if (files.is_array()) {
        for (const json& each : files) {
            if (each.is_object())
                splits.push_back({textOf(memberOf(each, "split")), textsOf(memberOf(each, "path"))});
        }
    }
    if (splits.empty() && !files.is_null())
        splits.push_back({"train", textsOf(files)});
    return splits;
}

std::vector<CardConfig> configsOf(const json& configs)
{
    std::vector<CardConfig> found;
    if (!configs.is_array())
        return found;
    for (const json& each : configs) {
        CardConfig config{textOf(memberOf(each, "config_name")), splitsOf(memberOf(each, "data_files"))};
        const std::string folder = textOf(memberOf(each, "data_dir"));
        if (!folder.empty() && config.splits.empty())
            config.splits.push_back({{}, {"**"}});
        for (CardSplit& split : config.splits) {
            for (std::string& pattern : split.patterns)
                pattern = normalPattern(folder + "/" + pattern);
        }
        found.push_back(std::move(config));
    }
    return found;
}

/// dataset_info: an object, or a list of one for each configuration.
std::vector<CardColumns> columnsOf(const json& info)
{
    std::vector<CardColumns> found;
    if (info.is_array()) {
        for (const json& each : info)
            found.push_back({textOf(memberOf(each, "config_name")), labelsOfCardInfo(each)});
    } else if (info.is_object()) {
        found.push_back({textOf(memberOf(info, "config_name")), labelsOfCardInfo(info)});
    }
    return found;
}

/// The first heading of the text after the YAML head.
std::string headingIn(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.starts_with("# "))
            continue;
        line.remove_prefix(2);
        while (line.ends_with('\r') || line.ends_with(' '))
            line.remove_suffix(1);
        return toValidUtf8(line);
    }
    return {};
}

std::string joinedTexts(const std::vector<std::string>& texts)
{
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : ", ") + text;
    return all;
}

} // namespace

Phrase HubCard::summary() const
{
    std::vector<Phrase> clauses;
    if (!title.empty())
        clauses.push_back(Phrase::verbatim(title));
    if (!licences.empty())
        clauses.emplace_back(PhraseId::CardLicence, joinedTexts(licences));
    if (!languages.empty())
        clauses.emplace_back(PhraseId::CardLanguages, joinedTexts(languages));
    if (clauses.empty())
        return PhraseId::CardAlone;
    if (clauses.size() == 3)
        return {PhraseId::CardSays, Phrase(PhraseId::ThreeClauses, clauses[0], clauses[1], clauses[2])};
    if (clauses.size() == 2)
        return {PhraseId::CardSays, Phrase(PhraseId::TwoClauses, clauses[0], clauses[1])};
    return {PhraseId::CardSays, clauses[0]};
}

std::optional<HubCard> readCard(std::string_view readme, YamlMistake* mistake)
{
    const std::string_view all = readme;
    if (readme.starts_with(kByteOrderMark))
        readme.remove_prefix(kByteOrderMark.size());
    readme = trimmed(readme);
    if (!readme.starts_with(kFence))
        return std::nullopt;
    const std::size_t begin = readme.find('\n');
    const std::size_t end = begin == std::string_view::npos ? begin : readme.find("\n---", begin);
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view yaml = readme.substr(begin, end + 1 - begin);
    YamlMistake found;
    auto head = jsonOfYaml(yaml, &found);
    if (!head && !found.what.empty()) {
        head = jsonOfYaml(yaml.substr(0, found.before));
        const std::string_view before = all.substr(0, static_cast<std::size_t>(yaml.data() - all.data()));
        found.line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
        if (mistake != nullptr)
            *mistake = std::move(found);
    }
    if (!head || !head->is_object())
        return std::nullopt;
    HubCard card;
    card.title = textOf(memberOf(*head, "pretty_name"));
    if (card.title.empty())
        card.title = headingIn(readme.substr(end + 1));
    card.licences = textsOf(memberOf(*head, "license"));
    card.languages = textsOf(memberOf(*head, "language"));
    card.configs = configsOf(memberOf(*head, "configs"));
    card.columns = columnsOf(memberOf(*head, "dataset_info"));
    return card;
}

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
