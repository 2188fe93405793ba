// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/record_origin.h"
#include "core/util/phrase.h"
#include "core/util/problem.h"
#include "core/util/small_json.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// A pattern of paths, as the Hub's library reads it: "*" and "?" stand for characters of a name, "[a-c]" for
/// one of these, "[!a-c]" for any other, "**" also for "/". Braces stand for themselves. One with more than
/// 4,096 bytes, as no path has them, matches nothing.
class PathPattern {
public:
    explicit PathPattern(std::string_view pattern);

    /// Takes time that grows with the path times the wildcards, whatever they are.
    bool matches(std::string_view path) const;
    /// All that comes before the first wildcard.
    const std::string& beginning() const { return m_beginning; }
    /// It has no wildcards.
    bool isPlain() const { return m_steps.empty() && !m_isTooLong; }

private:
    enum class StepKind : unsigned char { Character, One, Set, Name, Path, Folders };
    struct Step {
        StepKind kind = StepKind::Character;
        char32_t character = 0;
        /// Of a set: "a-c", as it is written.
        std::string members;
        bool isNegated = false;

        bool takes(char32_t character) const;
        /// It may stand for nothing.
        bool isOptional() const { return kind >= StepKind::Name; }
    };

    void enter(std::size_t step, std::vector<bool>& marked) const;

    std::string m_beginning;
    std::vector<Step> m_steps;
    bool m_isTooLong = false;
};

inline bool matchesPattern(std::string_view path, std::string_view pattern)
{
    return PathPattern(pattern).matches(path);
}

/// Many patterns. A path is compared only with those that begin as it does, and of these with the first ones
/// that together have at most 64 KiB.
class PathPatterns {
public:
    /// Its number; that of the first one for a pattern that is there already.
    std::size_t add(const std::string& pattern);
    /// The numbers of those that a path has, in rising order.
    std::vector<std::size_t> matching(std::string_view path) const;

private:
    struct Wild {
        std::size_t number;
        PathPattern pattern;
    };
    /// Those with the same beginning.
    struct Alike {
        std::vector<Wild> patterns;
        std::size_t length = 0;
    };

    std::unordered_map<std::string, std::size_t> m_numbers;
    /// By number: no wildcards.
    std::vector<bool> m_isPlain;
    /// Those with wildcards by the length of their beginnings, and by these.
    std::map<std::size_t, std::unordered_map<std::string, Alike>> m_wild;
};

/// The pattern without what says nothing: "./data//x" is "data/x".
std::string normalPattern(std::string_view pattern);

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

/// Which configuration and split of a dataset the files of the opened folders are, as the Hugging Face Hub
/// and its datasets library lay them out: by a card's YAML head, by what the library has noted beside its
/// Arrow files, or by the names of files and folders. Does not change once all files are added.
class HubFolders {
public:
    /// Whether add() can learn from a file of that name: README.md, state.json, dataset_info.json,
    /// dataset_dict.json.
    static bool learnsFrom(std::string_view name);
    /// `path` as the folder scan gives it, `bytes` its contents. False if it says nothing.
    bool add(const std::string& path, std::string_view bytes);

    /// Why the file with that path is no file of records: what the card says, or that the library keeps notes
    /// in it. Null if nothing was learned from it.
    const Phrase* noteAt(std::string_view path) const;
    /// What is wrong with cards and notes: warnings that name the file and the line.
    const std::vector<Problem>& problems() const { return m_problems; }
    /// Sets config, split and labels of the file's records.
    void describe(std::string_view path, RecordOrigin& origin) const;

private:
    /// A card, so prepared that a file finds what is said of it without going through all.
    struct Card {
        explicit Card(const HubCard& card);

        /// A configuration and a split, and their place among all.
        struct Use {
            std::size_t order;
            std::string config;
            std::string split;
        };

        bool hasSeveralConfigs;
        PathPatterns patterns;
        /// By the number of a pattern: the configurations and splits whose files it names.
        std::vector<std::vector<Use>> uses;
        /// Labels by configuration, with their place among all; without a name, those of all.
        std::unordered_map<std::string, std::pair<std::size_t, LabelColumnsPtr>> labels;
    };
    struct Folder {
        std::optional<Card> card;
        /// Of state.json.
        std::string split;
        /// Of dataset_info.json.
        std::string config;
        std::vector<std::string> splits;
        LabelColumnsPtr labels;
    };

    struct CardPlace;
    static CardPlace placeInCard(const Card& card, std::string_view below);
    static LabelColumnsPtr labelsInCard(const Card& card, const std::vector<std::string>& configs);
    bool addCard(const std::string& folder, std::string_view bytes, Phrase& note);
    void warn(std::string_view name, std::size_t line, Phrase what);
    void lookForFiles(std::string_view name, const std::string& folder,
                      const std::vector<std::string>& files);
    bool addNotes(const std::string& folder, std::string_view name, std::string_view bytes);

    /// By their paths without a "/" at the end.
    std::map<std::string, Folder, std::less<>> m_folders;
    /// By the paths of files.
    std::map<std::string, Phrase, std::less<>> m_notes;
    std::vector<Problem> m_problems;
};

/// The split that a path's names speak for: "data/train-00000-of-00010.parquet", "test/0000.parquet". `known`
/// are the dataset's splits; may be empty. Empty if no name is one.
std::string splitOfPath(std::string_view path, const std::vector<std::string>& known);

/// The split that a text names with a word of its own: "train-00000-of-00010", "my_test". "train",
/// "validation" or "test"; empty if it names none.
std::string_view splitInName(std::string_view name);

/// The same for a path below what was opened: by the name of the file, else by that of the nearest folder.
std::string_view splitOfNames(std::string_view path);

} // namespace duologue
