// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "tests/core/format_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <fstream>
#include <sstream>

using namespace duologue;
using namespace duologue::test;

/// Runs, rollouts and logs of agents as the families write them, found without a hint: next to each file is
/// what its records say.
class AgentFamiliesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysTheSame_data();
    void saysTheSame();
    void recordsAreLinkedBothWays();
    void tracesAreNamed();
    void choicesAreCandidates();
    void referencesWithoutATextStay();

private:
    static std::filesystem::path folder() { return sourceFolder() / "tests/data/agents"; }
    static std::string contents(const std::filesystem::path& path)
    {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }
};

void AgentFamiliesTest::saysTheSame_data()
{
    QTest::addColumn<QString>("file");
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() != ".txt")
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void AgentFamiliesTest::saysTheSame()
{
    QFETCH(QString, file);
    const std::string name = file.toStdString();
    const auto snapshot = load({folder() / name});
    std::string all;
    for (std::uint32_t row = 0; row < snapshot->recordCount(); ++row) {
        const DecodedRecordPtr record = readRecord(*snapshot, Row{row}).value();
        all.append(all.empty() ? "" : "\n").append(shownMessages(record->conversation));
        QCOMPARE(fieldText(*snapshot, Row{row}, "messages"),
                 std::to_string(record->conversation.messages.size()));
    }
    QCOMPARE(all, contents(folder() / (name + ".txt")));
    std::vector<std::string> warnings;
    for (std::size_t i = 0; i < snapshot->problems.size(); ++i) {
        const Problem& problem = snapshot->problems[i];
        if (problem.severity != Severity::Note)
            warnings.push_back(std::string(codeName(problem.code)) + " " + problem.pointer);
    }
    QCOMPARE(warnings, std::vector<std::string>());
}

void AgentFamiliesTest::recordsAreLinkedBothWays()
{
    const auto snapshot = load({folder() / "claude-code.jsonl"});
    QCOMPARE(fieldText(*snapshot, Row{0}, "id"), std::string("s1"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "children"), std::string("a1"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "id"), std::string("a1"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "parent"), std::string("s1"));
}

void AgentFamiliesTest::tracesAreNamed()
{
    for (const char* const file : {"otel-spans.jsonl", "otel-two-traces.json"}) {
        const auto snapshot = load({folder() / file});
        QCOMPARE(fieldText(*snapshot, Row{0}, "id"), std::string("01"));
        QCOMPARE(fieldText(*snapshot, Row{0}, "model"), std::string("some-model"));
        QCOMPARE(fieldText(*snapshot, Row{1}, "id"), std::string("02"));
    }
}

void AgentFamiliesTest::choicesAreCandidates()
{
    for (const char* const file :
         {"choices.jsonl", "gemini-choices.jsonl", "gemini-merged-choices.jsonl", "otel-choices.json"}) {
        const auto snapshot = load({folder() / file});
        const DecodedRecordPtr record = readRecord(*snapshot, Row{0}).value();
        QVERIFY2(record->conversation.candidates.size() == 2, file);
    }
}

void AgentFamiliesTest::referencesWithoutATextStay()
{
    const TempFolder temporary;
    const auto snapshot = load({temporary.write(
        "samples.jsonl",
        R"({"id": 1, "messages": [{"role": "user", "content": "attachment://00"}, {"role": "assistant", "content": "attachment://01"}], "attachments": {"01": "Yes."}})"
        "\n")});
    const DecodedRecordPtr record = readRecord(*snapshot, Row{0}).value();
    QCOMPARE(shownMessages(record->conversation),
             std::string("turns 1\nuser: attachment://00\nassistant: Yes.\n"));
    QCOMPARE(problemLines(*snapshot), std::vector<std::string>{"missing-key /attachments"});
}

DUOLOGUE_TEST(AgentFamiliesTest)
#include "agent_families_test.moc"
