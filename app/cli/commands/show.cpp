// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/open_tables.h"
#include "app/cli/output.h"
#include "core/data/field_reader.h"
#include "core/data/record_keys.h"
#include "core/export/conversation_json.h"
#include "core/load/record_reader.h"
#include "core/query/query.h"
#include "core/util/numbers.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace duologue::cli {

namespace {

class Show final : public Command {
public:
    std::string name() const override { return "show"; }
    std::string summary() const override { return "Print one conversation"; }
    std::vector<std::string> formats() const override { return {"text", "markdown", "json"}; }

    void addOptions(CLI::App& app) override
    {
        auto* record =
            addText(app, "--record", m_record,
                    "Its number in its file, as list and search print it; FILE:N if there are several files");
        auto* id = addText(app, "--id", m_id, "Its id, as list and search print it");
        record->excludes(id);
        std::vector<std::string> languages{"both"};
        for (std::size_t i = 0; i < kLanguageCount; ++i)
            languages.emplace_back(languageCode(static_cast<Language>(i)));
        expectOneOf(*app.add_option("--language", m_language, "The language to print"), languages);
    }

    TableRequest tableRequest(const CommonOptions& /*options*/) const override
    {
        return {m_id.empty() ? std::string() : "id:" + queryWord(m_id)};
    }

    int run(const CommonOptions& options, Console& console) override
    {
        if (options.tables && m_id.empty()) {
            console.say("for a table, expected --id ID: its rows have no numbers");
            return kUsage;
        }
        if (m_record.empty() && m_id.empty())
            m_record = options.view.record;
        if (m_record.empty() && m_id.empty()) {
            console.say("expected --record N or --id ID");
            return kUsage;
        }
        const auto wanted = m_id.empty() ? wantedRecord() : WantedRecord();
        if (!wanted) {
            console.say("--record: expected a number, 1 or more, or FILE:N, found " + m_record);
            return kUsage;
        }
        const SnapshotPtr snapshot = loadForCommand(options, console);
        if (!snapshot)
            return kNothingRead;
        const auto rows = m_id.empty() ? recordsWithNumber(*snapshot, wanted->file, wanted->number)
                                       : recordsWithId(*snapshot, m_id);
        if (rows.empty()) {
            console.say(whyThereIsNone(*snapshot, *wanted));
            return kUsage;
        }
        if (rows.size() > 1 || (m_id.empty() && wanted->file.empty() && filesWithRecords(*snapshot) > 1)) {
            sayWhich(*snapshot, rows, console);
            return kUsage;
        }
        const auto record = readRecord(*snapshot, rows.front());
        if (!record) {
            console.say(inEnglish(record.problem().detail));
            return kNothingRead;
        }
        print(*snapshot, *record.value(), options, console);
        return kDone;
    }

private:
    struct WantedRecord {
        std::string file;
        std::uint32_t number = 0;
    };

    /// Parses --record: N or FILE:N.
    std::optional<WantedRecord> wantedRecord() const
    {
        const std::size_t colon = m_record.rfind(':');
        WantedRecord wanted;
        if (colon != std::string::npos)
            wanted.file = m_record.substr(0, colon);
        const auto number =
            parseNumber<decltype(wanted.number)>(std::string_view(m_record).substr(colon + 1));
        wanted.number = number.value_or(0);
        const bool isGood = wanted.number > 0 && (colon == std::string::npos || !wanted.file.empty());
        return isGood ? std::optional(wanted) : std::nullopt;
    }

    static std::size_t filesWithRecords(const Snapshot& snapshot)
    {
        std::size_t files = 0;
        FileId before = kNoFile;
        for (Row row{0}; row < snapshot.endRow(); ++row)
            files += std::exchange(before, snapshot.record(row).file) != snapshot.record(row).file ? 1 : 0;
        return files;
    }

    std::string whyThereIsNone(const Snapshot& snapshot, const WantedRecord& wanted) const
    {
        if (!m_id.empty())
            return "there is no record with the id " + m_id;
        const std::string number = "there is no record " + std::to_string(wanted.number);
        if (!wanted.file.empty())
            return number + " in a file called " + wanted.file;
        return number + " of " + std::to_string(snapshot.recordCount());
    }

    /// Lists the records that match, so that the user can choose one.
    void sayWhich(const Snapshot& snapshot, const std::vector<Row>& rows, Console& console) const
    {
        constexpr std::size_t kSaid = 10;
        const std::string asked = m_id.empty() ? "records of several files have the number " + m_record
                                               : std::to_string(rows.size()) + " records have the id " + m_id;
        console.say(asked + "; choose one with --record FILE:N:");
        for (std::size_t i = 0; i < std::min(rows.size(), kSaid); ++i)
            console.say("  --record '" + nameOfRecord(snapshot, rows[i]) + "'");
        if (rows.size() > kSaid)
            console.say("  … and " + std::to_string(rows.size() - kSaid) + " more");
    }

    void print(const Snapshot& snapshot, const DecodedRecord& record, const CommonOptions& options,
               Console& console) const
    {
        const LanguageChoice language = languageOfCode(m_language);
        if (record.state == RecordState::Broken) {
            console.say("the record is broken: " + inEnglish(record.problems.front().detail) +
                        "; these are its bytes in the file");
            console.print(std::string(record.bytes.view()) + "\n");
        } else if (options.format == "json") {
            const RecordEntry& entry = snapshot.record(record.row);
            nlohmann::ordered_json json{{"id", findField(snapshot, "id")->text(record.row)},
                                        {"file", snapshot.file(entry.file).shownPath},
                                        {"record", entry.ordinal},
                                        {"format", record.formatId}};
            json.update(exactJson(conversationJson(record.conversation, language)));
            printJson(json, options, console);
        } else {
            console.print(options.format == "markdown" ? conversationMarkdown(record.conversation, language)
                                                       : conversationText(record.conversation, language));
        }
    }

    std::string m_record;
    std::string m_id;
    std::string m_language = "both";
};

} // namespace

std::unique_ptr<Command> showCommand()
{
    return std::make_unique<Show>();
}

} // namespace duologue::cli
