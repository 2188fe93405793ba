// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_order.h"
#include "core/export/export_run.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;
using Json = nlohmann::ordered_json;

namespace {

class NotedSink final : public ByteSink {
public:
    bool write(std::string_view bytes) override
    {
        text += bytes;
        return true;
    }
    bool finish() override { return true; }
    Phrase error() const override { return {}; }

    std::string text;
};

/// A record with a message of the system, and notes about the record, that message and the last one.
struct NotedRecord {
    TempFolder folder;
    SnapshotPtr snapshot = load({folder.write(
        "a.jsonl", R"({"id": "1", "messages": [{"role": "system", "content": "Be brief."},)"
                   R"({"role": "user", "content": "Why?"}, {"role": "assistant", "content": "So."}]})")});
    ExportOptions options;

    /// As the target writes it.
    std::string exported(std::string_view target) const
    {
        NotedSink sink;
        (void)exportRecords({*snapshot, *findExporter(target), options, {Row{0}}, 1}, sink, Job());
        return sink.text;
    }

    NotedRecord()
    {
        const RecordNote whole{"no_user", "No user", "error", false, "nobody asks", {}};
        const RecordNote ofSystem{"same", "Same", "warning", false, "about the system", 0};
        const RecordNote ofAnswer{"cut", "Text <cut>", "note", true, "ends\nin a word", 2};
        options.notes = std::make_shared<RecordNotes>(
            std::vector<std::pair<Row, RecordNote>>{{Row{0}, whole}, {Row{0}, ofSystem}, {Row{0}, ofAnswer}});
    }
};

bool holdsInOrder(const std::string& text, std::initializer_list<std::string_view> parts)
{
    std::size_t at = 0;
    for (const std::string_view part : parts) {
        at = text.find(part, at);
        if (at == std::string::npos)
            return false;
    }
    return true;
}

} // namespace

/// What is said about records, such as findings of checks, is written beside them.
class ExportNotesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void notesAreWrittenWithTheirMessages();
    void notesStayWithTheirMessagesWithoutSystem();
};

void ExportNotesTest::notesAreWrittenWithTheirMessages()
{
    const NotedRecord noted;
    const Json json = Json::parse(noted.exported("jsonl"));
    QCOMPARE(json["findings"].dump(),
             Json::parse(R"([{"check": "no_user", "severity": "error", "maybe": false, "text": "nobody asks"},
                 {"check": "same", "severity": "warning", "maybe": false, "message": 1, "text": "about the system"},
                 {"check": "cut", "severity": "note", "maybe": true, "message": 3, "text": "ends\nin a word"}])")
                 .dump());
    const std::string page = noted.exported("html");
    QVERIFY(
        holdsInOrder(page, {"<h2>1</h2>", "No user: nobody asks", "1 · system</h3>", "Same: about the system",
                            "3 · assistant</h3>", "Text &lt;cut&gt;, maybe: ends\\nin a word", "So."}));
    const std::string document = noted.exported("markdown");
    QVERIFY(holdsInOrder(document, {"# 1", "- **error**: No user: nobody asks", "### 1 · system",
                                    "- **warning**: Same", "### 3 · assistant", "- **note**: Text", "So."}));
    for (const ExporterSpec& exporter : exporters()) {
        const ExportRequest request{*noted.snapshot, exporter, noted.options, {}, 1};
        QCOMPARE(inEnglish(mistakeIn(request)),
                 exporter.takesNotes ? std::string()
                                     : std::string(exporter.id) + " does not support findings");
    }
}

void ExportNotesTest::notesStayWithTheirMessagesWithoutSystem()
{
    NotedRecord noted;
    noted.options.keepsSystem = false;
    const Json json = Json::parse(noted.exported("jsonl"));
    QCOMPARE(json["findings"].size(), std::size_t{2});
    QCOMPARE(json["findings"][1]["check"].get<std::string>(), std::string("cut"));
    QCOMPARE(json["findings"][1]["message"].get<int>(), 2);
}

DUOLOGUE_TEST(ExportNotesTest)
#include "export_notes_test.moc"
