// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/inferred/evidence.h"
#include "tests/support/print.h"
#include "tests/support/spoken.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <list>

using namespace duologue;
using namespace duologue::test;

namespace {

/// Records of one shape, and how they are read.
class Records {
public:
    explicit Records(const std::vector<std::string>& lines)
    {
        for (const std::string& line : lines) {
            m_bytes.emplace_back(line);
            m_parsers.emplace_back();
            m_records.push_back(m_parsers.back().parse(m_bytes.back().view()).value());
        }
        m_readings = readingsOf(m_records);
    }

    bool isConversation() const { return !m_readings.empty() && isAcceptable(m_readings.front()); }
    const Reading& best() const { return m_readings.front(); }
    const std::vector<JsonView>& views() const { return m_records; }

    /// "role: text" of each message and "kind: text" of each candidate of one record, separated by " | ".
    std::string said(std::size_t record = 0) const
    {
        if (!isConversation())
            return "none";
        Conversation conversation;
        RecordOrigin origin;
        std::vector<Problem> problems;
        RecordBuilder builder(conversation, origin, problems);
        readByLayout(m_records[record], best().layout, builder);
        return spokenIn(conversation);
    }

private:
    std::list<PaddedBytes> m_bytes;
    std::list<JsonParser> m_parsers;
    std::vector<JsonView> m_records;
    std::vector<Reading> m_readings;
};

/// Replaces each "'" of a line by a quote, so that the samples can be read.
std::string quoted(std::string line)
{
    std::replace(line.begin(), line.end(), '\'', '"');
    return line;
}

using Lines = std::vector<std::string>;

std::string saidIn(const Lines& lines)
{
    Lines all;
    for (const std::string& line : lines)
        all.push_back(quoted(line));
    return Records(all).said();
}

std::vector<JsonView> viewsOf(const Lines& lines, std::list<PaddedBytes>& bytes,
                              std::list<JsonParser>& parsers)
{
    std::vector<JsonView> views;
    for (const std::string& line : lines) {
        bytes.emplace_back(quoted(line));
        parsers.emplace_back();
        views.push_back(parsers.back().parse(bytes.back().view()).value());
    }
    return views;
}

} // namespace

class EvidenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsKeysIntoWords_data();
    void splitsKeysIntoWords();
    void weighsKeys();
    void tellsSidesApart_data();
    void tellsSidesApart();
    void knowsSpeakers_data();
    void knowsSpeakers();
    void readsForms_data();
    void readsForms();
    void leavesOthersAlone_data();
    void leavesOthersAlone();
    void namesWhatIsLeftOut();
    void saysUnsure();
    void tellsKeyedByData();
    void comparesShapes();
    void findsRowsOfConversations();
    void comparesColumnsOfLongRecords();
    void boundsHostileShapes();
};

void EvidenceTest::splitsKeysIntoWords_data()
{
    QTest::addColumn<std::string>("key");
    QTest::addColumn<std::string>("words");
    const auto row = [](const char* name, std::string key, std::string words) {
        QTest::newRow(name) << key << words;
    };
    row("snake", "last_user_utterance", "last user utterance");
    row("camel", "botReplyText", "bot reply text");
    row("capitals", "AIMessage", "ai message");
    row("capitals before a word", "HTMLPage", "html page");
    row("digits", "answer2b", "answer 2 b");
    row("spaces and dashes", "Positive Option-text", "positive option text");
    row("plural", "replies", "replies");
    row("plural of a word", "user_queries", "user query");
    row("glued", "usrmsg", "usr msg");
    row("not glued", "zebra", "zebra");
    row("chinese", "顾客提问", "顾客 提问");
    row("chinese with others", "医生的回复", "医生 回复");
    row("mixed", "user问题", "user 问题");
    row("two words of the table as one", "help_seeker_text", "help_seeker text");
    row("empty", "", "");
}

void EvidenceTest::splitsKeysIntoWords()
{
    QFETCH(std::string, key);
    QFETCH(std::string, words);
    std::string joined;
    for (const std::string& word : wordsIn(key))
        joined += (joined.empty() ? "" : " ") + word;
    QCOMPARE(joined, words);
}

void EvidenceTest::weighsKeys()
{
    QVERIFY(weightOf("question", WordClass::Ask) >= 3);
    QVERIFY(weightOf("questionText", WordClass::Ask) < weightOf("text_question", WordClass::Ask));
    QVERIFY(weightOf("对话内容", WordClass::Text) >= 3);
    QCOMPARE(weightOf("zebra", WordClass::Ask), 0.0);
    const KeyWords words = keyWordsOf("Old_Dialogue_ID");
    QCOMPARE(int{words.words}, 3);
    QCOMPARE(int{words.unknown}, 1);
    QCOMPARE(wordsWithoutQuality("right_answer"), wordsWithoutQuality("hallucinatedAnswer"));
    QVERIFY(wordsWithoutQuality("right_answer") != wordsWithoutQuality("wrong_question"));
}

void EvidenceTest::tellsSidesApart_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<int>("side");
    // 1: asks, -1: answers, 0: neither
    const auto row = [](std::string path, int side) { QTest::newRow(path.c_str()) << path << side; };
    row("question", 1);
    row("user_query", 1);
    row("meta/prompt", 1);
    row("user_utterance/text", 1);
    row("顾客提问", 1);
    row("client_post", 1);
    row("post", 1);
    row("chatbotReply", -1);
    row("reply_post", -1);
    row("chatgpt_response", -1);
    row("system_utterance/text", -1);
    row("客服回复", -1);
    row("system_prompt", 0);
    row("system_message", 0);
    row("assistant_id", 0);
    row("question_id", 0);
    row("response_split", 0);
    row("customer_info", 0);
    row("model_client/description", 0);
    row("answer_time", 0);
    row("zebra", 0);
}

void EvidenceTest::tellsSidesApart()
{
    QFETCH(std::string, path);
    QFETCH(int, side);
    std::vector<std::string_view> keys;
    for (std::string_view rest = path; !rest.empty();) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        keys.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(rest.size(), end + 1));
    }
    const Sides sides = sidesOf(keys);
    constexpr double kIsSide = 0.9;
    QCOMPARE(sides.ask >= kIsSide ? 1 : sides.answer >= kIsSide ? -1 : 0, side);
}

void EvidenceTest::knowsSpeakers_data()
{
    QTest::addColumn<std::string>("speaker");
    QTest::addColumn<std::string>("role");
    const auto row = [](std::string speaker, std::string role) {
        QTest::newRow(speaker.c_str()) << speaker << role;
    };
    row("USER", "user");
    row("[Customer]", "user");
    row("<|bot|>", "assistant");
    row("Human 1", "user");
    row("user_2", "");
    row("UserMessage", "user");
    row("AIMessage", "assistant");
    row("SystemMessage", "system");
    row("FunctionExecutionResultMessage", "tool");
    row("operator", "assistant");
    row("来访者", "user");
    row("【客服】", "assistant");
    row("Ann", "");
    row("", "");
}

void EvidenceTest::knowsSpeakers()
{
    QFETCH(std::string, speaker);
    QFETCH(std::string, role);
    QCOMPARE(std::string(knownSpeaker(speaker)), role);
}

