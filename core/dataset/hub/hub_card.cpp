// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/hub/hub_card.h"

#include "core/base/file/small_json.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/dataset/hub/hub_labels.h"
#include "core/dataset/hub/path_pattern.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace duologue {

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

} // namespace duologue
