// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/language.h"
#include "core/util/simd.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>

using namespace duologue;
using namespace duologue::test;

Q_DECLARE_METATYPE(Language)

class LanguageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void detectsLanguage_data();
    void detectsLanguage();
    void codesNameLanguages();
    void chineseAnswersForBothKinds();
    void englishWordsAreFoundAnywhere();
    void languageIsFieldAndScope();
    void whatIsNotToldIsMissing();
};

void LanguageTest::detectsLanguage_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Language>("language");
    const auto row = [](const char* name, const char* text, Language language) {
        QTest::newRow(name) << QByteArray(text) << language;
    };
    row("English", "Could you plan a two-day trip?", Language::English);
    row("long English", "Could you plan a two-day trip to the lakes for my family and tell me what it costs?",
        Language::English);
    row("English without frequent words", "Recommend quiet museums near Oslo harbour, cheap hostels, ferries",
        Language::English);
    row("Chinese", "你能帮我规划一次两天的旅行吗？", Language::Chinese);
    row("Chinese with a name", "我想去 Disneyland 玩两天，请推荐酒店。", Language::Chinese);
    row("English with a word", "The dish 麻婆豆腐 is spicy, would you like to try something milder instead?",
        Language::English);
    row("Chinese with one kana", "我们想去吃一家叫做优の良品的零食店，请问附近哪里有呢？", Language::Chinese);
    row("traditional Chinese", "請問這個週末臺北有什麼適合親子的活動？我們想帶孩子去看書。",
        Language::TraditionalChinese);
    row("short traditional Chinese", "你好嗎？", Language::TraditionalChinese);
    row("traditional Chinese without frequent characters", "隱憂", Language::TraditionalChinese);
    row("simplified Chinese without frequent characters", "咸鸭蛋腌渍", Language::Chinese);
    row("Chinese of either kind", "你好", Language::Chinese);
    row("Chinese of Hong Kong", "着急嘅遊客喺邊度", Language::TraditionalChinese);
    row("simplified Chinese with a rare word", "瞭望台和囍字", Language::Chinese);
    row("simplified Chinese with a traditional name", "这家店叫「寶島眼鏡」，老板说他们从台湾来，东西不贵。",
        Language::Chinese);
    row("Japanese", "京都で二日間の旅行を計画してください。", Language::Japanese);
    row("only hiragana", "おはようございます", Language::Japanese);
    row("only katakana", "コーヒー", Language::Japanese);
    row("Korean", "이틀 여행을 계획해 주세요", Language::Korean);
    row("Korean with a name", "Seoul 여행을 계획해 주세요", Language::Korean);
    row("Russian", "Спланируйте поездку на два дня", Language::Russian);
    row("long Russian", "Найди мне хороший отель в Москве на две ночи, пожалуйста, недорогой",
        Language::Russian);
    row("Ukrainian", "Знайди мені готель у Києві", Language::Other);
    row("Bulgarian", "Намери ми хубав хотел в София за две нощувки, моля, ако е възможно", Language::Other);
    row("Serbian", "Пронађи ми добар хотел у Београду", Language::Other);
    row("Arabic", "خطط لرحلة لمدة يومين", Language::Arabic);
    row("Persian", "لطفاً یک سفر دو روزه برنامه‌ریزی کنید", Language::Other);
    row("Hebrew", "תכנן לי טיול של יומיים", Language::Hebrew);
    row("Thai", "ช่วยวางแผนเที่ยวสองวันให้หน่อย", Language::Thai);
    row("Hindi", "मुझे मुंबई में एक अच्छा होटल बताइए, कृपया, दो रात के लिए", Language::Hindi);
    row("Marathi", "मला मुंबईत एक चांगले हॉटेल सुचवा, कृपया, दोन रात्रींसाठी", Language::Other);
    row("Greek", "Καλημέρα σας", Language::Greek);
    row("Georgian", "გამარჯობა, როგორ ხარ?", Language::Other);
    row("German", "Können Sie mir bitte ein gutes Hotel in Wien empfehlen?", Language::Other);
    row("German without umlauts", "Wo finde ich in der Altstadt noch ein ruhiges Zimmer", Language::Other);
    row("French", "Pouvez-vous me recommander un bon restaurant à Lyon ?", Language::Other);
    row("Spanish", "¿Puedes recomendarme un buen hotel en Madrid para dos noches?", Language::Other);
    row("Italian", "Potresti consigliarmi un albergo tranquillo vicino al mare", Language::Other);
    row("Dutch", "Kun je een goed hotel in Amsterdam aanbevelen alsjeblieft?", Language::Other);
    row("Swedish", "Vilket hotell i Lund har luftkonditionering och bra frukost?", Language::Other);
    row("Indonesian", "Bisakah kamu merekomendasikan hotel yang bagus di Bali?", Language::Other);
    row("Vietnamese", "Bạn có thể giới thiệu cho tôi một khách sạn tốt ở Hà Nội không?", Language::Other);
    row("German with an English title",
        "Ich habe gestern den Film The Lord of the Rings gesehen und fand ihn toll", Language::Other);
    row("short French", "Bonjour, merci beaucoup !", Language::Other);
    row("short German", "Guten Morgen, wie geht's?", Language::Other);
    row("short English", "Thanks!", Language::English);
    row("short English without frequent words", "Enjoy old towns.", Language::English);
    row("a single English word of another language", "Willen jullie koffie of thee", Language::Undetermined);
    row("two words", "Guten Morgen", Language::Undetermined);
    row("a name", "Paris", Language::Undetermined);
    row("terms", "boutique hotels", Language::Undetermined);
    row("one letter", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        Language::Undetermined);
    row("punctuation", "…?! ——", Language::Undetermined);
    row("Chinese punctuation", "，。「」", Language::Undetermined);
    row("digits", "12345", Language::Undetermined);
    row("empty", "", Language::Undetermined);
    row("accents", "Übermäßig süß", Language::Undetermined);
}