void EvidenceTest::readsForms_data()
{
    QTest::addColumn<Lines>("lines");
    QTest::addColumn<std::string>("said");
    const auto row = [](const char* name, Lines lines, std::string said) {
        QTest::newRow(name) << lines << said;
    };
    row("messages under other names",
        {R"({'talkLog': [{'who_speaks': 'buyer', 'saidText': 'Do you sell red lamps?'},
                         {'who_speaks': 'clerk', 'saidText': 'We do, on the second floor.'},
                         {'who_speaks': 'buyer', 'saidText': 'Thank you very much!'},
                         {'who_speaks': 'clerk', 'saidText': 'You are welcome.'}]})",
         R"({'talkLog': [{'who_speaks': 'buyer', 'saidText': 'Is the shop open on Sunday?'},
                         {'who_speaks': 'clerk', 'saidText': 'It is closed then.'},
                         {'who_speaks': 'buyer', 'saidText': 'What a pity, I work all week.'},
                         {'who_speaks': 'clerk', 'saidText': 'We open early on Saturday.'}]})"},
        "buyer: Do you sell red lamps? | clerk: We do, on the second floor. | buyer: Thank you very much! | "
        "clerk: You are welcome.");
    row("a system that answers",
        {R"({'dialogue': [{'speaker': 'USER', 'utterance': 'I need a table for two.'},
                          {'speaker': 'SYSTEM', 'utterance': 'For which day do you need it?'},
                          {'speaker': 'USER', 'utterance': 'For Friday, at eight.'},
                          {'speaker': 'SYSTEM', 'utterance': 'The table is booked.'}]})"},
        "user: I need a table for two. | assistant: For which day do you need it? | user: For Friday, at "
        "eight. | "
        "assistant: The table is booked.");
    row("the model's own name",
        {R"({'conversations': [{'from': 'human', 'value': 'What is a fjord?'},
                               {'from': 'lumo', 'value': 'A narrow bay between cliffs.'}]})",
         R"({'conversations': [{'from': 'human', 'value': 'Name a long river.'},
                               {'from': 'lumo', 'value': 'The Danube is a long river.'}]})"},
        "user: What is a fjord? | assistant: A narrow bay between cliffs.");
    row("exchanges",
        {R"({'log': [{'user utterance': 'Where is the old library?', 'system response': 'Next to the town hall.'},
                     {'user utterance': 'When does it open?', 'system response': 'It opens at nine.'}]})",
         R"({'log': [{'user utterance': 'Who painted this picture?', 'system response': 'A painter from Delft.'},
                     {'user utterance': 'Is it for sale?', 'system response': 'No, it is not for sale.'}]})"},
        "user: Where is the old library? | assistant: Next to the town hall. | user: When does it open? | "
        "assistant: It opens at nine.");
    row("exchanges of which the first has no question",
        {R"({'log': [{'user utterance': '', 'system response': 'Welcome! How can I help you?'},
                     {'user utterance': 'When does the museum open?', 'system response': 'It opens at nine.'}]})",
         R"({'log': [{'user utterance': '', 'system response': 'Good day, how can I help you?'},
                     {'user utterance': 'Is the picture for sale?', 'system response': 'No, it is not for sale.'}]})"},
        "assistant: Welcome! How can I help you? | user: When does the museum open? | "
        "assistant: It opens at nine.");
    row("labels in texts",
        {R"({'dialog': ['A: Did you see the match?', 'A: It was great.', 'B: I missed it, sadly.']})",
         R"({'dialog': ['A: Shall we go now?', 'B: Give me five minutes.', 'B: I need my coat.']})"},
        "A: Did you see the match? | A: It was great. | B: I missed it, sadly.");
    row("texts in turns",
        {R"({'turns': ['My phone does not start.', 'Did you charge it over night?', 'Yes, and it is still black.']})",
         R"({'turns': ['I lost the bill of my chair.', 'We can print it again for you.', 'That would help me a lot.']})"},
        "user: My phone does not start. | assistant: Did you charge it over night? | "
        "user: Yes, and it is still black.");
    row("a greeting comes first",
        {R"({'turns': ['Hello, how may I help you?', 'My phone does not start.', 'Did you charge it over night?']})",
         R"({'turns': ['Hello, how may I help you?', 'I lost the bill of my chair.', 'We can print it again.']})"},
        "assistant: Hello, how may I help you? | user: My phone does not start. | "
        "assistant: Did you charge it over night?");
    row("tuples",
        {R"({'utts': [['Eva', 'Are you coming tonight?'], ['Tom', 'I have to work late.'],
                      ['Eva', 'Come when you are done.'], ['Tom', 'I will, save me some cake.']]})",
         R"({'utts': [['Ida', 'The train is late again.'], ['Max', 'Then take the bus today.'],
                      ['Ida', 'The bus is full of people.'], ['Max', 'I will fetch you with the car.']]})"},
        "Eva: Are you coming tonight? | Tom: I have to work late. | Eva: Come when you are done. | "
        "Tom: I will, save me some cake.");
    row("pairs in lists",
        {R"({'history': [['What is moss?', 'A small green plant.'], ['Where does it grow?', 'On wet stones and trees.']]})",
         R"({'history': [['Who was the first king?', 'Nobody knows his name.'], ['When did he live?', 'A very long time ago.']]})"},
        "user: What is moss? | assistant: A small green plant. | user: Where does it grow? | "
        "assistant: On wet stones and trees.");
    row("columns of messages",
        {R"({'speaker': ['HOST', 'GUEST', 'HOST', 'GUEST'],
            'utt': ['Good evening to all of you.', 'Thanks for having me here.', 'What are you working on?', 'On a book about bees.']})",
         R"({'speaker': ['HOST', 'GUEST', 'HOST', 'GUEST'],
            'utt': ['Welcome to the late show.', 'I am glad to be back.', 'How was the long tour?', 'It was loud and warm.']})"},
        "HOST: Good evening to all of you. | GUEST: Thanks for having me here. | HOST: What are you working "
        "on? | "
        "GUEST: On a book about bees.");
    row("columns within other objects",
        {R"({'uid': 'a', 'payload': {'id': 1, 'chatTurns': {'speaker_role': ['user', 'bot'],
            'turn_text': ['Where is the mill?', 'It is behind the church.']}}})",
         R"({'uid': 'b', 'payload': {'id': 2, 'chatTurns': {'speaker_role': ['user', 'bot'],
            'turn_text': ['When was it built?', 'Nobody knows that.']}}})"},
        "user: Where is the mill? | assistant: It is behind the church.");
    row("questions and answers in two lists",
        {R"({'input': ['How high is the tower?', 'Who built it long ago?'], 'output': ['It is ninety metres high.', 'A count from the valley.']})",
         R"({'input': ['Where do storks nest?', 'Do they come back?'], 'output': ['On high roofs and poles.', 'Yes, they do every year.']})"},
        "user: How high is the tower? | assistant: It is ninety metres high. | user: Who built it long ago? "
        "| "
        "assistant: A count from the valley.");
    row("a pair",
        {R"({'usrmsg': 'How do I boil an egg?', 'target_output': 'Put it in hot water for six minutes.', 'src': 'x1'})",
         R"({'usrmsg': 'How do I clean a wooden floor?', 'target_output': 'Use a cloth that is a little wet.', 'src': 'x2'})"},
        "user: How do I boil an egg? | assistant: Put it in hot water for six minutes.");
    row("an instruction with its input",
        {R"({'instruction': 'Make the sentence polite.', 'input': 'Give me the salt.', 'response': 'Could you pass me the salt, please?'})",
         R"({'instruction': 'Name three kinds of cheese.', 'input': '', 'response': 'Gouda, Brie and Cheddar are three.'})"},
        "user: Make the sentence polite.\nGive me the salt. | assistant: Could you pass me the salt, "
        "please?");
    row("a system prompt, a history and a question",
        {R"({'sys_prompt': 'You are a patient gardener.', 'chat_history': [['May I cut the rose now?', 'Wait until the spring comes.']],
            'query': 'And what about the hedge?', 'reply': 'Cut the hedge in late summer.'})",
         R"({'sys_prompt': 'You are a patient gardener.', 'chat_history': [['Is this soil good enough?', 'Add some sand to it.']],
            'query': 'How much of it do I need?', 'reply': 'One bucket for each bed.'})"},
        "system: You are a patient gardener. | user: May I cut the rose now? | "
        "assistant: Wait until the spring comes. | user: And what about the hedge? | "
        "assistant: Cut the hedge in late summer.");
    row("a transcript in one text",
        {R"({'dialogue': 'Amy: Are we still on for lunch?\nBob: Sure, at noon.\nAmy: See you there then.', 'n': 1})",
         R"({'dialogue': 'Kim: Did the parcel arrive?\nLee: Not yet, I am afraid.\nKim: Then I call them today.', 'n': 2})",
         R"({'dialogue': 'Pia: The soup is too salty.\nJon: Add some water to it.\nPia: It is better now.', 'n': 3})"},
        "Amy: Are we still on for lunch? | Bob: Sure, at noon. | Amy: See you there then.");
    row("a transcript with a name that is rare",
        {R"({'dialogue': 'Doctor: How is he today?\nAunt: He slept well.\nDoctor: Then let him rest.', 'n': 1})",
         R"({'dialogue': 'Doctor: Does it hurt here?\nPatient: A little bit.\nDoctor: And there?\nPatient: Not at all.', 'n': 2})",
         R"({'dialogue': 'Doctor: Did you take the pills?\nPatient: One each day.\nDoctor: That is enough.\nPatient: Thank you.', 'n': 3})"},
        "assistant: How is he today? | Aunt: He slept well. | assistant: Then let him rest.");
    row("labels on one line",
        {R"({'text': '<s>Human: What is a comet?</s><s>Assistant: A ball of ice and dust.</s>'})",
         R"({'text': '<s>Human: Why is the sky blue?</s><s>Assistant: Air scatters the blue light most.</s>'})"},
        "user: What is a comet? | assistant: A ball of ice and dust.");
    row("somebody who is not named",
        {R"({'dialogue': [{'name': 'Ada', 'line': 'Who is at the door?'}, {'name': '', 'line': 'It is only me.'}, {'name': 'Ada', 'line': 'Then come in, please.'}]})",
         R"({'dialogue': [{'name': 'Ben', 'line': 'The soup is too hot.'}, {'name': 'Ada', 'line': 'Wait for a moment.'}, {'name': 'Ben', 'line': 'I am so hungry.'}]})"},
        "Ada: Who is at the door? | : It is only me. | Ada: Then come in, please.");
    row("a text and what it is applied to",
        {R"({'text': 'Find the word that does not fit.', 'input': 'ant, bee, oak', 'output': 'The oak is no insect.'})",
         R"({'text': 'Give three tips for good sleep.', 'input': '', 'output': 'Go to bed early, read, and drink no coffee.'})",
         R"({'text': 'Name the colours of the flag.', 'input': '', 'output': 'Its colours are red and white.'})",
         R"({'text': 'What is a comet made of?', 'input': '', 'output': 'It is made of ice and dust.'})"},
        "user: Find the word that does not fit.\nant, bee, oak | assistant: The oak is no insect.");
    row("an answer next to the one that was wanted",
        {R"({'query': 'Name three rivers of the north.', 'reply': 'no answer', 'expected_reply': 'The Ob, the Lena and the Yukon are rivers of the north.'})",
         R"({'query': 'Name a lake that is very deep.', 'reply': 'no answer', 'expected_reply': 'The Baikal is the deepest of all lakes.'})"},
        "user: Name three rivers of the north. | assistant: no answer");
    row("answers that were not given",
        {R"({'request': 'Name three rivers of the north.', 'reply': '', 'gold_reply': 'The Ob, the Lena and the Yukon are rivers there.'})",
         R"({'request': 'Name a lake that is very deep.', 'reply': '', 'gold_reply': 'The Baikal is the deepest of all lakes.'})",
         R"({'request': 'Name a desert of the south.', 'reply': '', 'gold_reply': 'The Namib is a desert of the south.'})",
         R"({'request': 'Name a mountain in Japan.', 'reply': 'Fuji is a mountain in Japan.', 'gold_reply': 'Mount Fuji is the highest one.'})"},
        "user: Name three rivers of the north. | assistant: ");
    row("an answer next to what it was made of",
        {R"({'problem': 'How many eggs are in two dozen?', 'solution': '24', 'raw_solution': 'One dozen is twelve, and two are twice as many: 24.'})",
         R"({'problem': 'How many days are in three weeks?', 'solution': '21', 'raw_solution': 'One week has seven days, so three have 21.'})"},
        "user: How many eggs are in two dozen? | assistant: 24");
    row("passages that were found for questions",
        {R"({'rounds': [{'utterance': 'How do I care for roses?', 'paraphrased_utterance': 'How do I care for roses?', 'document': 'Roses like sun and a deep soil. They are cut in spring, and watered in the morning.'},
                      {'utterance': 'When are they cut?', 'paraphrased_utterance': 'When are roses cut?', 'document': 'Cut them when the first leaves are seen, above a bud that shows to the outside.'}]})",
         R"({'rounds': [{'utterance': 'Which bread keeps long?', 'paraphrased_utterance': 'Which bread keeps long?', 'document': 'Bread of rye with sour dough keeps for a week if it lies in a pot of clay.'},
                      {'utterance': 'Can it be frozen?', 'paraphrased_utterance': 'Can bread of rye be frozen?', 'document': 'Cut it in slices before you freeze it, so that you can take out what you need.'}]})"},
        "user: How do I care for roses? | assistant: Roses like sun and a deep soil. They are cut in spring, "
        "and "
        "watered in the morning. | user: When are they cut? | assistant: Cut them when the first leaves are "
        "seen, "
        "above a bud that shows to the outside.");
    row("a text that is not rewritten",
        {R"({'rounds': [{'who': 'User', 'sentence': 'And in winter?', 'paraphrased_sentence': 'How are roses kept in winter?'},
                      {'who': 'System', 'reply': 'Cover the roots with leaves.'},
                      {'who': 'User', 'sentence': 'What else?', 'paraphrased_sentence': 'What else do roses need in winter?'},
                      {'who': 'System', 'reply': 'Some water on dry days.'}]})",
         R"({'rounds': [{'who': 'User', 'sentence': 'How long is it?', 'paraphrased_sentence': 'How long is the river?'},
                      {'who': 'System', 'reply': 'It is very long, about 900 miles.'}]})"},
        "user: And in winter? | assistant: Cover the roots with leaves. | user: What else? | "
        "assistant: Some water on dry days.");
    row("sentences and commands in turns",
        {R"(['You stand at a gate.', 'open the gate', 'The gate is locked.', 'look below the mat', 'You see a key there.', 'take the key', 'You have the key now.', 'open the gate', 'The gate is open.', 'walk through it'])",
         R"(['You stand in a hall.', 'go to the stove', 'The stove is cold.', 'take some wood', 'You have the wood.', 'put it in the stove', 'The stove is full.', 'light the stove', 'It gets warm.', 'sit down there'])",
         R"(['You stand on a pier.', 'go to the boat', 'The boat is tied.', 'cut the rope', 'You need a knife.', 'look around you', 'There is a knife.', 'take the knife', 'You have it.', 'cut the rope'])"},
        "user: You stand at a gate. | assistant: open the gate | user: The gate is locked. | "
        "assistant: look below the mat | user: You see a key there. | assistant: take the key | "
        "user: You have the key now. | assistant: open the gate | user: The gate is open. | "
        "assistant: walk through it");
    row("comments of programs are texts",
        {R"({'request': '/// Adds the numbers of a list.\nfn sum(list: &[i32])', 'completion': '/// Adds the numbers of a list.\nfn sum(list: &[i32]) -> i32 { list.iter().sum() }'})",
         R"({'request': '/// Counts the words of a line.\nfn words(line: &str)', 'completion': '/// Counts the words of a line.\nfn words(line: &str) -> usize { line.split(\u0027 \u0027).count() }'})"},
        "user: /// Adds the numbers of a list.\nfn sum(list: &[i32]) | "
        "assistant: /// Adds the numbers of a list.\nfn sum(list: &[i32]) -> i32 { list.iter().sum() }");
    row("a history that has the task in it",
        {R"({'run': {'history': [{'role': 'user', 'content': 'Solve this. How many legs have five spiders?'}, {'role': 'assistant', 'content': 'Eight each, so forty legs.'}, {'role': 'user', 'content': 'Your answer is right.'}], 'last_reply': {'content': 'Your answer is right.'}}, 'goal': {'query': 'How many legs have five spiders?'}})",
         R"({'run': {'history': [{'role': 'user', 'content': 'Solve this. How many wheels have nine carts?'}, {'role': 'assistant', 'content': 'Four each, so thirty legs.'}, {'role': 'user', 'content': 'Your answer is wrong.'}], 'last_reply': {'content': 'Your answer is wrong.'}}, 'goal': {'query': 'How many wheels have nine carts?'}})"},
        "user: Solve this. How many legs have five spiders? | assistant: Eight each, so forty legs. | "
        "user: Your answer is right.");
    row("turns parted by a mark",
        {R"({'dialog_history': 'Hi, I like to paint. __eou__ What do you paint mostly? __eou__ Boats and harbours.', 'n': 1})",
         R"({'dialog_history': 'The cat is on the roof. __eou__ Again? How did she get there? __eou__ Over the old shed.', 'n': 2})"},
        "user: Hi, I like to paint. | assistant: What do you paint mostly? | user: Boats and harbours.");
    row("sentences of turns parted by another mark",
        {R"({'history': 'Is the ferry late? __eou__ I do not see it. __eou__ __eot__ It comes at noon. __eou__ __eot__ ', 'reply': 'Good. __eou__ Then I have time. __eou__'})",
         R"({'history': 'Who has the key? __eou__ __eot__ I gave it to Ida. __eou__ Ask her. __eou__ __eot__ ', 'reply': 'She is not here. __eou__'})"},
        "assistant: Is the ferry late?\nI do not see it. | user: It comes at noon. | assistant: Good.\nThen "
        "I have time.");
    row("two answers with a verdict",
        {R"({'prompt': 'Which animal is the largest one?', 'answer_a': 'The blue whale is the largest.', 'answer_b': 'The ant is the largest one.', 'winner': 'model_a'})",
         R"({'prompt': 'How many legs has a spider?', 'answer_a': 'It has as many as a cat.', 'answer_b': 'A spider has eight legs.', 'winner': 'model_b'})"},
        "user: Which animal is the largest one? | chosen: The blue whale is the largest. | "
        "rejected: The ant is the largest one.");
    row("the second of two answers comes first",
        {R"({'query': 'Where is the mill?', 'reply_b': 'I do not know it.', 'reply_a': 'It is behind the church.', 'verdict': 'A>B'})",
         R"({'query': 'When was it built?', 'reply_b': 'In the year of the flood.', 'reply_a': 'Ask the miller.', 'verdict': 'B>A'})"},
        "user: Where is the mill? | chosen: It is behind the church. | rejected: I do not know it.");
    row("earlier turns",
        {R"({'previous_turns': [['What is moss?', 'A small green plant.']], 'query': 'Where does it grow?', 'reply': 'On wet stones and trees.'})",
         R"({'previous_turns': [['Who was the first king?', 'Nobody knows his name.']], 'query': 'When did he live?', 'reply': 'A very long time ago.'})"},
        "user: What is moss? | assistant: A small green plant. | user: Where does it grow? | "
        "assistant: On wet stones and trees.");
    row("numbered answers",
        {R"({'prompt': 'Which animal is the largest one?', 'response 1': 'The blue whale is the largest.', 'response 2': 'The ant is the largest one.'})",
         R"({'prompt': 'How many legs has a spider?', 'response 1': 'It has as many as a cat.', 'response 2': 'A spider has eight legs.'})"},
        "user: Which animal is the largest one? | sample: The blue whale is the largest. | "
        "sample: The ant is the largest one.");
    row("good and bad words",
        {R"({'question': 'Which animal is the largest one?', 'right_answer': 'The blue whale is the largest.', 'hallucinated_answer': 'The ant is the largest one.'})",
         R"({'question': 'How many legs has a spider?', 'right_answer': 'A spider has eight legs.', 'hallucinated_answer': 'It has as many as a cat.'})"},
        "user: Which animal is the largest one? | chosen: The blue whale is the largest. | "
        "rejected: The ant is the largest one.");
    row("a list of answers",
        {R"({'review': {'question': 'Which animal is the largest one?', 'answers': ['The blue whale is the largest.', 'The ant is the largest one.']}})",
         R"({'review': {'question': 'How many legs has a spider?', 'answers': ['It has as many as a cat.', 'A spider has eight legs.']}})"},
        "user: Which animal is the largest one? | sample: The blue whale is the largest. | "
        "sample: The ant is the largest one.");
    row("sessions with numbers",
        {R"({'session_1': [{'speaker': 'Ann', 'text': 'I moved to the coast.'}, {'speaker': 'Bea', 'text': 'How do you like it there?'},
                           {'speaker': 'Ann', 'text': 'The air is so fresh.'}, {'speaker': 'Bea', 'text': 'I should visit you soon.'}],
            'session_1_date': 'May 1', 'session_2': [{'speaker': 'Bea', 'text': 'I am on the train now.'}, {'speaker': 'Ann', 'text': 'I will be at the station.'}],
            'session_2_date': 'May 2'})"},
        "Ann: I moved to the coast. | Bea: How do you like it there? | Ann: The air is so fresh. | "
        "Bea: I should visit you soon. | Bea: I am on the train now. | Ann: I will be at the station.");
    row("chinese",
        {R"({'顾客提问': '这件衣服还有大号吗？', '客服回复': '您好，大号还有两件。'})",
         R"({'顾客提问': '包裹什么时候能到？', '客服回复': '明天下午就能送到您家。'})"},
        "user: 这件衣服还有大号吗？ | assistant: 您好，大号还有两件。");
    row("a request, a question about it and its answer",
        {R"({'initial_request': 'Tell me about the lake.', 'question': 'Do you want to swim in it?', 'answer': 'No, I want to fish there.'})",
         R"({'initial_request': 'I am looking for a tent.', 'question': 'How many people will sleep in it?', 'answer': 'There are four of us.'})"},
        "user: Tell me about the lake. | assistant: Do you want to swim in it? | "
        "user: No, I want to fish there.");
    row("questions and answers with numbers",
        {R"({'question1': 'Where is the old mill?', 'answer1': 'It is by the river.', 'question2': 'Can we see it today?', 'answer2': 'It opens at ten.'})",
         R"({'question1': 'Who built the bridge?', 'answer1': 'A mason from the north.', 'question2': 'When was it built?', 'answer2': 'Long before the war.'})"},
        "user: Where is the old mill? | assistant: It is by the river. | user: Can we see it today? | "
        "assistant: It opens at ten.");
    row("a request and questions about it with numbers",
        {R"({'initial_request': 'Tell me about the lake.', 'question1': 'Do you want to swim in it?', 'answer1': 'No, I want to fish.', 'question2': 'Do you have a boat?', 'answer2': 'I do have a small one.'})",
         R"({'initial_request': 'I am looking for a tent.', 'question1': 'How many people will sleep in it?', 'answer1': 'There are four of us.', 'question2': 'Will you carry it far?', 'answer2': 'Only from the car.'})"},
        "user: Tell me about the lake. | assistant: Do you want to swim in it? | user: No, I want to fish. | "
        "assistant: Do you have a boat? | user: I do have a small one.");
    row("turns with names, parted by a mark",
        {R"({'id': 1, 'conversation': 'Teacher: How did you solve it?|EOM|Student: I took the half of it.|EOM|Teacher: Half of what?'})",
         R"({'id': 2, 'conversation': 'Teacher: What is the first step?|EOM|Student: We count the pears.|EOM|Teacher: Go on, please.'})"},
        "assistant: How did you solve it? | user: I took the half of it. | assistant: Half of what?");
    row("what was said, and answers to it",
        {R"({'past_convo': ['How do you say it?', 'Is it like the tree?', 'Look at the list.', 'Now I see the word.'], 'tutorResponses': ['That is quite right.', 'Well done, and what is next?']})",
         R"({'past_convo': ['Fill in the blank.', 'What is the house called?', 'It is on the card.', 'So it is a hut, then?'], 'tutorResponses': ['It is not a hut.', 'Close, but please try again.']})"},
        "assistant: How do you say it? | user: Is it like the tree? | assistant: Look at the list. | "
        "user: Now I see the word. | sample: That is quite right. | sample: Well done, and what is next?");
    row("a list of texts, questions, and an id",
        {R"([['M: How long have you worked here?', 'W: For ten years, and I am tired.'], [{'question': 'What is she going to do?', 'choice': ['To rest.', 'To work.'], 'answer': 'To rest.'}], '1-7'])",
         R"([['W: Did you watch the film?', 'M: No, I was at the river.', 'W: What a pity.'], [{'question': 'Where was he?', 'choice': ['At home.', 'At the river.'], 'answer': 'At the river.'}], '2-8'])"},
        "M: How long have you worked here? | W: For ten years, and I am tired.");
    row("lists of who speaks",
        {R"({'scene': 'a', 'utterances': [{'speakers': ['Ann'], 'transcript': 'Coffee is ready.'}, {'speakers': ['Bea'], 'transcript': 'I take it with milk.'}, {'speakers': ['Ann', 'Cas'], 'transcript': 'So do we, as you know.'}, {'speakers': ['Bea'], 'transcript': 'Here it is.'}]})",
         R"({'scene': 'b', 'utterances': [{'speakers': ['Cas'], 'transcript': 'Who is at the door?'}, {'speakers': ['Ann'], 'transcript': 'It must be the post.'}, {'speakers': ['Cas'], 'transcript': 'Let me have a look.'}, {'speakers': ['Ann'], 'transcript': 'Take the key with you.'}]})"},
        "Ann: Coffee is ready. | Bea: I take it with milk. | Ann, Cas: So do we, as you know. | Bea: Here it "
        "is.");
    row("a meeting beside questions about it",
        {R"({'specific_query_list': [{'query': 'What was said about the price?', 'answer': 'It was said to be too high.'}], 'meeting_transcripts': [{'speaker': 'Planner', 'content': 'Shall we begin with the price? {laughs}'}, {'speaker': 'Builder', 'content': 'The price is much too high for the shop. {coughs}'}, {'speaker': 'Planner', 'content': 'Then we take the other handle, I think.'}, {'speaker': 'Builder', 'content': 'That one is cheaper by half. {laughs}'}]})"},
        "Planner: Shall we begin with the price? {laughs} | Builder: The price is much too high for the "
        "shop. "
        "{coughs} | Planner: Then we take the other handle, I think. | Builder: That one is cheaper by half. "
        "{laughs}");
    const auto talks = [](auto make) {
        const std::string kTexts[] = {"Where did you put the key?", "It hangs by the door.",
                                      "I did not see it.",          "Then I do not know.",
                                      "Who was here last?",         "My brother was."};
        Lines lines;
        for (std::size_t i = 0; i < 10; ++i) {
            std::vector<std::string> texts;
            for (std::size_t j = 0; j < 6; ++j)
                texts.push_back(kTexts[j] + " " + std::string(i, 'x'));
            lines.push_back(make(i, texts));
        }
        return lines;
    };
    row("sentences with numbers", talks([](std::size_t, const std::vector<std::string>& texts) {
            std::string line = "{'title': 'Write what two people say'";
            for (const std::size_t j : {0U, 5U, 1U, 2U, 3U, 4U})
                line += ", 'Answer.sentence" + std::to_string(j + 1) + "': '" + texts[j] + "'";
            return line + "}";
        }),
        "user: Where did you put the key?  | assistant: It hangs by the door.  | user: I did not see it.  | "
        "assistant: Then I do not know.  | user: Who was here last?  | assistant: My brother was. ");
    row("records that are lists of texts", talks([](std::size_t i, const std::vector<std::string>& texts) {
            std::string line = "[";
            for (std::size_t j = 0; j < 3 + i % 4; ++j)
                line += (j > 0 ? ", '" : "'") + texts[j] + "'";
            return line + "]";
        }),
        "user: Where did you put the key?  | assistant: It hangs by the door.  | user: I did not see it. ");
    row("turns beside much else", talks([](std::size_t i, const std::vector<std::string>& texts) {
            std::string line = "{'turns': [";
            for (std::size_t j = 0; j < 3 + i % 4; ++j)
                line += (j > 0 ? ", '" : "'") + texts[j] + "'";
            line += "], 'notes': [";
            for (std::size_t j = 0; j < 12; ++j)
                line += std::string(j > 0 ? ", " : "") + "{'label': 'The key of house " +
                        std::to_string(12 * i + j) +
                        " was made long ago by a smith of the old town, who had two sons and a dog.'}";
            return line + "]}";
        }),
        "user: Where did you put the key?  | assistant: It hangs by the door.  | user: I did not see it. ");
    row("a transcript of which one has no line for each turn",
        {R"({'dialogue': 'Doctor: Where does it hurt?\nPatient: In my left knee.\nDoctor: Since when?\nPatient: Since May.'})",
         R"({'dialogue': 'Doctor: Do you smoke?\nPatient: I do not.\nDoctor: Do you drink?\nPatient: Only water.'})",
         R"({'dialogue': 'Doctor: Any cough? Patient: Only at night. Doctor: And a fever? Patient: None at all.'})"},
        "assistant: Where does it hurt? | user: In my left knee. | assistant: Since when? | user: Since "
        "May.");
    row("two conversations in a list, and their scores",
        {R"({'text': ['\n\nHuman: Where do storks sleep?\n\nAssistant: They sleep in their nests.',
                      '\n\nHuman: Where do storks sleep?\n\nAssistant: I will not tell you that.'], 'score': [1.0, 0.5]})",
         R"({'text': ['\n\nHuman: Who knits this scarf?\n\nAssistant: You had better ask a spider.',
                      '\n\nHuman: Who knits this scarf?\n\nAssistant: My aunt has knitted it.'], 'score': [0.5, 1.5]})"},
        "user: Where do storks sleep? | chosen: They sleep in their nests. | rejected: I will not tell you "
        "that.");
    row("conversations in a list, under headings",
        {R"({'samples': ['## Human:\nWhere do storks sleep?\n\n## Assistant:\nThey sleep in their nests.',
                         '## Human:\nWhere do storks sleep?\n\n## Assistant:\nIn a bed made of feathers.',
                         '## Human:\nWhere do storks sleep?\n\n## Assistant:\nStorks never sleep at all.']})"},
        "user: Where do storks sleep? | sample: They sleep in their nests. | sample: In a bed made of "
        "feathers. "
        "| sample: Storks never sleep at all.");
    row("the highest of three scores",
        {R"({'dialogues': ['User: Where do storks sleep?\nBot: They sleep in their nests.',
                           'User: Where do storks sleep?\nBot: In a bed made of feathers.',
                           'User: Where do storks sleep?\nBot: Storks never sleep at all.'], 'ratings': [2, 5, 1]})"},
        "user: Where do storks sleep? | rejected: They sleep in their nests. | chosen: In a bed made of "
        "feathers. | rejected: Storks never sleep at all.");
    row("a left and a right answer",
        {R"({'instruction': 'Tell me where storks sleep.', 'left_answer': 'They sleep in their nests.',
             'right_answer': 'In a bed made of feathers.', 'left_model': 'm', 'right_model': 'n', 'result': 'left'})",
         R"({'instruction': 'Say who knits this scarf.', 'left_answer': 'Nobody knits any more.',
             'right_answer': 'My aunt has knitted it.', 'left_model': 'n', 'right_model': 'm', 'result': 'right'})"},
        "user: Tell me where storks sleep. | chosen: They sleep in their nests. | rejected: In a bed made of "
        "feathers.");
    row("a first and a second answer inside of a member",
        {R"({'values': {'question': 'Where do storks sleep?', 'first_response': 'In a bed made of feathers.',
             'second_response': 'They sleep in their nests.'}, 'judgement': {'winner': 'second'}})"},
        "user: Where do storks sleep? | rejected: In a bed made of feathers. | chosen: They sleep in their "
        "nests.");
    row("sides that say nothing but their names",
        {R"({'question': 'Where do storks sleep?', 'left': {'text': 'In a bed made of feathers.', 'model': 'm'},
             'right': {'text': 'They sleep in their nests.', 'model': 'n'}, 'choice': 'right'})"},
        "user: Where do storks sleep? | rejected: In a bed made of feathers. | chosen: They sleep in their "
        "nests.");
    row("numbered answers and a number in a text",
        {R"({'question': 'Where do storks sleep?', '1_answer': 'In a bed made of feathers.',
             '2_answer': 'They sleep in their nests.', '1_model': 'm', '2_model': 'n', 'winner': '2'})"},
        "user: Where do storks sleep? | rejected: In a bed made of feathers. | chosen: They sleep in their "
        "nests.");
    row("answers by the names of styles",
        {R"({'query': 'Where do storks sleep?', 'responses': {'sober': 'Storks sleep in their nests on a roof.',
             'lyrical': 'Above the roofs, they dream in beds of twigs.', 'brief': 'In a nest, as far as I know, high up.'}})"},
        "user: Where do storks sleep? | sample: Storks sleep in their nests on a roof. | sample: Above the "
        "roofs, "
        "they dream in beds of twigs. | sample: In a nest, as far as I know, high up.");
    row("answers by the names of models",
        {R"({'prompt': 'Where do storks sleep?', 'outputs': {'gpt-9': 'Storks sleep in their nests on a roof.',
             'claude-9': 'Above the roofs, they dream in beds of twigs.'}})"},
        "user: Where do storks sleep? | sample: Storks sleep in their nests on a roof. | sample: Above the "
        "roofs, "
        "they dream in beds of twigs.");
    row("lists of answers, one for each setting",
        {R"({'prompt': 'Where do storks sleep?', 'results': [{'setting': 'hot', 'params': {'t': 1}, 'outputs':
             ['They sleep in their nests.', 'In a bed made of feathers.']},
             {'setting': 'cold', 'params': {'t': 0}, 'outputs': ['Storks never sleep at all.']}]})"},
        "user: Where do storks sleep? | sample: They sleep in their nests. | sample: In a bed made of "
        "feathers. "
        "| sample: Storks never sleep at all.");
    row("results with a model and an output each",
        {R"({'question': 'Where do storks sleep?', 'results': [{'model': 'm', 'output': 'They sleep in their nests.'},
             {'model': 'n', 'output': 'In a bed made of feathers.'}]})"},
        "user: Where do storks sleep? | sample: They sleep in their nests. | sample: In a bed made of "
        "feathers.");
    row("instances next to their originals",
        {R"({'instruction': 'Turn the word round.', 'orig_instruction': 'Drehe das Wort um.',
             'instances': [{'input': 'the word lamp', 'output': 'It is pmal, my dear.'}],
             'orig_instances': [{'input': 'das Wort Lampe', 'output': 'Es ist epmaL, mein Lieber.'}]})",
         R"({'instruction': 'Count the letters.', 'orig_instruction': 'Zähle die Buchstaben.',
             'instances': [{'input': 'the word tree', 'output': 'It has four letters.'}],
             'orig_instances': [{'input': 'das Wort Baum', 'output': 'Es hat vier Buchstaben.'}]})"},
        "user: Turn the word round.\nthe word lamp | assistant: It is pmal, my dear.");
    row("a question next to the one it was translated from",
        {R"({'source_question': 'Wo schlafen Störche denn?', 'source_answer': 'Sie schlafen in ihren Nestern.',
             'question': 'Where do storks sleep?', 'answer': 'They sleep in their nests.'})"},
        "user: Where do storks sleep? | assistant: They sleep in their nests.");
    Lines kinds;
    for (int i = 0; i < 12; ++i) {
        std::string line = "{'conv': [{'user': 'Name the kind of what I send.', 'sys': 'ok.'}";
        for (const char* const kind : {"travel", "music", "travel", "sports"})
            line += ", {'user': 'Text " + std::to_string(i) + " is about " + std::string(kind) +
                    ".', 'sys': '" + kind + "'}";
        kinds.push_back(line + "]}");
    }
    row("exchanges whose answers are words", kinds,
        "user: Name the kind of what I send. | assistant: ok. | user: Text 0 is about travel. | assistant: "
        "travel | user: Text 0 is about music. | assistant: music | user: Text 0 is about travel. | "
        "assistant: travel "
        "| user: Text 0 is about sports. | assistant: sports");
    Lines known;
    Lines coded;
    for (int i = 0; i < 12; ++i) {
        const std::string number = std::to_string(i);
        std::string knowledge;
        for (int j = 0; j < 7; ++j)
            knowledge += "Storks of kind " + number + " build their nests on roofs and come back each year. ";
        known.push_back("{'model': 'm', 'knowledge': '" + knowledge + "', 'message': 'I saw stork " + number +
                        " today.', 'response': 'They build nests on roofs, stork " + number +
                        " as well.', 'label': '" + (i % 2 == 0 ? "good" : "poor") + "'}");
        coded.push_back("{'idx': " + number + ", 'question': 'A stork has " + number +
                        " eggs and loses one. How many are left?', 'gt': '7', 'code': ['eggs = " + number +
                        "\\nprint(eggs - 1)\\n'], 'pred': ['7'], 'report': [null]}");
    }
    row("a message and its response next to long knowledge", known,
        "user: I saw stork 0 today. | assistant: They build nests on roofs, stork 0 as well.");
    row("what was said before and the response to it",
        {R"({'evidence': 'Storks build nests on roofs.', 'previous turn': 'I saw a stork on our roof today.',
             'response': 'It wants to build a nest there.', 'gold label': 'good'})"},
        "user: I saw a stork on our roof today. | assistant: It wants to build a nest there.");
    row("a list of one piece of code that answers", coded,
        "user: A stork has 0 eggs and loses one. How many are left? | assistant: eggs = 0\nprint(eggs - "
        "1)\n");
    row("the first text is empty", {R"({'chat_messages': [{'sender': 'human', 'text': '', 'files': []},
                               {'sender': 'assistant', 'text': 'This is a photo of a barn.', 'files': []}]})"},
        "user:  | assistant: This is a photo of a barn.");
    row("answers as objects",
        {R"({'prompt': 'Where does the ferry land?', 'outputs': [{'text': 'It lands at the old pier.', 'model': 'x'},
                                                              {'text': 'At the north harbour.', 'model': 'y'}]})",
         R"({'prompt': 'When is the pool open?', 'outputs': [{'text': 'It opens at seven.', 'model': 'x'},
                                                          {'text': 'From seven to nine.', 'model': 'y'}]})"},
        "user: Where does the ferry land? | sample: It lands at the old pier. | sample: At the north "
        "harbour.");
    row("as many answers in each record",
        {R"({'question': 'Where does the ferry land?', 'answer': ['It lands at the pier.', 'At the harbour.']})",
         R"({'question': 'When is the pool open?', 'answer': ['It opens at seven.', 'From seven on.']})",
         R"({'question': 'Who mends shoes here?', 'answer': ['The shop at the corner.', 'Nobody does.']})"},
        "user: Where does the ferry land? | sample: It lands at the pier. | sample: At the harbour.");
    row("lines of one answer",
        {R"({'question': 'How do I boil an egg?', 'answer': ['Heat the water.', 'Add the egg.', 'Wait a while.']})",
         R"({'question': 'How do I brew tea?', 'answer': ['Heat the water.', 'Add the leaves.']})",
         R"({'question': 'How do I bake bread?', 'answer': ['Mix the dough.', 'Let it rest.', 'Bake it.']})"},
        "user: How do I boil an egg? | assistant: Heat the water.\nAdd the egg.\nWait a while.");
    row("the question as it was asked",
        {R"({'question': 'Does it stop there?', 'standalone_question': 'Does the ferry stop at the old pier today?',
             'answer': 'It does, for five minutes.'})",
         R"({'question': 'And on Monday?', 'standalone_question': 'Is the swimming pool open on Monday?',
             'answer': 'It is closed on Monday.'})"},
        "user: Does it stop there? | assistant: It does, for five minutes.");
    row("a judge's prompt",
        {R"({'input': 'Where does the ferry land?', 'output_x': 'It lands at the old pier.', 'result': 'Score: 4',
             'prompt': 'Rate the answer.\nQuestion: Where does the ferry land?\nAnswer: It lands at the old pier.'})",
         R"({'input': 'When is the pool open?', 'output_x': 'It opens at seven.', 'result': 'Score: 5',
             'prompt': 'Rate the answer.\nQuestion: When is the pool open?\nAnswer: It opens at seven.'})"},
        "user: Where does the ferry land? | assistant: It lands at the old pier.");
    row("turns of a user and a system",
        {R"({'dialog': [{'user': 'Where does the ferry land?', 'system': 'It lands at the old pier.'},
                        {'user': 'And on Monday?', 'system': 'It does not run on Monday.'}]})",
         R"({'dialog': [{'user': 'When is the pool open?', 'system': 'It opens at seven.'},
                        {'user': 'Is it warm?', 'system': 'It is heated all year.'}]})"},
        "user: Where does the ferry land? | assistant: It lands at the old pier. | user: And on Monday? | "
        "assistant: It does not run on Monday.");
    row("messages and the ideal answer",
        {R"({'input': [{'role': 'user', 'content': 'Where does the ferry land?'}], 'ideal': 'At the old pier.'})",
         R"({'input': [{'role': 'user', 'content': 'When is the pool open?'}], 'ideal': 'It opens at seven.'})"},
        "user: Where does the ferry land? | assistant: At the old pier.");
    row("replies of several",
        {R"({'ask': 'Where does the ferry land?', 'replies': [{'by': 'x', 'txt': 'It lands at the old pier.'},
                                                           {'by': 'y', 'txt': 'At the north harbour.'}]})",
         R"({'ask': 'When is the pool open?', 'replies': [{'by': 'x', 'txt': 'It opens at seven.'},
                                                       {'by': 'y', 'txt': 'From seven to nine.'}]})"},
        "user: Where does the ferry land? | sample: It lands at the old pier. | sample: At the north "
        "harbour.");
    row("names of authors next to their ids",
        {R"({'messages': [{'author': {'id': '7', 'name': 'Ida'}, 'content': 'Where does the ferry land?'},
                          {'author': {'id': '8', 'name': 'Olaf'}, 'content': 'It lands at the old pier.'},
                          {'author': {'id': '7', 'name': 'Ida'}, 'content': 'And on Monday?'},
                          {'author': {'id': '8', 'name': 'Olaf'}, 'content': 'It does not run on Monday.'}]})"},
        "Ida: Where does the ferry land? | Olaf: It lands at the old pier. | Ida: And on Monday? | "
        "Olaf: It does not run on Monday.");
    row("an event among messages, and a text in pieces",
        {R"({'messages': [{'type': 'service', 'actor': 'Ida', 'text': ''},
                          {'type': 'message', 'from': 'Ida', 'text': 'Where does the ferry land?'},
                          {'type': 'message', 'from': 'Olaf', 'text': ['See ', {'type': 'link', 'text': 'the map'}, ' there.']},
                          {'type': 'message', 'from': 'Ida', 'text': 'And on Monday?'},
                          {'type': 'message', 'from': 'Olaf', 'text': 'It does not run on Monday.'}]})"},
        ":  | Ida: Where does the ferry land? | Olaf: See the map there. | Ida: And on Monday? | "
        "Olaf: It does not run on Monday.");
    row("questions within a talk",
        {R"({'text': 'Human: Make a quiz.\n\nAssistant: Here it is.\nQuestion: What is red?\nAnswer: A colour.\nThat is all.\n\nHuman: Thanks a lot.\n\nAssistant: You are welcome.'})",
         R"({'text': 'Human: Where is the mill?\n\nAssistant: It is behind the church.\n\nHuman: And who built it?\n\nAssistant: Nobody knows that.'})"},
        "user: Make a quiz. | assistant: Here it is.\nQuestion: What is red?\nAnswer: A colour.\nThat is "
        "all. | "
        "user: Thanks a lot. | assistant: You are welcome.");
    row("another talk within a talk",
        {R"({'text': '### Human: Write a talk.\n### Assistant: Well:\nHuman: Is it late?\nAssistant: It is.\n### Human: Thanks a lot.\n### Assistant: You are welcome.'})",
         R"({'text': '### Human: Where is the mill?\n### Assistant: Well:\nAnn: It is there.\nBob: It is not.\nAnn: It is.\nBob: Go.\nAnn: Ha!'})"},
        "user: Write a talk. | assistant: Well:\nHuman: Is it late?\nAssistant: It is. | user: Thanks a lot. "
        "| "
        "assistant: You are welcome.");
    row("another talk within one of names",
        {R"({'dialog': 'Customer: Write a talk.\nAgent: Well:\nUser: Is it late?\nBot: It is.\nCustomer: Thanks a lot.'})",
         R"({'dialog': 'Customer: Where is the mill?\nAgent: It is behind the church.\nCustomer: And who built it?'})"},
        "user: Write a talk. | assistant: Well:\nUser: Is it late?\nBot: It is. | user: Thanks a lot.");
    row("two who answer one user",
        {R"({'dialog': 'Customer: Where is my parcel?\nBot: I will ask somebody.\nAgent: It is on its way.\nCustomer: Thanks a lot.'})",
         R"({'dialog': 'Customer: Where is my lamp?\nBot: I will ask somebody.\nAgent: It is sold out.\nCustomer: What a pity.'})"},
        "user: Where is my parcel? | assistant: I will ask somebody. | assistant: It is on its way. | "
        "user: Thanks a lot.");
    row("a prompt with questions within and its completion",
        {R"({'prompt': 'Human: Make a quiz.\nAssistant: Here.\nQ: What is red?\nA: A colour.\nHuman: Thanks a lot.', 'completion': 'You are welcome.'})",
         R"({'prompt': 'Human: Where is the mill?\nAssistant: Behind the church.\nHuman: And who built it?', 'completion': 'Nobody knows that.'})"},
        "user: Make a quiz. | assistant: Here.\nQ: What is red?\nA: A colour. | user: Thanks a lot. | "
        "assistant: You are welcome.");
    for (const auto& [good, bad] : {std::pair("response_w", "response_l"),
                                    {"w_answer", "l_answer"},
                                    {"y_w", "y_l"},
                                    {"winning_response", "losing_response"},
                                    {"winner", "loser"},
                                    {"win_response", "lose_response"}}) {
        const auto record = [good = std::string(good), bad = std::string(bad)](auto asked, auto better,
                                                                               auto worse) {
            return std::string("{'prompt': '") + asked + "', '" + good + "': '" + better + "', '" + bad +
                   "': '" + worse + "'}";
        };
        row(good,
            {record("Where does the ferry land?", "It lands at the old pier.", "I have no idea of ferries."),
             record("When is the pool open?", "It opens at seven.", "Pools are full of water, I think.")},
            "user: Where does the ferry land? | chosen: It lands at the old pier. | "
            "rejected: I have no idea of ferries.");
    }
    for (const auto& [ask, answer] : {std::pair("question", "answer"), {"input", "actual_output"}}) {
        const auto record = [ask = ask, answer = answer](auto asked, auto said, auto texts) {
            return std::string("{'") + ask + "': '" + asked + "', '" + answer + "': '" + said +
                   "', 'context': [" + texts + "]}";
        };
        row((std::string("a context of texts next to ") + answer).c_str(),
            {record("Where does the ferry land?", "It lands at the old pier.",
                    "'The old pier is where ferries land.', 'The new one is closed.', 'A pier is a bridge.'"),
             record("When is the pool open?", "It opens at seven.",
                    "'The pool is open from seven to nine.', 'It is heated.', 'Children swim there.'")},
            "user: Where does the ferry land? | assistant: It lands at the old pier.");
    }
    row("a context of titles and sentences",
        {R"({'question': 'Where does the ferry land?', 'answer': 'It lands at the old pier.',
             'context': [['Old pier', ['The old pier is where ferries land.', 'It is old.']], ['New pier', ['It is closed.']]]})",
         R"({'question': 'When is the pool open?', 'answer': 'It opens at seven.',
             'context': [['Pool', ['It is open from seven to nine.', 'It is heated.']], ['Lake', ['It is cold there.']]]})"},
        "user: Where does the ferry land? | assistant: It lands at the old pier.");
    row("an answer that is its question",
        {R"({'question': 'Where does the ferry land?', 'answer': 'Where does the ferry land?'})",
         R"({'question': 'When is the pool open?', 'answer': 'It opens at seven.'})",
         R"({'question': 'Who built the mill?', 'answer': 'Nobody knows that.'})",
         R"({'question': 'Is the lake cold?', 'answer': 'It is, even in summer.'})"},
        "user: Where does the ferry land? | assistant: Where does the ferry land?");
    for (const auto& [ask, answer] : {std::pair("Frage", "Antwort"),
                                      {"pregunta", "respuesta"},
                                      {"question", "réponse"},
                                      {"Вопрос", "ответ"},
                                      {"質問", "回答"},
                                      {"질문", "답변"},
                                      {"pergunta", "resposta"},
                                      {"domanda", "risposta"},
                                      {"سؤال", "جواب"}}) {
        const auto record = [ask = std::string(ask), answer = std::string(answer)](auto asked, auto said) {
            return "{'" + ask + "': '" + asked + "', '" + answer + "': '" + said + "'}";
        };
        row(ask,
            {record("Where does the ferry land?", "It lands at the old pier."),
             record("When is the pool open?", "It opens at seven.")},
            "user: Where does the ferry land? | assistant: It lands at the old pier.");
    }
}

