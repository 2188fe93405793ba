// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/hub/hub_card.h"
#include "core/record/record_origin.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Which configuration and split of a dataset the files of the opened folders are, as the Hugging Face Hub
/// and its datasets library lay them out: by a card's YAML head, by what the library has noted beside its
/// Arrow files, or by the names of files and folders. Does not change once all files are added.
class HubFolders {
public:
    /// Whether add() can learn from a file of that name: README.md, state.json, dataset_info.json.
    static bool learnsFrom(std::string_view name);
    /// `path` as the folder scan gives it, `bytes` its contents. False if it says nothing.
    bool add(const std::string& path, std::string_view bytes);

    /// What the card with that path says; null if it is none.
    const Phrase* cardAt(const std::string& path) const;
    /// Sets config and split of the file's records.
    void describe(std::string_view path, RecordOrigin& origin) const;

private:
    struct Folder {
        std::optional<HubCard> card;
        Phrase summary;
        /// Of state.json.
        std::string split;
        /// Of dataset_info.json.
        std::string config;
        std::vector<std::string> splits;
    };

    /// By the patterns of a card.
    static bool describeByCard(const HubCard& card, std::string_view below, RecordOrigin& origin);

    /// By their paths without a "/" at the end.
    std::map<std::string, Folder, std::less<>> m_folders;
};

/// The split that a path's names speak for: "data/train-00000-of-00010.parquet", "test/0000.parquet". `known`
/// are the dataset's splits; may be empty. Empty if no name is one.
std::string splitOfPath(std::string_view path, const std::vector<std::string>& known);

} // namespace duologue
