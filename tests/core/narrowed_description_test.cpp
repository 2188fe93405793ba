// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/format_file.h"
#include "core/formats/inferred/format_guess.h"
#include "core/load/record_reader.h"
#include "core/load/record_shapes.h"
#include "tests/support/load.h"
#include "tests/support/source_folder.h"
#include "tests/support/spoken.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <map>

using namespace duologue;
using namespace duologue::test;

namespace {

/// All records of a dataset by their shapes.
struct Shapes {
    explicit Shapes(SnapshotPtr read) : snapshot(std::move(read))
    {
        std::map<std::string, std::size_t> known;
        for (Row row{0}; row < snapshot->endRow(); ++row) {
            auto record = readRecord(*snapshot, row);
            if (!record || record.value()->state == RecordState::Broken)
                continue;
            const DecodedRecord& read = *record.value();
            const Format& format = *read.formats->find(read.formatId, read.origin);
            std::string name = read.formatId + " " + inEnglish(reasonFor(format, read.root).why);
            for (const std::string& key : shapeOf(read.root))
                name += "|" + key;
            const std::size_t shape = known.try_emplace(name, known.size()).first->second;
            if (shape == records.size()) {
                records.emplace_back();
                names.push_back(std::move(name));
                formats.push_back(&format);
            }
            records[shape].push_back(std::move(record).value());
        }
    }

    std::vector<JsonView> rootsOf(std::size_t shape) const
    {
        std::vector<JsonView> roots;
        for (const DecodedRecordPtr& record : records[shape])
            roots.push_back(record->root);
        return roots;
    }

    std::vector<JsonView> rootsBut(std::size_t shape) const
    {
        std::vector<JsonView> roots;
        for (std::size_t other = 0; other < records.size(); ++other) {
            if (other == shape)
                continue;
            const std::vector<JsonView> more = rootsOf(other);
            roots.insert(roots.end(), more.begin(), more.end());
        }
        return roots;
    }

    /// What is read of the records of other shapes, in order.
    std::vector<std::string> readBut(std::size_t shape) const
    {
        std::vector<std::string> lines;
        for (std::size_t other = 0; other < records.size(); ++other) {
            for (std::size_t i = 0; other != shape && i < records[other].size(); ++i)
                lines.push_back(lineOf(*records[other][i]));
        }
        return lines;
    }

    static std::string lineOf(const DecodedRecord& record)
    {
        return record.formatId + " " + std::string(record.conversation.id) + " " +
               spokenIn(record.conversation);
    }

    SnapshotPtr snapshot;
    std::vector<std::vector<DecodedRecordPtr>> records;
    std::vector<std::string> names;
    std::vector<const Format*> formats;
};

/// The description of the shape that would be saved; none if it may not be.
std::optional<FormatDescription> savedFor(const Shapes& shapes, std::size_t shape, bool isNothing)
{
    const std::vector<JsonView> roots = shapes.rootsOf(shape);
    FormatDescription description =
        isNothing ? describedAsNothing(roots) : currentDescription(*shapes.formats[shape], roots.front());
    if (!isUsable(description.layouts.front()) || !narrowTo(description, roots, shapes.rootsBut(shape)))
        return std::nullopt;
    description.id = "saved";
    description.title = "saved";
    return description;
}

constexpr std::string_view kLists = R"([[["user","Is the ferry late?"],["assistant","By an hour."]]]
)";
constexpr std::string_view kRows =
    R"([{"role":"user","content":"Where is it?"},{"role":"assistant","content":"Here."}]
)";
constexpr std::string_view kSession =
    R"({"type":"user","uuid":"a","parentUuid":null,"sessionId":"s1","message":{"role":"user","content":"Mend the gate."}}
{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s1","message":{"role":"assistant","content":[{"type":"text","text":"Mended."}]}}
)";

} // namespace

/// A description that is saved for records of one shape reads no others of the dataset.
class NarrowedDescriptionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsAgentsApart();
    void leavesOthersAsTheyWere_data();
    void leavesOthersAsTheyWere();
    void tellsShapesApart_data();
    void tellsShapesApart();
    void lacksAreReadAndWritten();
};

void NarrowedDescriptionTest::tellsAgentsApart()
{
    const Shapes shapes(load({sourceFolder() / "tests/data/agents"}));
    QVERIFY(shapes.records.size() > 40);
    std::size_t saved = 0;
    for (std::size_t shape = 0; shape < shapes.records.size(); ++shape) {
        for (const bool isNothing : {false, true}) {
            const auto description = savedFor(shapes, shape, isNothing);
            if (!description)
                continue;
            ++saved;
            const auto format = describedFormat(*description);
            const FormatList list({format});
            for (std::size_t other = 0; other < shapes.records.size(); ++other) {
                for (const DecodedRecordPtr& record : shapes.records[other]) {
                    const Format* const best = list.recognise(record->root, record->origin).format;
                    QVERIFY2((best == format.get()) == (other == shape),
                             (formatFileText(*description) + shapes.names[other]).c_str());
                }
            }
        }
    }
    // Few cannot be told apart.
    QVERIFY2(saved > shapes.records.size(), std::to_string(saved).c_str());
}

void NarrowedDescriptionTest::leavesOthersAsTheyWere_data()
{
    QTest::addColumn<bool>("isNothing");
    QTest::newRow("as it is") << false;
    QTest::newRow("no conversation") << true;
}

