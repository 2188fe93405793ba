// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/dataset/hub/hub_card.h"
#include "core/dataset/hub/path_pattern.h"
#include "core/record/record_origin.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

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
