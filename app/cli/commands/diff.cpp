// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/diff_output.h"
#include "app/cli/output.h"
#include "core/data/field_reader.h"
#include "core/util/phrase_id.h"

#include <CLI/CLI.hpp>
#include <limits>

namespace duologue::cli {

namespace {

/// Rows of a table; more fill the memory, and nobody reads them.
constexpr std::size_t kUsualLimit = 10'000;

class Diff final : public Command {
public:
    std::string name() const override { return "diff"; }
    std::string summary() const override
    {
        return "Show what changed from one dataset to another, or where two fields of one dataset differ";
    }
    std::vector<std::string> formats() const override { return {"table", "json", "markdown"}; }

    void addOptions(CLI::App& app) override
    {
        addText(app, "--fields", m_fields,
                "A,B: compare these two fields of every record and message, as in content_zh_old,content_zh");
        app.add_flag("--no-ids", m_ignoresIds,
                     "Match records by content and text only, for datasets whose ids were reassigned");
        auto* limit = app.add_option("--limit", m_limit,
                                     "At most this many rows of the table; counts and json are always "
                                     "complete");
        limit->default_str(std::to_string(kUsualLimit));
        expectWholeNumber(*limit, 0, std::numeric_limits<std::size_t>::max());
        app.footer(
            "diff OLD NEW matches records by id, then by equal content, then by the most similar text (at "
            "least half of its pairs of words), then by file.\n"
            "Exit codes: 0 equal, 1 different, 2 usage error, 3 one of the datasets could not be read.");
    }

    int run(const CommonOptions& options, Console& console) override
    {
        const CommonOptions all = withoutViewFilter(options, console);
        return m_fields.empty() ? compareDatasets(all, console) : compareFields(all, console);
    }

private:
    int compareDatasets(const CommonOptions& options, Console& console) const
    {
        if (options.paths.size() != 2) {
            console.say("expected two paths, OLD and NEW, or --fields A,B");
            return kUsage;
        }
        const SnapshotPtr old = load(options, options.paths[0], console);
        const SnapshotPtr now = old ? load(options, options.paths[1], console) : nullptr;
        if (!now)
            return kNothingRead;
        const DatasetDiff diff = diffDatasets(*old, *now, {!m_ignoresIds}, Job());
        if (diff.repeatedIds > 0)
            console.note(
                std::to_string(diff.repeatedIds) + (diff.repeatedIds == 1 ? " id occurs" : " ids occur") +
                " more than once in a file; records with such an id are matched by content and text");
        sayUnread(diff.unread, console);
        printDatasetDiff(*old, *now, diff, m_limit, options, console);
        noteNotRead(*old, options, console);
        noteNotRead(*now, options, console);
        const int oldCode = codeForUnread(*old, console);
        const int newCode = codeForUnread(*now, console);
        return diff.isEqual() && oldCode == kDone && newCode == kDone ? kDone : kFound;
    }

    int compareFields(const CommonOptions& options, Console& console) const
    {
        const std::size_t comma = m_fields.find(',');
        const ComparedFields fields{m_fields.substr(0, comma),
                                    comma == std::string::npos ? std::string() : m_fields.substr(comma + 1)};
        if (m_ignoresIds || fields.first.empty() || fields.second.empty() || fields.first == fields.second ||
            fields.second.find(',') != std::string::npos) {
            console.say(m_ignoresIds ? "--no-ids cannot be used with --fields"
                                     : "--fields: expected two different fields, A,B, found " + m_fields);
            return kUsage;
        }
        const SnapshotPtr snapshot = loadForCommand(options, console);
        if (!snapshot)
            return kNothingRead;
        const FieldDiffCounts counts = printFieldDiff(*snapshot, fields, m_limit, options, console);
        if (!counts.hasFirst() || !counts.hasSecond()) {
            console.say("--fields: " +
                        whyNotFound(*snapshot, counts.hasFirst() ? fields.second : fields.first));
            return kUsage;
        }
        if (counts.broken > 0)
            console.note(std::to_string(counts.broken) + (counts.broken == 1
                                                              ? " broken record is left out"
                                                              : " broken records are left out"));
        sayUnread(counts.unread, console);
        noteNotRead(*snapshot, options, console);
        const int code = codeForUnread(*snapshot, console);
        return counts.areEqual() && code == kDone ? kDone : kFound;
    }

    static void sayUnread(std::uint64_t records, Console& console)
    {
        if (records > 0)
            console.say(std::to_string(records) +
                        (records == 1
                             ? " record could not be compared: its file has changed in the meantime"
                             : " records could not be compared: their files have changed in the meantime"));
    }

    /// JSON says it itself.
    static void noteNotRead(const Snapshot& snapshot, const CommonOptions& options, Console& console)
    {
        if (options.format != "json")
            noteCoverage(coverageOf(snapshot, snapshot.recordCount()), console);
    }

    static SnapshotPtr load(const CommonOptions& options, const std::filesystem::path& path, Console& console)
    {
        CommonOptions one = options;
        one.paths = {path};
        SnapshotPtr snapshot = loadForCommand(one, console);
        if (!snapshot)
            console.say("there is nothing to compare in " + path.string());
        return snapshot;
    }

    static std::string whyNotFound(const Snapshot& snapshot, const std::string& name)
    {
        if (findField(snapshot, name))
            return "no record has " + name + " as a key of its own, so it cannot be compared";
        const std::string similar = similarField(snapshot, name);
        return inEnglish(similar.empty() ? Phrase(PhraseId::NoField, name)
                                         : Phrase(PhraseId::SimilarField, name, similar));
    }

    std::string m_fields;
    bool m_ignoresIds = false;
    std::size_t m_limit = kUsualLimit;
};

} // namespace

std::unique_ptr<Command> diffCommand()
{
    return std::make_unique<Diff>();
}

} // namespace duologue::cli
