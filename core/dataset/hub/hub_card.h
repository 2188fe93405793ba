// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file/small_json.h"
#include "core/base/phrase.h"
#include "core/record/record_origin.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The files of one split, as patterns (matchesPattern()) of paths below the card: "data/train-*",
/// "**/*.parquet".
struct CardSplit {
    std::string name;
    std::vector<std::string> patterns;
};

struct CardConfig {
    std::string name;
    std::vector<CardSplit> splits;
};

/// What a card says of the columns of a configuration, or of all if it has no name.
struct CardColumns {
    std::string config;
    /// Null for none.
    LabelColumnsPtr labels;
};

/// What a README.md of the Hugging Face Hub says of a dataset in its YAML head.
struct HubCard {
    std::string title;
    std::vector<std::string> licences;
    std::vector<std::string> languages;
    std::vector<CardConfig> configs;
    std::vector<CardColumns> columns;

    /// "dataset card: Title; licence: mit; languages: en, zh"
    Phrase summary() const;
};

/// None for a text without a YAML head. A byte order mark and white space may precede it. Of a head with a
/// mistake, what comes before it is read, if that is anything; `mistake`, which may be null, gets its place.
std::optional<HubCard> readCard(std::string_view readme, YamlMistake* mistake = nullptr);

} // namespace duologue
