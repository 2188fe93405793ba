// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/inferred/learned_format.h"
#include "core/load/framing.h"
#include "core/load/record_reading.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What a file is, as its beginning shows it: how its records stand in it, and how they are read. The same
/// for files of all sizes, and for small ones their beginning is all of them.

/// The beginning of a file of JSON, or all of it.
struct FileHead {
    /// Without a byte order mark.
    std::string_view text;
    /// Of the text in the file.
    std::uint64_t offset = 0;
    /// The text reaches to the end of the file.
    bool isWhole = false;
    const SourceFile& file;
    /// Reads any bytes of the file, for the ends of lists that are longer than the text.
    const ReadBytes& read;
    /// Whole records from places all over the rest of the file, for what the text does not show. Called if
    /// need be; empty if all of the file is known, or nothing else can be read.
    std::function<std::vector<PaddedBytes>(RecordLayout)> further = {};
};

struct Detected {
    RecordLayout layout = RecordLayout::Lines;
    /// Of the first records: the format that is usual in the file. Without a format, why the file is skipped.
    Recognition recognition;
    /// The file holds one record: an object, or a list of messages or rows.
    bool isOneRecord = false;
    /// The first record is longer than the text.
    bool isTooLong = false;
    /// Rows that make a record together; for RowTie::Key, the key whose value they share.
    RowTie tie = RowTie::None;
    std::string tieKey;
    RecordForm form = RecordForm::Value;
    /// The lists, or objects, whose elements are the records; empty if they are on top of the file.
    std::vector<RecordList> lists;
    /// As RecordOrigin::besideLists.
    std::vector<std::pair<std::string, std::string>> besideLists;
    /// The rows of a table that is written by columns are the records.
    bool areColumns = false;
    /// How records are read that no known format reads; null for none.
    std::shared_ptr<const LearnedFormat> learned;
    /// About the whole file.
    std::optional<Problem> note;
};

/// How the brackets of the text and the first elements say that records are laid out. None if it does not
/// begin like JSON.
std::optional<RecordLayout> recordLayoutOf(WorkerContext& worker, const FileHead& head);

/// What a file is whose text is cut into `records` by that layout: the whole ones of them. They may be rows
/// that make records together (groupRows()).
Detected detect(WorkerContext& worker, const FileHead& head, RecordLayout layout,
                std::vector<RecordBytes> records);

/// How the one value of a file is taken apart: its records may be somewhere inside of it.
struct ObjectFraming {
    enum class Kind : std::uint8_t {
        /// The value is the record.
        One,
        /// The elements of lists, or the members of objects, are the records.
        Lists,
        /// The value is an object of columns.
        Columns,
    };
    Kind kind = Kind::One;
    /// The keys that lead to each of the lists; an empty path for the value itself.
    std::vector<std::vector<std::string>> paths;
    /// Null if no way shows conversations.
    std::shared_ptr<const LearnedFormat> learned;
};

/// Compares the ways to take the values apart, which are those of several files of one shape or of one file.
/// They are no records of a known format.
ObjectFraming framingOf(std::span<const JsonView> values);

/// How files that are one value are taken apart, learned from several files of their folder: in one file
/// alone, much may look like a conversation that is none. Which files are asked depends on the folder alone.
/// Shared by all workers of a dataset; any thread.
class FolderEvidence {
public:
    FolderEvidence();
    ~FolderEvidence();
    FolderEvidence(const FolderEvidence&) = delete;
    FolderEvidence& operator=(const FolderEvidence&) = delete;

    /// For a file that holds `root`, which none of the formats knows.
    ObjectFraming framingFor(const SourceFile& file, const JsonView& root, const FormatList& formats);

private:
    struct Known;

    static void learn(Known& known, const std::string& folder, const std::string& ending,
                      const FormatList& formats);

    std::mutex m_mutex;
    /// By the folder and the ending of the files' names.
    std::map<std::string, std::shared_ptr<Known>> m_known;
};

/// Where the lists at these paths are in the object at [begin, end) of a file. Empty if one of them is not
/// there.
std::vector<RecordList> listsAt(const std::vector<std::vector<std::string>>& paths, const RecordRange& object,
                                const ReadBytes& read);

/// Whether a text, which may be cut off, is no JSON near its beginning, whatever follows.
bool beginsBroken(std::string_view text);

/// The longest beginning of a text that is JSON when its open brackets are closed: at the end of an element
/// or a member. Empty if there is none. `text` begins a list or an object.
std::string closedBeginning(std::string_view text);

} // namespace duologue
