// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/phrase_id.h"
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/words.h"

#include <QTest>
#include <QTranslator>

#include <set>
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
std::vector<Phrase> phrasesOfBrokenFiles()
{
    const TempFolder folder;
    const std::string lines = "{\"messages\": [{\"role\": \"user\", \"content\": \"x\"}]}\n";
    folder.write("empty.json", "");
    folder.write("zeros.json", std::string(20, '\0'));
    folder.write("wide.json", std::string("\xFF\xFE{\0}\0", 6));
    folder.write("prose.json", "Dear diary");
    folder.write("page.json", "<html>");
    folder.write("page.xml.json", "<?xml version=\"1.0\"?>");
    folder.write("python.json", "{'messages': [None]}");
    folder.write("word.json", "{\"messages\": [None]}");
    folder.write("pointer.json", "version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 9\n");
    folder.write("annex.json", "/annex/objects/SHA256E-s9--0a.json\n");
    folder.write("._beside.json", "x");
    folder.write("archive.json", zipOf({{"a.json", "{}"}}));
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

    std::vector<Phrase> phrases;
    for (const auto& path :
         {folder.path(), folder.path() / "nowhere", sourceFolder() / "tests" / "data" / "formats"}) {
        const auto snapshot = load({path});
        for (std::size_t i = 0; i < snapshot->problems.size(); ++i)
            phrases.push_back(snapshot->problems[i].detail);
        for (std::size_t i = 0; i < snapshot->files.size(); ++i)
            phrases.push_back(snapshot->files[i].skipReason);
    }
    std::erase(phrases, Phrase());
    return phrases;
}

} // namespace

/// What core says to people, in the language of the window.
class PhraseWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everythingSaidIsInTheCatalogue()
    {
        const std::vector<Phrase> phrases = phrasesOfBrokenFiles();
        std::set<PhraseId> different;
        for (const Phrase& phrase : phrases) {
            QVERIFY2(phrase.id != PhraseId::Verbatim, phrase.text.c_str());
            different.insert(phrase.id);
        }
        QVERIFY(different.size() > 40);
    }

    void englishIsUnchanged()
    {
        for (const Phrase& phrase : phrasesOfBrokenFiles())
            QCOMPARE(translated(phrase), QString::fromStdString(inEnglish(phrase)));
    }

    void argumentsAreTranslatedUnlessTheyAreVerbatim()
    {
        Brackets brackets;
        QVERIFY(QCoreApplication::installTranslator(&brackets));
        QCOMPARE(translated({PhraseId::ExpectedFound, PhraseId::Text, PhraseId::List}),
                 QStringLiteral("<expected <text>, found <a list>>"));
        QCOMPARE(translated({PhraseId::ItHas,
                             Phrase(PhraseId::Enumeration, PhraseId::BlankLines, PhraseId::Comments)}),
                 QStringLiteral("<it has <<blank lines>, <comments>>>"));
        // Formats have titles and rules of their own.
        QCOMPARE(translated({PhraseId::TitleAndRule, "Alpaca instructions", "a rule"}),
                 QStringLiteral("<<Alpaca instructions> (<a rule>)>"));
        // Text from the data is not translated.
        QCOMPARE(translated({PhraseId::UnknownRole, "%2 a list"}),
                 QStringLiteral("<unknown role \"%2 a list\">"));
        QCOMPARE(translated(Phrase::verbatim("Permission denied")), QStringLiteral("Permission denied"));
        QCoreApplication::removeTranslator(&brackets);
    }
};

DUOLOGUE_TEST(PhraseWordsTest)
#include "phrase_words_test.moc"