void EvidenceTest::readsForms()
{
    QFETCH(Lines, lines);
    QFETCH(std::string, said);
    QCOMPARE(saidIn(lines), said);
}

void EvidenceTest::leavesOthersAlone_data()
{
    QTest::addColumn<Lines>("lines");
    const auto row = [](const char* name, Lines lines) { QTest::newRow(name) << lines; };
    const auto repeated = [](auto make) {
        Lines lines;
        for (int i = 0; i < 16; ++i)
            lines.push_back(make(i));
        return lines;
    };
    const std::string kNumbers[] = {"one", "two", "three", "four", "five", "six", "seven", "eight"};
    const auto number = [&kNumbers](int i) { return kNumbers[i % 8] + " and " + kNumbers[i / 8 + 3]; };
    row("letters of choices", repeated([&](int i) {
            return "{'question': 'What is the sum of " + number(i) + "?', 'answer': '" +
                   std::string(1, static_cast<char>('A' + i % 4)) + "'}";
        }));
    row("labels", repeated([&](int i) {
            return "{'input_text': 'I bought " + number(i) + " of these lamps.', 'target': '" +
                   std::string(i % 2 == 0 ? "positive" : "negative") + "'}";
        }));
    row("placeholders", repeated([&](int i) {
            return "{'prompt': 'Tell {name} about " + number(i) +
                   " now.', 'response': 'I told {name} all of it.'}";
        }));
    row("questions alone", repeated([&](int i) {
            return "{'turns': [{'text': 'Where are the " + number(i) + "?'}, {'text': 'Who has " + number(i) +
                   " of them?'}]}";
        }));
    row("paths and titles", repeated([&](int i) {
            return "{'sessions': [['src/" + std::to_string(i) + ".txt', 'A title of " + number(i) + "']]}";
        }));
    row("a table of goods", repeated([&](int i) {
            return "{'name': 'lamp " + std::to_string(i) + "', 'price': 12, 'description': 'A lamp with " +
                   number(i) + " bulbs.'}";
        }));
    row("short choices", repeated([&](int i) {
            return "{'question': 'Which of these is " + number(i) + "?', 'options': ['" + number(i) +
                   "', 'none', 'all']}";
        }));
    row("only the assistant", repeated([&](int i) {
            return "{'messages': [{'role': 'assistant', 'content': 'Here are " + number(i) +
                   " of them.'}, {'role': 'assistant', 'content': 'That is all of " + number(i) + ".'}]}";
        }));
    row("reports of a program", repeated([&](int i) {
            return "{'file': 'a.py', 'messages': [{'rule': 'x', 'severity': 2, 'message': 'could not read "
                   "the " +
                   number(i) + "'}, {'rule': 'y', 'severity': 1, 'message': 'could not write the " +
                   number(i) + "'}]}";
        }));
    row("the history of a page", repeated([&](int i) {
            return "{'page': 'The mill', 'history': [{'user': 'ida" + std::to_string(i) +
                   "', 'time': '2023-03-04', 'comment': 'Fix the " + number(i) + " of it'}, {'user': 'tom" +
                   std::to_string(i) + "', 'time': '2023-03-05', 'comment': 'Add the " + number(i) +
                   " to it'}]}";
        }));
    row("arguments of tools", repeated([&](int i) {
            return "[{'name': 'size', 'type': 'string', 'description': 'To measure the " + number(i) +
                   " again.'}, {'name': 'weight" + std::to_string(i) +
                   "', 'type': 'string', 'description': 'To weigh the " + number(i) + " again.'}]";
        }));
    row("parts of a page", repeated([&](int i) {
            return "{'page': 4, 'blocks': [{'role': 'title', 'content': 'The " + number(i) +
                   "'}, {'role': 'paragraph', 'content': 'Here are " + number(i) +
                   " of them.'}, {'role': 'footer', 'content': 'Take " + number(i) + " of them.'}]}";
        }));
    row("yes or no", {"{'question': 'Can the otter swim?', 'answer': 'yes'}",
                      "{'question': 'Is the bridge open in May?', 'answer': 'no'}",
                      "{'question': 'Did Ida live here?', 'answer': 'yes'}"});
    row("labels in capitals", {"{'question': 'What does the seal feed on?', 'answer': 'DESC'}",
                               "{'question': 'Where is the mill of the town?', 'answer': 'LOC'}",
                               "{'question': 'Who built the old bridge?', 'answer': 'HUM'}",
                               "{'question': 'Why is the bridge closed?', 'answer': 'DESC'}",
                               "{'question': 'Where can one buy stew?', 'answer': 'LOC'}"});
    row("a few names in capitals", {"{'question': 'What does the seal feed on?', 'answer': 'DESC'}",
                                    "{'question': 'Where is the mill of the town?', 'answer': 'LOC'}",
                                    "{'question': 'Who built the old bridge?', 'answer': 'HUM'}"});
    row("a few labels", {"{'input': 'The seal feeds on small fish.', 'target': 'science'}",
                         "{'input': 'The race was won by a boy.', 'target': 'sports'}",
                         "{'input': 'The town has a new team.', 'target': 'sports'}",
                         "{'input': 'The mayor was elected again.', 'target': 'politics'}"});
    row("one word in all", {"{'question': 'What does the seal feed on?', 'answer': 'geography'}",
                            "{'question': 'Where is the mill of the town?', 'answer': 'geography'}",
                            "{'question': 'Who built the old bridge?', 'answer': 'geography'}"});
    row("templates with names", {"{'prompt': ['Question: {question}\\nAnswer:', 'Text: {text}\\nLabel:', "
                                 "'Question: {text}\\nAnswer:', 'Text: {question}\\nLabel:']}"});
    row("members of a channel", repeated([&](int i) {
            return "{'channel': 'garden', 'members': [{'name': 'Ida', 'role': 'user', 'status': 'I have " +
                   number(i) + " of them.'}, {'name': 'Tom', 'role': 'admin', 'status': 'Away with " +
                   number(i) + " of you.'}]}";
        }));
    row("what is known of members", repeated([&](int i) {
            return "{'channel': 'garden', 'members': [{'name': 'Ida', 'role': 'user', 'about': 'I have " +
                   number(i) + " of them.'}, {'name': 'Tom', 'role': 'admin', 'about': 'Away with " +
                   number(i) + " of you.'}]}";
        }));
    row("a few posts",
        {"{'version': '1.0', 'examples': [{'screen_name': 'ida', 'full_text': 'Why does it rain so much?'}, "
         "{'screen_name': 'tom', 'full_text': 'My new post is online.'}, "
         "{'screen_name': 'ida', 'full_text': 'The best stew of the year.'}, "
         "{'screen_name': 'eva', 'full_text': 'The mill is open again.'}, "
         "{'screen_name': 'tom', 'full_text': 'Rain again, as it was in May.'}]}"});
    row("one who reads aloud",
        {"{'speaker': ['Narrator', 'Narrator', 'Narrator'], 'text': ['The mill is old.', "
         "'It stands by the river.', 'Its wheel does not turn.']}"});
    row("cells of a table",
        {"{'caption': 'The mills', 'rows': [['old mill', 'about 1894', 'in the town'], "
         "['new mill', 'by the river', 'in May']]}",
         "{'caption': 'The ferries', 'rows': [['a boat', 'about 60 seats', 'for the sea'], "
         "['a ship', 'to the island', 'in June']]}"});
    row("headers of a page", repeated([&](int i) {
            return "{'page': 4, 'paragraphs': [{'role': 'pageHeader', 'content': 'Of the " + number(i) +
                   "'}, {'role': 'title', 'content': 'The " + number(i) +
                   "'}, {'role': 'pageHeader', 'content': 'On the " + number(i) + " of them'}]}";
        }));
    row("choices among exchanges", repeated([&](int i) {
            return "{'examples': [{'question': 'Who has " + number(i) + "?', 'choices': ['the " + number(i) +
                   "', 'the smith of the town'], 'answer': 'the " + number(i) + "'}]}";
        }));
    row("lists of messages of which none is named", repeated([&](int i) {
            const std::string list = "': [{'user': 'tutor', 'text': 'Now take " + number(i) +
                                     " of them.'}, {'user': 'student', 'text': 'Here are " + number(i) +
                                     ".'}]";
            return "{'c_h" + list + ", 'c_x" + list + ", 'c_z" + list + "}";
        }));
    row("numbers", repeated([](int i) { return "{'x': " + std::to_string(i) + ", 'y': [1, 2, 3]}"; }));
}

