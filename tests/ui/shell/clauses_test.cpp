// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/models/words/clause_words.h"

#include <QTest>
#include <QTranslator>

#include <algorithm>
#include <vector>

using namespace duologue;
using namespace duologue::test;
using namespace duologue::ui;

namespace {

/// A translation that puts everything in brackets.
class Brackets : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int) const override
    {
        return QLatin1Char('<') + QString::fromUtf8(text) + QLatin1Char('>');
    }
};

/// The problems that the loader reports for files with all kinds of damage.
std::vector<std::string> clausesOfBrokenFiles()
{
    const TempFolder folder;
    const std::string lines = "{\"messages\": [{\"role\": \"user\", \"content\": \"x\"}]}\n";
    folder.write("empty.json", "");
    folder.write("zeros.json", std::string(20, '\0'));
    folder.write("wide.json", std::string("\xFF\xFE{\0}\0", 6));
    folder.write("prose.json", "Dear diary");
    folder.write("numbers.json", "[1, 2, 3]");
    folder.write("object.json", "{}");
    folder.write("keys.json", R"({"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8})");
    folder.write("notes.txt", "nothing");
    folder.write("README", "nothing");
    folder.write(".hidden/x.json", "{}");
    folder.write("gone.zip", "PK no archive");
    folder.write("gone.jsonl.gz", "no archive");
    const std::string good = gzipOf(lines);
    std::string otherSum = good;
    otherSum[otherSum.size() - 8] ^= 1;
    std::string otherLength = good;
    otherLength[otherLength.size() - 4] ^= 1;
    folder.write("sum.jsonl.gz", otherSum);
    folder.write("length.jsonl.gz", otherLength);
    folder.write("cut.jsonl.gz", good.substr(0, good.size() / 2));
    folder.write("followed.jsonl.gz", good + "more");
    folder.write("kind.jsonl.gz", "\x1F\x8B no such method");
    folder.write("other.jsonl.gz", "\x1E\x8B was packed once");
    folder.write("nothing.jsonl.gz", "");
    folder.write("none.zip", zipOf({}));
    folder.write("nested.zip", zipOf({{"in.zip", zipOf({{"a.jsonl", lines}})}}));
    folder.write("cut.zip", zipOf({{"a.jsonl", lines}}).substr(0, 60));
    folder.write("two lists.json", "[" + lines + "]\n[" + lines + "]");
    std::string members;
    for (int i = 0; i < 1100; ++i)
        members += (i == 0 ? "\"m" : ", \"m") + std::to_string(i) + "\": 1";
    folder.write("members.jsonl", R"({"messages": [], "rewards": {)" + members + "}}\n");
    folder.write("open.json", "[" + lines);
    folder.write("behind.json", "[" + lines + "] x");
    folder.write("loose.json", "\xEF\xBB\xBF[" + lines + ",\r\n\r\n" + lines + ",]");
    folder.write("one.duologue-format.json", R"({"id": "one", "prompt": 3, "colour": "red"})");
    folder.write("two.duologue-format.json", "[3, {\"id\": \"two\", \"messages\": \"/m\"}]");
    folder.write("three.duologue-format.json", "{");
    std::string broken = lines;
    for (const char* record :
         {"{\"messages\" 1}", "{\"messages\": [}", "{messages: 1}", "{\"a\": \"\\q\"}", "{\"a\": \"\\u12\"}",
          "{\"a\": \"open}", "{\"a\": 1} 2", "{\"messages\": [{\"role\": \"elf\", \"content\": 3}]}",
          "{\"messages\": [], \"messages\": []}", "{\"messages\": [], \"n\": NaN}",
          "{\"messages\": [], \"n\": 123456789012345678901234567890}",
          "{\"messages\": [], \"n\": \"\\ud800\"}", "{\"messages\": [], \"n\": \"\xFF\"}", "[1]",
          "{\"a\": 1}"})
        broken += std::string(record) + "\n";
    broken += std::string(2000, '[') + "\n" + lines;
    folder.write("broken.jsonl", broken);

    std::vector<std::string> clauses;
    for (const auto& path : {folder.path(), folder.path() / "nowhere",
                             std::filesystem::path(DUOLOGUE_SOURCE_DIR "/tests/data/formats")}) {
        const auto snapshot = load({path});
        for (std::size_t i = 0; i < snapshot->problems.size(); ++i)
            clauses.push_back(snapshot->problems[i].detail);
        for (std::size_t i = 0; i < snapshot->files.size(); ++i)
            clauses.push_back(snapshot->files[i].skipReason);
    }
    std::sort(clauses.begin(), clauses.end());
    clauses.erase(std::unique(clauses.begin(), clauses.end()), clauses.end());
    std::erase(clauses, std::string());
    return clauses;
}

} // namespace

/// Translation of the problems that core reports.
class ClausesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allClausesAreKnown()
    {
        const auto clauses = clausesOfBrokenFiles();
        QVERIFY(clauses.size() > 40);
        QStringList unknown;
        for (const std::string& clause : clauses) {
            if (!isKnownClause(clause))
                unknown << QString::fromStdString(clause);
        }
        QCOMPARE(unknown, QStringList());
    }

    void englishIsUnchanged()
    {
        for (const std::string& clause : clausesOfBrokenFiles())
            QCOMPARE(clauseInWords(clause), QString::fromStdString(clause));
    }

    void argumentsAreTranslatedWhereTheyAreClauses()
    {
        Brackets brackets;
        QVERIFY(QCoreApplication::installTranslator(&brackets));
        QCOMPARE(clauseInWords("expected a text, found a list"),
                 QStringLiteral("<expected <a text>, found <a list>>"));
        QCOMPARE(clauseInWords("it has blank lines, comments"),
                 QStringLiteral("<it has <<blank lines>, <comments>>>"));
        // Text from the data is not translated.
        QCOMPARE(clauseInWords("the role \"%2 a list\" is none that is known"),
                 QStringLiteral("<the role \"%2 a list\" is none that is known>"));
        QCOMPARE(clauseInWords("Permission denied"), QStringLiteral("Permission denied"));
        QCoreApplication::removeTranslator(&brackets);
    }
};

DUOLOGUE_TEST(ClausesTest)
#include "clauses_test.moc"
