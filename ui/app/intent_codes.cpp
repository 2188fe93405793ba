// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/intent_codes.h"
#include "core/data/field_reader.h"
#include "ui/app/text.h"
#include "ui/app/words.h"

#include <QColor>
#include <QSet>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace duologue::ui {

namespace {

double channel(double value)
{
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) +
           0.0722 * channel(color.blueF());
}

} // namespace

QColor blended(const QColor& under, const QColor& over, double share)
{
    const auto mix = [share](float a, float b) {
        return static_cast<float>(static_cast<double>(a) * (1 - share) + static_cast<double>(b) * share);
    };
    // Rounds to steps of 1/255, as displayed.
    return QColor(QColor::fromRgbF(mix(under.redF(), over.redF()), mix(under.greenF(), over.greenF()),
                                   mix(under.blueF(), over.blueF()))
                      .rgb());
}

double contrast(const QColor& one, const QColor& other)
{
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

bool isDark(const QColor& background)
{
    return contrast(background, Qt::white) > contrast(background, Qt::black);
}

namespace {

/// Intents that often occur have a colour of their own; neighbours in this list are far apart in colour.
struct UsualIntent {
    const char* letters;
    int color;
};

constexpr std::array<UsualIntent, 6> kUsualIntents{
    {{"Pl", 4}, {"Re", 0}, {"Se", 2}, {"SR", 1}, {"Ev", 6}, {"Ot", 7}}};
constexpr int kIntentColors = 8;

QStringList wordsIn(const QString& name)
{
    QStringList words;
    QString word;
    for (const QChar c : name + QLatin1Char(' ')) {
        if (c.isLetterOrNumber())
            word += c;
        else if (!word.isEmpty())
            words << std::exchange(word, {});
    }
    return words;
}

/// "SR" of several words, "Pl" of one.
QString usualLetters(const QString& name)
{
    const QStringList words = wordsIn(name);
    if (words.isEmpty())
        return QStringLiteral("?");
    const QString first = words.front().left(1).toUpper();
    // Characters without case are as wide as two letters.
    if (first == first.toLower() && first.at(0).isLetter())
        return first;
    return first + (words.size() > 1 ? words.back().left(1).toUpper() : words.front().mid(1, 1).toLower());
}

/// Other letters of the name, then numbers, if the usual ones are taken.
QString freeLetters(const QString& name, const QSet<QString>& taken)
{
    const QString usual = usualLetters(name);
    if (!taken.contains(usual))
        return usual;
    // "检+" of 检索+推荐: the next character would be that of another name.
    const QString joined = usual + QLatin1Char('+');
    if (usual.size() == 1 && wordsIn(name).size() > 1 && !taken.contains(joined))
        return joined;
    for (const QChar c : wordsIn(name).join(QString()).mid(1)) {
        const QString other = usual.left(1) + c.toLower();
        if (!taken.contains(other))
            return other;
    }
    int number = 2;
    while (taken.contains(usual.left(1) + QString::number(number)))
        ++number;
    return usual.left(1) + QString::number(number);
}

/// -1 for other intents.
int usualColor(const QString& letters)
{
    const auto* usual =
        std::find_if(kUsualIntents.begin(), kUsualIntents.end(),
                     [&](const UsualIntent& each) { return letters == QLatin1String(each.letters); });
    return usual == kUsualIntents.end() ? -1 : usual->color;
}

/// Intents without a colour of their own take those that are left in turn, then all.
void addColors(std::vector<IntentCode>& codes, const std::vector<std::size_t>& byName)
{
    std::vector<int> free(kIntentColors);
    std::iota(free.begin(), free.end(), 0);
    for (IntentCode& code : codes) {
        code.color = usualColor(code.letters);
        std::erase(free, code.color);
    }
    std::size_t next = 0;
    for (const std::size_t each : byName) {
        if (codes[each].color < 0) {
            codes[each].color = next < free.size() ? free[next] : static_cast<int>(next) % kIntentColors;
            ++next;
        }
    }
}

} // namespace

IntentCodes::IntentCodes(const Snapshot& snapshot)
{
    const Column& intents = snapshot.messages.column(MessageColumn::Intent);
    m_codes.resize(intents.categories.size());
    std::vector<std::size_t> byName;
    for (std::size_t i = 0; i < m_codes.size(); ++i) {
        const bool isList = intents.isList(categoryCode(i));
        m_names.push_back(isList ? QString() : toQt(intents.categories[i].shown()));
        if (!isList)
            byName.push_back(i);
    }
    std::sort(byName.begin(), byName.end(),
              [this](std::size_t left, std::size_t right) { return m_names[left] < m_names[right]; });
    QSet<QString> taken;
    for (const std::size_t each : byName) {
        m_codes[each].letters = freeLetters(m_names[each], taken);
        taken.insert(m_codes[each].letters);
    }
    addColors(m_codes, byName);
    if (!isChineseWindow())
        return;
    // Letters of an English name say nothing there.
    taken.clear();
    for (const std::size_t each : byName) {
        if (const QString chinese = toQt(intents.categories[each].zh); !chinese.isEmpty())
            m_codes[each].letters = freeLetters(chinese, taken);
        taken.insert(m_codes[each].letters);
    }
}

IntentCode IntentCodes::of(const Name& intent) const
{
    const QString name = toQt(intent.shown());
    const auto known = std::find(m_names.begin(), m_names.end(), name);
    if (known != m_names.end())
        return m_codes[static_cast<std::size_t>(known - m_names.begin())];
    const QString letters = usualLetters(name);
    return {letters, std::max(usualColor(letters), 0)};
}

std::optional<IntentCodes> IntentCodes::ofField(const Snapshot& snapshot, std::string_view field)
{
    const auto found = findField(snapshot, field);
    return found && found->hasIntents() ? std::optional(IntentCodes(snapshot)) : std::nullopt;
}

} // namespace duologue::ui
