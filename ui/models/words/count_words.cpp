// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/count_words.h"

#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

namespace duologue::ui {

namespace {

/// Names the translations of this file.
struct CountWords {
    Q_DECLARE_TR_FUNCTIONS(CountWords)
};

constexpr double kPercent = 100;

} // namespace

QString conversationsText(std::uint64_t count)
{
    return count == 1 ? CountWords::tr("1 conversation")
                      : CountWords::tr("%1 conversations").arg(countText(count));
}

QString messagesText(std::uint64_t count)
{
    return count == 1 ? CountWords::tr("1 message") : CountWords::tr("%1 messages").arg(countText(count));
}

QString countedText(std::uint64_t count, bool ofMessages)
{
    return ofMessages ? messagesText(count) : conversationsText(count);
}

QString meanText(double value, MeasureKind kind, int decimals)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    if (kind == MeasureKind::Number)
        return QLocale().toString(value, 'f', decimals);
    return CountWords::tr("%1 %").arg(QLocale().toString(value * kPercent, 'f', std::max(0, decimals - 2)));
}

QString intervalText(const Interval& interval, MeasureKind kind, int decimals)
{
    if (!interval.isKnown())
        return {};
    return CountWords::tr("%1 to %2 (95 %, %3)")
        .arg(meanText(interval.low, kind, decimals), meanText(interval.high, kind, decimals),
             QString::fromLatin1(methodName(kind).data()));
}

} // namespace duologue::ui
