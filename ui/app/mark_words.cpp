// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/mark_words.h"
#include "core/util/text.h"
#include "ui/app/text.h"
#include "ui/app/words.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

namespace duologue::ui {

namespace {

struct MarkWords {
    Q_DECLARE_TR_FUNCTIONS(MarkFields)
};

/// Questions that the program asks for itself.
constexpr std::array<std::string_view, 5> kNotShown{"blind", "unblinded", "settled_by", mark_keys::kRead,
                                                    mark_keys::kLabelled};

} // namespace

QString markQuestionTitle(std::string_view question)
{
    return question == mark_keys::kVerdict    ? MarkWords::tr("verdict")
           : question == mark_keys::kStar     ? MarkWords::tr("star")
           : question == mark_keys::kNote     ? MarkWords::tr("note")
           : question == mark_keys::kCode     ? MarkWords::tr("codes")
           : question == mark_keys::kTag      ? MarkWords::tr("tags")
           : question == mark_keys::kRead     ? MarkWords::tr("read")
           : question == mark_keys::kLabelled ? MarkWords::tr("labelled codes")
           : question == "queue"              ? MarkWords::tr("place in the queue")
           : question == "reason"             ? MarkWords::tr("reason")
                                              : asLabel(question);
}

QString schemeTitle(const SchemeText& text, std::string_view otherwise)
{
    const std::string& first = isChineseWindow() ? text.zh : text.en;
    const std::string& second = isChineseWindow() ? text.en : text.zh;
    return toQt(!first.empty()    ? std::string_view(first)
                : !second.empty() ? std::string_view(second)
                                  : otherwise);
}

std::string markFieldOf(const Snapshot& snapshot, std::string_view question, std::string_view reader)
{
    const std::string title = std::string(question).append(1, '@').append(reader);
    // Keys of several readers may be the same but for a number.
    for (const Column& column : snapshot.records.columns) {
        if (column.info.title == title && column.info.key.starts_with("mark."))
            return column.info.key;
    }
    return fieldKey("mark." + title);
}

QStringList valuesOf(const std::string& answer)
{
    QStringList values;
    const nlohmann::json json = nlohmann::json::parse(answer, nullptr, false);
    for (const nlohmann::json& value : json.is_array() ? json : nlohmann::json::array({json})) {
        if (value.is_string())
            values << toQt(value.get<std::string>());
        else if (!value.is_null() && !value.is_discarded())
            values << toQt(value.dump());
    }
    return values;
}

QString answerWords(const MarkScheme& scheme, std::string_view question, const std::string& answer)
{
    const SchemeQuestion* asked = questionOf(scheme, question);
    // A verdict is one in every scheme.
    for (const MarkScheme& shipped : asked == nullptr ? shippedSchemes() : std::span<const MarkScheme>()) {
        if (asked == nullptr)
            asked = questionOf(shipped, question);
    }
    QStringList words;
    for (const QString& value : valuesOf(answer)) {
        const SchemeChoice* known = nullptr;
        for (const SchemeChoice& choice :
             asked == nullptr ? std::span<const SchemeChoice>() : std::span(asked->choices)) {
            if (toQt(choice.value) == value)
                known = &choice;
        }
        words << (known == nullptr ? value : schemeTitle(known->title, known->value));
    }
    return words.join(MarkWords::tr(", "));
}

QString markWords(const MarkScheme& scheme, const MarkAnswers& answers)
{
    QStringList words;
    for (const auto& [question, answer] : answers.answers) {
        const QString value = answerWords(scheme, question, answer.value);
        if (std::ranges::find(kNotShown, question) != kNotShown.end() || value.isEmpty())
            continue;
        // A note is one in every scheme.
        const SchemeQuestion* asked = question == mark_keys::kNote ? nullptr : questionOf(scheme, question);
        if (question == mark_keys::kVerdict)
            words.prepend(value);
        else if (question == mark_keys::kCode)
            words << value;
        else if (question == mark_keys::kStar)
            words << markQuestionTitle(question);
        else
            words << MarkWords::tr("%1: %2").arg(
                asked == nullptr ? markQuestionTitle(question) : schemeTitle(asked->title, question), value);
    }
    return words.join(MarkWords::tr("; "));
}

} // namespace duologue::ui