void LanguageTest::detectsLanguage()
{
    QFETCH(const QByteArray, text);
    QFETCH(const Language, language);
    QCOMPARE(languageCode(languageOf(text.toStdString())), languageCode(language));
    QCOMPARE(languageOf(text.toStdString()), language);
}

void LanguageTest::codesNameLanguages()
{
    for (std::size_t i = 0; i <= kLanguageCount; ++i) {
        const auto language = static_cast<Language>(i);
        QVERIFY(languageOfCode(languageCode(language)) == language);
        QVERIFY(!languageName(language).empty());
    }
    QVERIFY(languageOfCode("ZH-Hant") == Language::TraditionalChinese);
    QVERIFY(!languageOfCode("de"));
    QVERIFY(!languageOfCode(""));
}

void LanguageTest::chineseAnswersForBothKinds()
{
    QVERIFY(answers(Language::TraditionalChinese, Language::Chinese));
    QVERIFY(!answers(Language::Chinese, Language::TraditionalChinese));
    QVERIFY(answers(Language::Thai, Language::Thai));
    QVERIFY(!answers(Language::Thai, Language::Other));
    QVERIFY(!answers(Language::Undetermined, Language::English));
    QVERIFY(isWrittenFor(Language::Undetermined, Language::English));
    QVERIFY(!isWrittenFor(Language::Thai, Language::English));
}

void LanguageTest::englishWordsAreFoundAnywhere()
{
    Random random(3);
    constexpr std::string_view kWords[] = {" the ", " and ", " of ", " you "};
    constexpr std::size_t kLooked = 256;
    for (int i = 0; i < 5000; ++i) {
        std::string text(random.below(60), '-');
        std::size_t expected = 0;
        for (auto words = random.below(8); words > 0; --words) {
            text += random.of(kWords);
            expected += text.size() <= kLooked ? 1 : 0;
            text += std::string(random.below(60), '-');
        }
        QCOMPARE(hasEnglishWords(text), expected >= 4);
    }
}

void LanguageTest::languageIsFieldAndScope()
{
    const TempFolder folder;
    const auto chat = [](const std::string& id, const std::string& question, const std::string& answer) {
        return R"({"id": ")" + id + R"(", "messages": [{"role": "user", "content": ")" + question +
               R"("}, {"role": "assistant", "content": ")" + answer + "\"}]}\n";
    };
    folder.write("chat.jsonl", chat("ru", "Где мост?", "Вот он.") + chat("he", "שלום", "Hello.") +
                                   chat("de", "Wo finde ich in der Altstadt noch ein ruhiges Zimmer?",
                                        "Das ist nicht leicht, aber am Fluss gibt es ein Gasthaus."));
    const SnapshotPtr snapshot = load({folder.path()});
    QCOMPARE(fieldText(*snapshot, Row{0}, "language"), std::string("ru"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "language"), std::string("en+he"));
    QCOMPARE(fieldText(*snapshot, Row{2}, "language"), std::string("other"));
    QCOMPARE(idsFound(*snapshot, "language:ru"), std::vector<std::string>{"ru"});
    QCOMPARE(idsFound(*snapshot, "text.ru:мост"), std::vector<std::string>{"ru"});
    QCOMPARE(idsFound(*snapshot, "text.he:/./"), std::vector<std::string>{"he"});
    QCOMPARE(idsFound(*snapshot, "text.en:/./"), std::vector<std::string>{"he"});
    QCOMPARE(idsFound(*snapshot, "text.other:Gasthaus"), std::vector<std::string>{"de"});
}

void LanguageTest::whatIsNotToldIsMissing()
{
    const TempFolder folder;
    folder.write("chat.jsonl", R"({"id": "sum", "messages": [{"role": "user", "content": "12 + 30"},
        {"role": "assistant", "content": "42"}]}
        {"id": "mixed", "messages": [{"role": "user", "content": "12 + 30"},
        {"role": "assistant", "content": "That is 42."}]}
        {"id": "none", "messages": []})");
    const SnapshotPtr snapshot = load({folder.path()});
    QCOMPARE(fieldText(*snapshot, Row{0}, "language"), std::string());
    QCOMPARE(fieldText(*snapshot, Row{1}, "language"), std::string("en"));
    QCOMPARE(fieldText(*snapshot, Row{2}, "language"), std::string());
    QCOMPARE(idsFound(*snapshot, "has:language"), std::vector<std::string>{"mixed"});
    QCOMPARE(idsFound(*snapshot, "missing:language"), (std::vector<std::string>{"sum", "none"}));
    QCOMPARE(idsFound(*snapshot, "language:en"), std::vector<std::string>{"mixed"});
    QCOMPARE(idsFound(*snapshot, "text.en:42"), std::vector<std::string>{"mixed"});
    QCOMPARE(idsFound(*snapshot, "text.und:42"), std::vector<std::string>{"sum"});
}

DUOLOGUE_TEST(LanguageTest)
#include "language_test.moc"
