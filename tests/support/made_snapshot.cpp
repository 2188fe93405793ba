// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/made_snapshot.h"

#include "core/data/table_writer.h"
#include "core/formats/format.h"
#include "tests/support/random.h"

#include <algorithm>
#include <array>
#include <limits>

namespace duologue::test {

namespace {

constexpr std::size_t kRecordsInFile = 1000;

constexpr Name kTasks[] = {{"travel planning", "旅行规划"},
                           {"recipe planning", "菜谱规划"},
                           {"preparing gifts", "礼物准备"},
                           {"skills learning planning", "技能学习规划"},
                           {"travel 10", {}},
                           {"travel 9", {}},
                           {{}, "其他"}};
constexpr Name kIntents[] = {{"Planning", "规划"}, {"Recommendation", "推荐"}, {"Search", "搜索"},
                             {"Chitchat", "闲聊"}, {"Summary", "总结"},        {"Others", "其他"}};
constexpr std::string_view kModels[] = {"alpha-7b", "alpha-70b", "Beta", "beta-2", "gamma 3.5", "delta"};
constexpr std::string_view kTopics[] = {"food", "music", "Museums", "trains", "museums 2", "tea"};
constexpr std::string_view kGroups[] = {"LLM_agent_user", "Human_user", "LLM_agent_user_2"};
constexpr std::array<std::string_view, 4> kRatings{"Detail Level", "Diversity", "Practical Usefulness",
                                                   "Preference Alignment"};
constexpr std::string_view kQuestion = "Could you plan two quiet days near the river?";
constexpr std::string_view kQuestionZh = "请规划两天安静的河边旅行。";

/// Writes one conversation after another into the same Conversation.
class Maker {
public:
    explicit Maker(std::uint32_t seed) : m_random(seed) {}

    const Conversation& next(std::size_t number)
    {
        m_conversation.clear();
        if (!m_random.oneIn(4))
            m_conversation.id = text({"conversation-", hex(), "-", std::to_string(number % 100)});
        addMessages();
        for (const std::string_view name : kRatings) {
            if (!m_random.oneIn(8))
                m_conversation.ratings.push_back({name, m_random.below(3), {}, {}});
        }
        addFields(number);
        return m_conversation;
    }

private:
    std::string hex()
    {
        static constexpr std::string_view kDigits = "0123456789abcdef";
        std::string made(8, '0');
        std::generate(made.begin(), made.end(), [&] { return m_random.of(kDigits); });
        return made;
    }

    std::string_view text(std::initializer_list<std::string_view> parts)
    {
        return m_conversation.strings.join(parts);
    }

    void addMessages()
    {
        // Two to fourteen messages, eight on average.
        for (auto turn = 1 + m_random.below(7); turn > 0; --turn) {
            addMessage("user");
            addMessage("assistant");
        }
    }

    void addMessage(std::string_view role)
    {
        Message message;
        message.role = role;
        message.texts.begin = static_cast<std::uint32_t>(m_conversation.texts.size());
        const auto english = kQuestion.substr(0, 5 + m_random.below(kQuestion.size() - 5));
        m_conversation.texts.push_back({Language::English, false, false, english, characterCount(english)});
        if (!m_random.oneIn(3))
            m_conversation.texts.push_back(
                {Language::Chinese, false, false, kQuestionZh, characterCount(kQuestionZh)});
        message.texts.end = static_cast<std::uint32_t>(m_conversation.texts.size());
        message.intents.begin = static_cast<std::uint32_t>(m_conversation.intents.size());
        if (role == "user") {
            for (auto count = m_random.below(6) / 2; count > 0; --count)
                m_conversation.intents.push_back(m_random.of(kIntents));
            message.satisfaction = static_cast<std::uint8_t>(m_random.below(6));
        } else {
            message.hallucination = static_cast<Mark>(m_random.below(4));
        }
        message.intents.end = static_cast<std::uint32_t>(m_conversation.intents.size());
        m_conversation.messages.push_back(message);
    }

    void addFields(std::size_t number)
    {
        add(FieldKind::Category, "group", {m_random.of(kGroups), {}});
        if (!m_random.oneIn(10))
            add(FieldKind::Category, "task", m_random.of(kTasks));
        if (!m_random.oneIn(10))
            add(FieldKind::Category, "chat_model", {m_random.of(kModels), {}});
        if (!m_random.oneIn(50))
            add(FieldKind::Text, "user", {text({"User_", hex(), " of ", std::to_string(number)}), {}});
        if (!m_random.oneIn(5))
            add(FieldKind::Text, "folder",
                {text({m_random.oneIn(2) ? "data/Part " : "data/part ", m_random.oneIn(3) ? "0" : "",
                       std::to_string(m_random.below(300))}),
                 {}});
        for (auto count = m_random.below(4); count > 0; --count)
            add(FieldKind::Categories, "topics", {m_random.of(kTopics), {}});
        if (!m_random.oneIn(3))
            addNumber(FieldKind::Flag, "finished", m_random.below(2));
        if (!m_random.oneIn(20))
            addNumber(FieldKind::Number, "tokens", m_random.below(100'000));
        if (!m_random.oneIn(20))
            addNumber(FieldKind::Number, "score", anyNumber());
        if (m_random.oneIn(2))
            addNumber(FieldKind::Number, "one_sided", m_random.oneIn(2) ? -0.0 : 0.0);
    }

    double anyNumber()
    {
        if (m_random.oneIn(500))
            return (m_random.oneIn(2) ? -1 : 1) * std::numeric_limits<double>::infinity();
        return (m_random.below(1'000'000) - 500'000.0) / 7.0;
    }

    void add(FieldKind kind, std::string_view key, Name name)
    {
        m_conversation.fields.push_back({key, {}, kind, 0, name, {}});
    }

    void addNumber(FieldKind kind, std::string_view key, double number)
    {
        m_conversation.fields.push_back({key, {}, kind, number, {}, {}});
    }

    Random m_random;
    Conversation m_conversation;
};

SourceFile fileNumber(std::size_t number)
{
    SourceFile file;
    const std::string stem = "made/part " + std::to_string(number % 7) + "/" + std::to_string(number);
    file.shownPath = stem + ".jsonl";
    file.origin.shownStem = stem;
    return file;
}

} // namespace

SnapshotPtr madeSnapshot(std::size_t records, std::uint32_t seed)
{
    TableWriter writer({"made", "unknown"}, nullptr, FormatList::builtIn()->knownFields());
    Maker maker(seed);
    std::size_t number = 0;
    for (std::uint32_t file = 0; number < records; ++file) {
        writer.addFile(fileNumber(file));
        TableBatch batch;
        for (std::uint32_t ordinal = 1; ordinal <= kRecordsInFile && number < records; ++ordinal, ++number) {
            RecordHeader header;
            header.span = {FileId{file}, std::uint64_t{ordinal} * 2000, 1999};
            header.ordinal = ordinal;
            header.problems = number % 97 == 0 ? 1 : 0;
            if (number % 1009 == 5)
                batch.appendBroken(header);
            else
                batch.append(maker.next(number), header);
        }
        writer.append(batch);
    }
    writer.setComplete();
    return writer.snapshot();
}

} // namespace duologue::test