void EvidenceTest::leavesOthersAlone()
{
    QFETCH(Lines, lines);
    QCOMPARE(saidIn(lines), std::string("none"));
}

void EvidenceTest::namesWhatIsLeftOut()
{
    const Records records(
        {quoted(
             R"({'question': 'Which animal is the largest one?', 'answer': 'The blue whale is the largest.',
        'notes': {'editor': 'This was checked by two people in the spring of last year.'}})"),
         quoted(R"({'question': 'How many legs has a spider?', 'answer': 'A spider has eight legs.',
        'notes': {'editor': 'This was checked by one person in the autumn of last year.'}})")});
    QVERIFY(records.isConversation());
    QCOMPARE(records.best().unread.size(), std::size_t{1});
    QCOMPARE(records.best().unread[0].first, std::string("notes/editor"));
    QVERIFY(records.best().unread[0].second > 100);
    QVERIFY(records.best().coverage > 0.2 && records.best().coverage < 0.9);
    QVERIFY(!records.best().isUnsure);
    QVERIFY(records.best().layout.isInferred());
}

void EvidenceTest::saysUnsure()
{
    const Records turns({quoted(
        R"({'turns': ['My phone does not start.', 'Did you charge it over night?', 'Yes, and it is still black.']})")});
    QVERIFY(turns.isConversation());
    QVERIFY(turns.best().isUnsure);
    const Records answers(
        {quoted(R"({'question': 'How far is it?', 'answer': 'It is twelve miles from the old mill.',
                    'raw_response': 'First I look at the map, then I count the miles, and there are twelve.'})")});
    QVERIFY(answers.isConversation());
    QVERIFY(answers.best().isUnsure);
    const Records alternatives(
        {quoted(
             R"({'question': 'When is the pool open?', 'answer': ['From seven.', 'At seven in the morning.']})"),
         quoted(R"({'question': 'Who built the mill?', 'answer': ['A miller.', 'Some miller or other.']})")});
    QVERIFY(alternatives.isConversation());
    QVERIFY(alternatives.best().isUnsure);
    const Records steps(
        {quoted(
             R"({'prompt': 'What is two and two?', 'completions': ['First we add the numbers.', 'So the sum is five.'], 'labels': [true, false]})"),
         quoted(
             R"({'prompt': 'What is two and three?', 'completions': ['First we add the numbers.', 'So the sum is five.'], 'labels': [true, true]})")});
    QVERIFY(steps.isConversation());
    QVERIFY(steps.best().isUnsure);
    const std::string talk = R"([{'speaker': 'guest', 'text': 'Where does the ferry land?'},
                                 {'speaker': 'clerk', 'text': 'It lands at the old pier.'}])";
    const Records several({quoted("{'name': 'x', 'conversations': [" + talk + ", " + talk + "]}")});
    QVERIFY(several.isConversation());
    QVERIFY(several.best().isUnsure);
    const Records sessions({quoted("{'name': 'x', 'sessions': [" + talk + ", " + talk + "]}")});
    QVERIFY(sessions.isConversation());
    QVERIFY(!sessions.best().isUnsure);
}

