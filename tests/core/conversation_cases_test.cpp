// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "tests/core/format_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/test_class.h"

#include <fstream>
#include <sstream>

using namespace duologue;
using namespace duologue::test;

/// Files of tests/data/cases that have a FILE.txt next to them: what their records say, how they are read and
/// what is wrong with them.
class ConversationCasesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysTheSame_data();
    void saysTheSame();

private:
    static std::filesystem::path folder() { return sourceFolder() / "tests/data/cases"; }
    static std::string shownField(const Field& field)
    {
        return " " + std::string(field.key) + "=" +
               (field.value.isMissing() ? std::string(field.name.shown()) : field.value.toJson());
    }
    /// The messages and candidates, the file's words for roles, the fields.
    static std::string saidIn(const Conversation& said)
    {
        std::string all = shownMessages(said);
        constexpr std::string_view kKinds[] = {"chosen", "rejected", "option", "sample"};
        for (const Candidate& candidate : said.candidates) {
            all += kKinds[static_cast<std::size_t>(candidate.kind)];
            for (const Message& message : said.messagesOf(candidate))
                all.append(": ").append(said.originalText(message));
            all += '\n';
        }
        for (const Message& message : said.messages) {
            std::string more =
                message.role == message.roleInFile ? "" : " " + std::string(message.roleInFile);
            const auto texts = said.textsOf(message.texts);
            for (std::size_t i = 1; i < texts.size(); ++i)
                more.append(" ").append(languageCode(texts[i].language)).append(": ").append(texts[i].text);
            for (const Field& field : said.fieldsOf(message.fields)) {
                if (!field.isContent)
                    more += shownField(field);
            }
            const auto number = &message - said.messages.data() + 1;
            if (!more.empty())
                all.append("of ").append(std::to_string(number)).append(":").append(more).append("\n");
        }
        std::string fields;
        for (const Field& field : said.fields) {
            if (field.key != "group")
                fields += shownField(field);
        }
        return all + (fields.empty() ? "" : "fields:" + fields + "\n");
    }
    static std::string saidIn(const Snapshot& snapshot)
    {
        std::string all;
        for (Row row{0}; row < snapshot.endRow(); ++row) {
            const DecodedRecordPtr record = readRecord(snapshot, row).value();
            const auto shown = [&](std::string_view key) { return fieldText(snapshot, row, key); };
            const std::string language = shown("language");
            all.append(shown("id")).append(" ").append(shown("format")).append(" ");
            all.append(language.empty() ? "none" : language)
                .append("\n")
                .append(saidIn(record->conversation));
        }
        for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
            if (const SourceFile& file = snapshot.files[i]; !file.skipReason.empty())
                all.append("skipped: ").append(inEnglish(file.skipReason)).append("\n");
        }
        for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
            const Problem& problem = snapshot.problems[i];
            if (problem.severity != Severity::Note)
                all.append(codeName(problem.code)).append(" ").append(problem.pointer).append("\n");
        }
        return all;
    }
};

void ConversationCasesTest::saysTheSame_data()
{
    QTest::addColumn<QString>("file");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder())) {
        const std::string name = entry.path().lexically_relative(folder()).generic_string();
        if (name.ends_with(".txt"))
            QTest::newRow(name.c_str()) << QString::fromStdString(name.substr(0, name.size() - 4));
    }
}

void ConversationCasesTest::saysTheSame()
{
    QFETCH(QString, file);
    const auto path = folder() / file.toStdString();
    std::ostringstream expected;
    expected << std::ifstream(path.string() + ".txt").rdbuf();
    const std::string said = saidIn(*load({path}));
    if (qEnvironmentVariableIsSet("WRITE_CASES"))
        std::ofstream(path.string() + ".txt") << said;
    else
        QCOMPARE(said, expected.str());
}

DUOLOGUE_TEST(ConversationCasesTest)
#include "conversation_cases_test.moc"
