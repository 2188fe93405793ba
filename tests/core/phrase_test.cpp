// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/phrase.h"

#include "core/util/phrase_id.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <set>

using namespace duologue;

class PhraseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void argumentsReplaceTheirNumbers()
    {
        QCOMPARE(inEnglish(PhraseId::FileEmpty), std::string("the file is empty"));
        QCOMPARE(inEnglish({PhraseId::ExpectedFound, PhraseId::Text, PhraseId::List}),
                 std::string("expected text, found a list"));
        QCOMPARE(inEnglish({PhraseId::NeedsNumber, "x", "turns"}),
                 std::string("turns is numeric: \"x\" is not a number"));
        QCOMPARE(inEnglish({PhraseId::ExpectedCommaOr, '}'}), std::string("expected ',' or '}'"));
        QCOMPARE(inEnglish({PhraseId::TooManyLevels, 1024}), std::string("more than 1024 levels of nesting"));
        // An argument may hold a %1 of its own.
        QCOMPARE(inEnglish({PhraseId::SimilarField, "%2%1", "100%"}),
                 std::string("unknown field %2%1; did you mean 100%?"));
    }

    void verbatimStaysAsItIs()
    {
        QCOMPARE(inEnglish(Phrase::verbatim("Permission denied: %1")), std::string("Permission denied: %1"));
        QVERIFY(Phrase().empty());
        QVERIFY(!Phrase::verbatim("x").empty());
        QVERIFY(!Phrase(PhraseId::FileEmpty).empty());
        QVERIFY(Phrase(PhraseId::UnknownRole, "a") == Phrase(PhraseId::UnknownRole, std::string("a")));
        QVERIFY(!(Phrase(PhraseId::UnknownRole, "a") == Phrase(PhraseId::UnknownRole, "b")));
    }

    void catalogueHasNoTextTwice()
    {
        std::set<std::string_view> texts;
        for (std::size_t i = 1; i < static_cast<std::size_t>(PhraseId::Count); ++i) {
            const std::string_view text = englishText(static_cast<PhraseId>(i));
            QVERIFY2(texts.insert(text).second, std::string(text).c_str());
            QVERIFY2(!text.empty() && text.back() != '.', std::string(text).c_str());
        }
    }
};

DUOLOGUE_TEST(PhraseTest)
#include "phrase_test.moc"
