// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/record_link.h"
#include "ui/app/text.h"

#include <QUrl>

namespace duologue::ui {

namespace {

const QString kScheme = QStringLiteral("duologue:");

} // namespace

QString recordLink(const Snapshot& snapshot, const RecordPlace& place)
{
    const RecordEntry& entry = snapshot.record(place.row);
    const QString path = toQt(snapshot.file(entry.file).shownPath);
    QString link = kScheme + QString::fromLatin1(QUrl::toPercentEncoding(path, "/")) +
                   QStringLiteral(":%1").arg(entry.ordinal);
    if (place.message >= 0)
        link += QStringLiteral("#%1").arg(place.message + 1);
    return link;
}

bool isRecordLink(const QString& text)
{
    return text.trimmed().startsWith(kScheme);
}

std::optional<RecordPlace> placeOfLink(const Snapshot& snapshot, const QString& link)
{
    QString path = link.trimmed().mid(kScheme.size());
    const qsizetype hash = path.lastIndexOf(QLatin1Char('#'));
    const int message = hash < 0 ? -1 : path.mid(hash + 1).toInt() - 1;
    path = path.left(hash < 0 ? path.size() : hash);
    const qsizetype colon = path.lastIndexOf(QLatin1Char(':'));
    bool isNumber = false;
    const qulonglong number = path.mid(colon + 1).toULongLong(&isNumber);
    if (!isRecordLink(link) || colon < 0 || !isNumber || number == 0)
        return std::nullopt;
    const std::string file = fromQt(QUrl::fromPercentEncoding(path.left(colon).toUtf8()));
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const RecordEntry& entry = snapshot.record(row);
        if (entry.ordinal != number || snapshot.file(entry.file).shownPath != file)
            continue;
        const auto [begin, end] = snapshot.messageRange(row);
        const bool isThere = message >= 0 && message < static_cast<int>(end - begin);
        return RecordPlace{row, isThere ? message : -1};
    }
    return std::nullopt;
}

} // namespace duologue::ui