/// Whole files are read in another way if a description takes one of their lines for a record.
void NarrowedDescriptionTest::leavesOthersAsTheyWere()
{
    QFETCH(const bool, isNothing);
    const TempFolder folder;
    for (const char* name : {"claude-code.jsonl", "codex-rollout.jsonl", "codex-exec.jsonl",
                             "openhands-events.json", "responses.jsonl", "langchain-list.json"}) {
        const auto path = sourceFolder() / "tests/data/agents" / name;
        if (std::filesystem::exists(path))
            std::filesystem::copy_file(path, folder.path() / name);
    }
    folder.write("lists.jsonl", kLists);
    folder.write("rows.jsonl", kRows);
    folder.write("own.jsonl", kSession);
    const Shapes before(load({folder.path()}));
    std::size_t saved = 0;
    for (std::size_t shape = 0; shape < before.records.size(); ++shape) {
        const auto description = savedFor(before, shape, isNothing);
        if (!description)
            continue;
        ++saved;
        folder.write("saved.duologue-format.json", formatFileText(*description));
        const SnapshotPtr after = load({folder.path()});
        QCOMPARE(after->recordCount(), before.snapshot->recordCount());
        for (std::size_t other = 0; other < before.records.size(); ++other) {
            for (const DecodedRecordPtr& record : before.records[other]) {
                const auto again = readRecord(*after, record->row);
                QVERIFY(again.ok());
                if (other == shape)
                    QCOMPARE(again.value()->formatId, std::string("saved"));
                else
                    QCOMPARE(Shapes::lineOf(*again.value()), Shapes::lineOf(*record));
            }
        }
    }
    QVERIFY2(saved > 5 || !isNothing, std::to_string(saved).c_str());
}

void NarrowedDescriptionTest::tellsShapesApart_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("isTold");
    const auto row = [](const char* name, const char* record, const char* other, bool isTold) {
        QTest::newRow(name) << QByteArray(record) << QByteArray(other) << isTold;
    };
    row("other keys", R"({"a": "x"})", R"({"b": "x"})", true);
    row("a key more", R"({"a": "x"})", R"({"a": "x", "b": 1})", true);
    row("a key less", R"({"a": "x", "b": 1})", R"({"a": "x"})", true);
    row("another kind", R"({"a": "x"})", R"({"a": 1})", false);
    row("a list for a text", R"({"a": ["x"]})", R"({"a": "x"})", true);
    row("keys inside", R"({"a": [{"b": "x"}]})", R"({"a": [{"b": "x", "c": 1}]})", true);
    row("lists of objects", R"([{"a": "x"}])", R"([{"b": "x"}])", true);
    row("lists of objects, a key more", R"([{"a": "x"}])", R"([{"a": "x", "b": 1}])", true);
    row("a list and an object", R"([{"a": "x"}])", R"({"a": "x"})", true);
    row("an object and a list", R"({"a": "x"})", R"([{"a": "x"}])", true);
    row("lists of lists", R"([["a", "x"]])", R"([{"a": "x"}])", true);
    row("lists of texts", R"(["a", "x"])", R"([["a", "x"]])", true);
    row("lists of texts alone", R"(["a", "x"])", R"(["b"])", false);
    row("empty lists", R"([])", R"([{"a": "x"}])", true);
    row("empty lists alone", R"([])", R"({})", false);
    row("an empty object", R"({})", R"({"a": "x"})", true);
}

void NarrowedDescriptionTest::tellsShapesApart()
{
    QFETCH(const QByteArray, record);
    QFETCH(const QByteArray, other);
    QFETCH(const bool, isTold);
    const PaddedBytes recordBytes(
        std::string_view(record.constData(), static_cast<std::size_t>(record.size())));
    const PaddedBytes otherBytes(std::string_view(other.constData(), static_cast<std::size_t>(other.size())));
    JsonParser recordParser;
    JsonParser otherParser;
    const JsonView own = recordParser.parse(recordBytes.view()).value();
    const JsonView foreign = otherParser.parse(otherBytes.view()).value();
    FormatDescription description = describedAsNothing({&own, 1});
    QCOMPARE(narrowTo(description, {&own, 1}, {&foreign, 1}), isTold);
    description.id = "saved";
    const auto format = describedFormat(description);
    const FormatList list({format});
    QCOMPARE(list.recognise(own).format == format.get(), true);
    QCOMPARE(list.recognise(foreign).format == format.get(), !isTold);
}

void NarrowedDescriptionTest::lacksAreReadAndWritten()
{
    const FormatFile file = readFormatFile(
        R"({"id": "x", "conversation": false, "lacks": ["/b"], "needs": ["/a", "/0/c"]})", "x");
    QVERIFY(file.problems.empty());
    const std::string text = formatFileText(file.descriptions.front());
    QVERIFY2(text.find("\"lacks\"") != std::string::npos, text.c_str());
    const FormatFile again = readFormatFile(text, "x");
    const LayoutNeeds& needs = again.descriptions.front().layouts.front().needs;
    QCOMPARE(needs.lacks.size(), std::size_t{1});
    QCOMPARE(needs.lacks.front().text(), std::string("/b"));
    QCOMPARE(needs.values.size(), std::size_t{2});
}

DUOLOGUE_TEST(NarrowedDescriptionTest)
#include "narrowed_description_test.moc"
