// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/message_words.h"

#include "ui/models/words/value_words.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <algorithm>

namespace duologue::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(MessageWords)
};

} // namespace

QString roleWord(std::string_view role)
{
    if (role == "user")
        return Words::tr("User");
    if (role == "assistant")
        return Words::tr("Assistant");
    if (role == "system")
        return Words::tr("System");
    if (role == "tool")
        return Words::tr("Tool");
    return role.empty() ? Words::tr("No role") : asLabel(role);
}

QString roleWord(const Message& message)
{
    return message.roleInFile == "developer" ? Words::tr("Developer") : roleWord(message.role);
}

QString markWord(Mark mark)
{
    switch (mark) {
    case Mark::Yes:
        return Words::tr("yes");
    case Mark::No:
        return Words::tr("no");
    case Mark::Unclear:
        return Words::tr("unclear");
    case Mark::NotAnnotated:
        break;
    }
    return {};
}

QString nameInBoth(const Name& name)
{
    if (name.en.empty() || name.zh.empty() || name.en == name.zh)
        return asLabel(name.shown());
    if (isChineseWindow())
        return QStringLiteral("%1 (%2)").arg(asLabel(name.zh), asLabel(name.en));
    return asLabel(name.en) + QLatin1Char(' ') + asLabel(name.zh);
}

QString intentWords(const Conversation& conversation, const Message& message)
{
    QStringList words;
    for (const Name& intent : conversation.intentsOf(message))
        words << nameInBoth(intent);
    return words.join(QStringLiteral(", "));
}

std::vector<int> turnsOf(const Conversation& conversation)
{
    std::vector<int> turns;
    turns.reserve(conversation.messages.size());
    TurnCount count;
    for (const Message& message : conversation.messages)
        turns.push_back(static_cast<int>(count.next(TurnCount::speakerOf(message.role))));
    return turns;
}

QString tellingMemo(const Message& message)
{
    const QString memo = toQt(message.memo).trimmed();
    const bool saysNothing = memo.compare(QLatin1String("No Hallucination"), Qt::CaseInsensitive) == 0;
    return saysNothing ? QString() : memo;
}

bool isSuspect(const Message& message)
{
    return message.hallucination == Mark::Yes || message.hallucination == Mark::Unclear;
}

bool lacksTranslation(const Conversation& conversation, const Message& message)
{
    const auto texts = conversation.textsOf(message.texts);
    return std::count_if(texts.begin(), texts.end(),
                         [](const Text& text) { return !text.earlier && !text.text.empty(); }) == 1;
}

} // namespace duologue::ui