void EvidenceTest::tellsKeyedByData()
{
    std::list<PaddedBytes> bytes;
    std::list<JsonParser> parsers;
    const std::vector<JsonView> objects = viewsOf(
        {R"({'2024-05-01': [{'a': 1}], '2024-05-02': [{'a': 2}]})",
         R"({'turn_1': {'x': 1}, 'turn_2': {'x': 2}})",
         R"({'mia': {'age': 1, 'town': 2}, 'tim': {'age': 1, 'town': 2}, 'zoe': {'age': 3, 'town': 4}})",
         R"({'question': {'text': 1, 'id': 2}, 'answer': {'text': 1, 'id': 2}, 'label': {'text': 1, 'id': 2}})",
         R"({'a': 1, 'b': 2})", R"([1, 2])",
         R"({'walk_1': ['a'], 'walk_2': ['b'], 'walk_3': ['c'], 'ride_1': ['d'], 'ride_2': ['e'], 'ride_3': ['f']})",
         R"({'walk_1': ['a'], 'ride_1': ['b'], 'swim_1': ['c'], 'walk_2': ['d'], 'ride_2': ['e'], 'swim_2': ['f']})"},
        bytes, parsers);
    const std::vector<bool> expected{true, true, true, false, false, false, true, false};
    for (std::size_t i = 0; i < objects.size(); ++i)
        QCOMPARE(isKeyedByData(objects[i]), bool{expected[i]});
}

