// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/record_comparison.h"

#include "ui/models/words/field_words.h"
#include "ui/models/words/message_words.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace duologue::ui {

namespace {

constexpr std::string_view kComparedProfile = "profile.";

struct RecordComparisonWords {
    Q_DECLARE_TR_FUNCTIONS(RecordComparison)
};

/// The values of both sides by name, in the order in which the names first appear.
template<typename Value>
class Sides {
public:
    using Pair = std::pair<Value, Value>;

    Pair& of(const std::string& name)
    {
        const auto found = std::find_if(m_pairs.begin(), m_pairs.end(),
                                        [&name](const auto& each) { return each.first == name; });
        return found != m_pairs.end() ? found->second : m_pairs.emplace_back(name, Pair()).second;
    }
    const std::vector<std::pair<std::string, Pair>>& all() const { return m_pairs; }

private:
    std::vector<std::pair<std::string, Pair>> m_pairs;
};

QString differenceText(double number)
{
    const QString text = toQt(numberText(number < 0 ? -number : number));
    return number == 0 ? text : (number < 0 ? QStringLiteral("−") : QStringLiteral("+")) + text;
}

ComparedLine numbers(const QString& what, std::optional<double> first, std::optional<double> second)
{
    ComparedLine line;
    line.what = what;
    line.first = first ? toQt(numberText(*first)) : QString();
    line.second = second ? toQt(numberText(*second)) : QString();
    line.difference = first && second ? differenceText(*second - *first) : QString();
    line.differs = first != second;
    return line;
}

void addRatings(std::vector<ComparedLine>& lines, const Conversation& first, const Conversation& second)
{
    Sides<std::optional<double>> ratings;
    for (const Rating& rating : first.ratings)
        ratings.of(std::string(rating.name)).first = rating.value;
    for (const Rating& rating : second.ratings)
        ratings.of(std::string(rating.name)).second = rating.value;
    for (const auto& [name, values] : ratings.all())
        lines.push_back(numbers(fieldTitle(name), values.first, values.second));
}

void addIntents(std::vector<ComparedLine>& lines, const Conversation& first, const Conversation& second,
                const IntentCodes& codes)
{
    struct Counts {
        Name name;
        std::array<double, 2> counts{};
    };
    std::vector<Counts> intents;
    std::size_t side = 0;
    for (const Conversation* conversation : {&first, &second}) {
        for (const Message& message : conversation->messages) {
            for (const Name& intent : conversation->intentsOf(message)) {
                auto known = std::find_if(intents.begin(), intents.end(), [&intent](const Counts& each) {
                    return each.name.shown() == intent.shown();
                });
                if (known == intents.end())
                    known = intents.insert(known, Counts{intent, {}});
                ++known->counts.at(side);
            }
        }
        ++side;
    }
    for (const Counts& each : intents) {
        ComparedLine line = numbers(nameInBoth(each.name), each.counts[0], each.counts[1]);
        line.code = codes.of(each.name);
        lines.push_back(line);
    }
}

double marked(const Conversation& conversation)
{
    return static_cast<double>(
        std::count_if(conversation.messages.begin(), conversation.messages.end(), isSuspect));
}

bool hasMarks(const Conversation& conversation)
{
    return std::any_of(conversation.messages.begin(), conversation.messages.end(),
                       [](const Message& message) { return message.hallucination != Mark::NotAnnotated; });
}

/// Several values of one attribute are joined.
void addProfile(std::vector<ComparedLine>& lines, const Conversation& first, const Conversation& second)
{
    Sides<QString> attributes;
    std::map<std::string, QString> titles;
    const auto add = [&](const Field& field, QString Sides<QString>::Pair::*side) {
        if (!field.key.starts_with(kComparedProfile) || field.kind == FieldKind::Tree)
            return;
        const std::string name(field.key.substr(kComparedProfile.size()));
        const QString value =
            field.kind == FieldKind::Number ? toQt(numberText(field.number)) : nameInBoth(field.name);
        QString& to = attributes.of(name).*side;
        to += to.isEmpty() ? value : QStringLiteral(", ") + value;
        titles.emplace(name, field.title.empty() ? asLabel(name).replace(QLatin1Char('_'), QLatin1Char(' '))
                                                 : fieldTitle(std::string(field.title)));
    };
    for (const Field& field : first.fields)
        add(field, &Sides<QString>::Pair::first);
    for (const Field& field : second.fields)
        add(field, &Sides<QString>::Pair::second);
    for (const auto& [name, values] : attributes.all()) {
        if (values.first == values.second)
            continue;
        lines.push_back({titles[name], values.first, values.second, {}, true, std::nullopt});
    }
}

} // namespace

std::vector<ComparedLine> compareConversations(const Conversation& first, const Conversation& second,
                                               const IntentCodes& codes)
{
    std::vector<ComparedLine> lines;
    addRatings(lines, first, second);
    lines.push_back(numbers(RecordComparisonWords::tr("Turns"), first.turns(), second.turns()));
    lines.push_back(numbers(RecordComparisonWords::tr("Messages"), static_cast<double>(first.messages.size()),
                            static_cast<double>(second.messages.size())));
    if (hasMarks(first) || hasMarks(second))
        lines.push_back(numbers(RecordComparisonWords::tr("Marked messages"), marked(first), marked(second)));
    addIntents(lines, first, second, codes);
    addProfile(lines, first, second);
    std::stable_partition(lines.begin(), lines.end(), [](const ComparedLine& line) { return line.differs; });
    return lines;
}

} // namespace duologue::ui
