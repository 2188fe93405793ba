// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/dataset/record_reader.h"
#include "core/export/conversation_text.h"
#include "core/record/field_reader.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

class Show final : public Command {
public:
    std::string name() const override { return "show"; }
    std::string summary() const override { return "Print one conversation"; }
    std::vector<std::string> formats() const override { return {"text", "markdown", "json"}; }

    void addOptions(CLI::App& app) override
    {
        auto* record = app.add_option(
            "--record", m_record, "Its number, counted from 1 over all that is read, as list prints them");
        auto* id = app.add_option("--id", m_id, "Its id");
        record->excludes(id);
        app.add_option("--language", m_language, "en, zh or both")
            ->check(CLI::IsMember({"en", "zh", "both"}));
    }

    int run(const CommonOptions& options, Console& console) override
    {
        if (m_record == 0 && m_id.empty()) {
            console.say("show needs --record N or --id ID");
            return kUsage;
        }
        const SnapshotPtr snapshot = loadForCommand(options, console);
        if (!snapshot)
            return kNothingRead;
        const auto row = find(*snapshot);
        if (!row) {
            console.say(m_id.empty() ? "there is no record " + std::to_string(m_record) + " of " +
                                           std::to_string(snapshot->recordCount())
                                     : "there is no record with the id " + m_id);
            return kUsage;
        }
        const auto record = readRecord(*snapshot, *row);
        if (!record) {
            console.say(record.problem().detail);
            return kNothingRead;
        }
        print(*snapshot, *record.value(), options, console);
        return kDone;
    }

private:
    std::optional<Row> find(const Snapshot& snapshot) const
    {
        if (m_id.empty())
            return m_record <= snapshot.recordCount() ? std::optional<Row>(m_record - 1) : std::nullopt;
        const auto ids = findField(snapshot, "id");
        for (Row row = 0; ids && row < snapshot.recordCount(); ++row) {
            if (ids->text(row) == m_id)
                return row;
        }
        return std::nullopt;
    }

    void print(const Snapshot& snapshot, const DecodedRecord& record, const CommonOptions& options,
               Console& console) const
    {
        const LanguageChoice language = m_language == "en"   ? LanguageChoice(Language::English)
                                        : m_language == "zh" ? LanguageChoice(Language::Chinese)
                                                             : LanguageChoice();
        if (record.state == RecordState::Broken) {
            console.say("the record is broken: " + record.problems.front().detail +
                        "; this is how it stands in the file");
            console.print(std::string(record.bytes.view()) + "\n");
        } else if (options.format == "json") {
            const RecordEntry& entry = snapshot.record(record.row);
            nlohmann::ordered_json json{{"id", findField(snapshot, "id")->text(record.row)},
                                        {"file", snapshot.file(entry.file).shownPath},
                                        {"record", entry.ordinal},
                                        {"format", record.formatId}};
            json.update(conversationJson(record.conversation, language));
            console.print(jsonText(json, 2) + "\n");
        } else {
            console.print(options.format == "markdown" ? conversationMarkdown(record.conversation, language)
                                                       : conversationText(record.conversation, language));
        }
    }

    Row m_record = 0;
    std::string m_id;
    std::string m_language = "both";
};

} // namespace

std::unique_ptr<Command> showCommand()
{
    return std::make_unique<Show>();
}

} // namespace duologue::cli
