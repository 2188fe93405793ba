// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/picture_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QImageReader>
#include <QUrl>
#include <algorithm>
#include <array>

namespace duologue::ui {

namespace {

struct PictureFile {
    Q_DECLARE_TR_FUNCTIONS(PictureFile)
};

constexpr qint64 kLargestFile = qint64{200} << 20U;
/// Pixels of a picture that has to be decoded whole before it is reduced.
constexpr qint64 kMostPixels = qint64{100} * 1000 * 1000;
const QString kData = QStringLiteral("data:");

bool isInline(const QString& address)
{
    return address.startsWith(kData, Qt::CaseInsensitive);
}

/// The path on disk that an address means; empty for an address of the web.
QString pathIn(const QString& address)
{
    const QUrl url(address);
    if (url.isLocalFile())
        return url.host().isEmpty() ? url.toLocalFile() : QString();
    return address.contains(QLatin1String("://")) ? QString() : address;
}

QString fileNamed(const QString& path, const QStringList& folders)
{
    if (QDir::isAbsolutePath(path))
        return QFileInfo(path).isFile() ? path : QString();
    for (const QString& folder : folders) {
        const QString file = QDir(folder).filePath(path);
        if (QFileInfo(file).isFile())
            return file;
    }
    return {};
}

ReadPicture decode(QImageReader& reader, int most)
{
    static const std::array<QByteArray, 3> kDrawings{"svg", "svgz", "pdf"};
    reader.setDecideFormatFromContent(true);
    reader.setAutoTransform(true);
    if (!reader.canRead() || std::ranges::find(kDrawings, reader.format()) != kDrawings.end())
        return {{}, PictureFile::tr("This is not a picture that can be shown")};
    const QSize size = reader.size();
    if (size.isValid() && qint64{size.width()} * size.height() > kMostPixels)
        return {{}, PictureFile::tr("The picture is too large")};
    if (size.isValid() && std::max(size.width(), size.height()) > most)
        reader.setScaledSize(size.scaled(most, most, Qt::KeepAspectRatio));
    QImage image = reader.read();
    if (image.isNull())
        return {{}, PictureFile::tr("This is not a picture that can be shown")};
    if (std::max(image.width(), image.height()) > most)
        image = image.scaled(most, most, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    return {image, {}};
}

ReadPicture readInline(const QString& address, int most)
{
    const qsizetype comma = address.indexOf(QLatin1Char(','));
    if (!address.left(std::max<qsizetype>(comma, 0)).endsWith(QLatin1String(";base64")))
        return {{}, PictureFile::tr("This is not a picture that can be shown")};
    QByteArray bytes = QByteArray::fromBase64(address.mid(comma + 1).toLatin1());
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    return decode(reader, most);
}

} // namespace

bool isLocalPicture(const QString& address)
{
    return !address.isEmpty() && (isInline(address) || !pathIn(address).isEmpty());
}

ReadPicture readPicture(const QStringList& folders, const QString& address, int most)
{
    if (isInline(address))
        return readInline(address, most);
    const QString path = pathIn(address);
    if (path.isEmpty())
        return {{}, PictureFile::tr("Remote images are not loaded")};
    const QString file = fileNamed(path, folders);
    if (file.isEmpty())
        return {{}, PictureFile::tr("There is no such file on disk")};
    if (QFileInfo(file).size() > kLargestFile)
        return {{}, PictureFile::tr("The picture is too large")};
    QImageReader reader(file);
    return decode(reader, most);
}

} // namespace duologue::ui