void EvidenceTest::comparesShapes()
{
    std::list<PaddedBytes> bytes;
    std::list<JsonParser> parsers;
    const std::vector<JsonView> records =
        viewsOf({R"({'a': {'b': 1}, 'c': [{'d': 1}]})", R"({'c': [{'d': 5}, {'e': 6}], 'a': {'b': 2}})",
                 R"({'a': {'x': 1}, 'c': [1]})", R"({'z': 1})"},
                bytes, parsers);
    const std::vector<std::uint64_t> first = shapeKeys(records[0]);
    QCOMPARE(first.size(), std::size_t{4});
    QCOMPARE(overlap(first, shapeKeys(records[1])), 1.0);
    QCOMPARE(overlap(first, shapeKeys(records[2])), 0.4);
    QCOMPARE(overlap(first, shapeKeys(records[3])), 0.0);
    QCOMPARE(overlap({}, {}), 1.0);
}

void EvidenceTest::findsRowsOfConversations()
{
    const auto rowsOf = [](bool hasId, int speakers) {
        Lines rows;
        for (int i = 0; i < 24; ++i) {
            std::string row = "{'Speaker': 'P" + std::to_string(i % speakers) +
                              "', 'Utterance': 'I think of number " + std::to_string(i) + " now.'";
            if (hasId)
                row += ", 'Dialogue_ID': " + std::to_string(i / 4);
            rows.push_back(row + "}");
        }
        return rows;
    };
    std::list<PaddedBytes> bytes;
    std::list<JsonParser> parsers;
    const auto tied = messageRowsOf(viewsOf(rowsOf(true, 2), bytes, parsers), 24);
    QVERIFY(tied.has_value());
    QCOMPARE(tied->conversationKey, std::string("Dialogue_ID"));
    QCOMPARE(tied->speaker.text(), std::string("/Speaker"));
    QCOMPARE(tied->text.text(), std::string("/Utterance"));
    const auto whole = messageRowsOf(viewsOf(rowsOf(false, 2), bytes, parsers), 24);
    QVERIFY(whole && whole->conversationKey.empty() && whole->canBeWhole);
    const auto many = messageRowsOf(viewsOf(rowsOf(false, 2), bytes, parsers), 100'000);
    QVERIFY(many && !many->canBeWhole);
    QVERIFY(!messageRowsOf(viewsOf({"{'x': 1}", "{'x': 2}"}, bytes, parsers), 2));
}

/// Their last columns are not in the sample.
void EvidenceTest::comparesColumnsOfLongRecords()
{
    constexpr int kRecords = 24;
    Lines lines;
    for (int record = 0; record < kRecords; ++record) {
        const auto column = [record](const std::string& name, auto valueAt) {
            std::string list;
            for (int i = 0; i < 24 + 2 * record; ++i)
                list.append(i == 0 ? "" : ",").append(valueAt(i));
            return "'" + name + "':[" + list + "]";
        };
        const auto number = [](int i) { return std::to_string(i % 5); };
        std::string line = "{" + column("messages", [record](int i) {
                               return "'We could go to valley " + std::to_string(i * record) + " now.'";
                           });
        for (const std::string name : {"score", "delta", "index", "step", "army", "year", "month"})
            line += "," + column(name, number);
        line += "," + column("speakers", [](int i) { return i / 2 % 2 == 0 ? "'north'" : "'south'"; }) + "}";
        lines.push_back(quoted(line));
    }
    const Records records(lines);
    QVERIFY(records.isConversation());
    QVERIFY(records.best().layout.messages.front().form == PartForm::Columns);
}

void EvidenceTest::boundsHostileShapes()
{
    std::string wide = "{";
    for (int i = 0; i < 20'000; ++i)
        wide += (i == 0 ? "" : ",") + std::string("'k") + std::to_string(i * 7919 % 100'003) +
                "x': 'some words here'";
    wide += "}";
    const std::string deep = std::string(300, '[') + "'a b c'" + std::string(300, ']');
    const std::string lengthy =
        "{'question': '" + std::string(3'000'000, 'a') + "', 'answer': 'It is long, I think.'}";
    std::string nested = "'some words here'";
    for (int i = 0; i < 4; ++i) {
        std::string list = nested;
        for (int j = 1; j < 20; ++j)
            list += "," + nested;
        nested = "[" + list + "]";
    }
    for (const std::string& line : {wide, deep, lengthy, nested}) {
        const Records records({quoted(line)});
        QVERIFY(!records.isConversation() || records.best().score > 0);
    }
}

DUOLOGUE_TEST(EvidenceTest)
#include "evidence_test.moc"
