// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/count_words.h"

#include "ui/work/phrase_words.h"
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
constexpr int kRatingDecimals = 2;

/// Three digits, as long as they are not all before the point.
int decimalsFor(double value)
{
    constexpr double kTen = 10;
    constexpr double kHundred = 100;
    const double size = std::abs(value);
    return size >= kHundred ? 0 : size >= kTen ? 1 : 2;
}

int percentDecimals(double share)
{
    constexpr double kSmall = 0.1;
    return share > 0 && share < kSmall ? 2 : share > 0 && share < 1 ? 1 : 0;
}

} // namespace

QString shownOfText(std::uint64_t shown, const Snapshot& snapshot)
{
    return (snapshot.complete ? CountWords::tr("%1 of %2") : CountWords::tr("%1 of %2 read"))
        .arg(countText(shown), countText(snapshot.recordCount()));
}

QString conversationsOfText(std::uint64_t shown, const Snapshot& snapshot)
{
    return (snapshot.complete ? CountWords::tr("%1 of %2 conversations")
                              : CountWords::tr("%1 of %2 conversations read"))
        .arg(countText(shown), countText(snapshot.recordCount()));
}

QString allText(const Snapshot& snapshot)
{
    return (snapshot.complete ? CountWords::tr("All (%1)") : CountWords::tr("All that was read (%1)"))
        .arg(countText(snapshot.recordCount()));
}

QString readingText(const Coverage& coverage)
{
    return sentenceOf(coverage.reading());
}

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

QString meanText(double value, const Measure& measure)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    if (measure.kind == MeasureKind::Share)
        return CountWords::tr("%1%").arg(QLocale().toString(value * kPercent, 'f', percentDecimals(value)));
    return decimalText(value, measure);
}

QString decimalText(double value, const Measure& measure)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    return QLocale().toString(value, 'f',
                              measure.kind == MeasureKind::Number ? decimalsFor(value) : kRatingDecimals);
}

QString intervalText(const Interval& interval, const Measure& measure)
{
    if (!interval.isKnown())
        return {};
    return CountWords::tr("%1 to %2 (95% interval, %3)")
        .arg(meanText(interval.low, measure), meanText(interval.high, measure), methodText(measure.kind));
}

QString methodText(MeasureKind kind)
{
    switch (kind) {
    case MeasureKind::Share:
        return CountWords::tr("Wilson");
    case MeasureKind::Rating:
        return CountWords::tr("quasi-binomial Wilson");
    case MeasureKind::Number:
        break;
    }
    return CountWords::tr("Student t");
}

} // namespace duologue::ui
