// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/label_names.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

class Format;

/// What the bytes of one record of a file are.
enum class RecordForm : std::uint8_t {
    /// One value.
    Value,
    /// Several lines with one value each: the record is a list of them.
    Lines,
    /// Several values one after another: the record is a list of them.
    Values,
};

/// A list somewhere in a file whose elements are records: {"train": […]}.
struct RecordList {
    std::string name;
    /// Offsets in the file of the opening bracket and after the closing one.
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    /// It is an object, and its members are the records.
    bool isObject = false;
};

/// The names of labels by columns, as labelColumns() gives them.
using LabelColumnsPtr = std::shared_ptr<const std::map<std::string, LabelNames>>;

/// What a file says about its records, beside the records. One for each file.
struct RecordOrigin {
    /// The collection: the first folder from what was opened downwards that is named like one
    /// ("LLM_agent_user"), else the first folder below it, else the opened folder's own name.
    std::string group;
    /// "User_12" if a folder has such a name, else empty.
    std::string user;
    /// The name of the folder that contains the file.
    std::string folder;
    /// The file's name without its ending.
    std::string stem;
    /// The path below what was opened, without its ending, whatever else is opened. Ids of records without
    /// one are made of it.
    std::string shownStem;
    /// The id of the format that a description gives to this very file; empty for other files.
    std::string describedAs;
    /// How records of no format that the program or the user describes are read, as their keys and values
    /// show it; null if nobody has looked, or if they are no conversations.
    std::shared_ptr<const Format> learned = nullptr;
    /// The configuration and the split of the dataset that the file is; empty if they are not known.
    /// Several configurations of a card may have the file: "en, mix".
    std::string config;
    std::string split;
    /// What the dataset says of columns whose numbers stand for names; null for nothing.
    LabelColumnsPtr labels = nullptr;
    RecordForm form = RecordForm::Value;
    /// The file is an object of columns, and its records are their rows.
    bool areColumns = false;
    /// In the order of their offsets. Empty if the records are on top of the file.
    std::vector<RecordList> lists;
    /// Short values next to the lists, by key: each record has them as fields, "file.KEY".
    std::vector<std::pair<std::string, std::string>> besideLists;
};

/// `root` is what the user opened, `path` the file itself or below it, `shownPath` as in FoundFile if nothing
/// else is opened.
RecordOrigin originOf(const std::filesystem::path& root, const std::filesystem::path& path,
                      std::string_view shownPath);

/// Changes the origin of one file to that of another file in the same folder.
void nameOrigin(RecordOrigin& origin, std::string_view path, std::string_view shownPath);

} // namespace duologue
