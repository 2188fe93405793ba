// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The files of one split, as patterns of paths below the card: "data/train-*", "**/*.parquet".
struct CardSplit {
    std::string name;
    std::vector<std::string> patterns;
};

struct CardConfig {
    std::string name;
    std::vector<CardSplit> splits;
};

/// What a README.md of the Hugging Face Hub says of a dataset in its YAML head.
struct HubCard {
    std::string title;
    std::vector<std::string> licences;
    std::vector<std::string> languages;
    std::vector<CardConfig> configs;

    /// "dataset card: Title; licence: mit; languages: en, zh"
    Phrase summary() const;
};

/// None for a text without a YAML head.
std::optional<HubCard> readCard(std::string_view readme);

/// Whether the path has the pattern: "*" and "?" stand for characters of a name, "**" also for "/".
bool matchesPattern(std::string_view path, std::string_view pattern);

} // namespace duologue
