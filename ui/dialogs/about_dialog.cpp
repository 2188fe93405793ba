// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/about_dialog.h"
#include "core/util/parallel.h"
#include "duologue_libraries.h"
#include "ui/app/crash_report.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSettings>
#include <QStyle>
#include <QSysInfo>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace duologue::ui {

namespace {

/// A path may have the name of the user in it.
QString withoutFolders(QString text)
{
    static const QRegularExpression folders(QStringLiteral("(^|\\s)(/[^/\\s]+)*/"));
    return text.replace(folders, QStringLiteral("\\1"));
}

QString screenText(const QScreen& screen)
{
    const QSize size = screen.geometry().size();
    return QStringLiteral("%1 x %2, scale %3, %4 dpi, %5 bits")
        .arg(size.width())
        .arg(size.height())
        .arg(screen.devicePixelRatio())
        .arg(screen.logicalDotsPerInch())
        .arg(screen.depth());
}

QString desktopText()
{
    QStringList texts{QGuiApplication::platformName()};
    for (const char* name : {"XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP"}) {
        if (const QString value = qEnvironmentVariable(name); !value.isEmpty())
            texts << value;
    }
    return texts.join(QStringLiteral(", "));
}

} // namespace

QString diagnostics(const QStringList& lastReports, const QString& crashReport)
{
    QStringList lines;
    const auto add = [&lines](const char* name, const QString& value) {
        lines << QStringLiteral("%1: %2").arg(QLatin1String(name), value);
    };
    add("Duologue", QApplication::applicationVersion());
    add("Qt",
        QStringLiteral("%1 (built with %2)").arg(QLatin1String(qVersion()), QStringLiteral(QT_VERSION_STR)));
    QStringList libraries;
    for (const Library& library : kLibraries)
        libraries << QStringLiteral("%1 %2")
                         .arg(QLatin1String(library.name), QLatin1String(library.version))
                         .trimmed();
    add("Libraries", libraries.mid(1).join(QStringLiteral(", ")));
    add("System", QStringLiteral("%1, %2 %3, %4, %5 cores")
                      .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion(),
                           QSysInfo::currentCpuArchitecture())
                      .arg(availableCores()));
    add("Desktop", desktopText());
    for (const QScreen* screen : QGuiApplication::screens())
        add("Screen", screenText(*screen));
    add("Locale",
        QLocale().name() + QStringLiteral(", ") + QLocale().uiLanguages().mid(0, 3).join(QLatin1Char(' ')));
    add("Font", QApplication::font().toString());
    add("Style", QApplication::style()->objectName());
    lines << QString();
    add("Last reports", lastReports.isEmpty() ? QStringLiteral("none") : QString());
    lines << lastReports;
    if (!crashReport.isEmpty()) {
        lines << QString();
        add("Last crash", QString());
        for (const QString& line : crashReport.trimmed().split(QLatin1Char('\n')))
            lines << withoutFolders(line);
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

namespace {

constexpr int kIcon = 64;
constexpr QSize kUsualAbout(560, 520);

/// The text of the newest report of a crash; empty if there is none.
QString newestCrash()
{
    QFile file(CrashReport::newestReport(QFileInfo(QSettings().fileName()).absolutePath()));
    constexpr qint64 kMost = qint64{64} << 10U;
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.read(kMost)) : QString();
}

QTreeWidget* makeLibraries(QWidget* parent)
{
    auto* tree = named<QTreeWidget>("libraries", parent);
    tree->setAccessibleName(AboutDialog::tr("Libraries"));
    tree->setHeaderLabels(
        {AboutDialog::tr("Library"), AboutDialog::tr("Version"), AboutDialog::tr("Licence")});
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    for (const Library& library : kLibraries)
        new QTreeWidgetItem(tree, {QString::fromLatin1(library.name), QString::fromLatin1(library.version),
                                   QString::fromLatin1(library.licence)});
    tree->header()->setStretchLastSection(false);
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (const int column : {1, 2})
        tree->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    return tree;
}

} // namespace

AboutDialog::AboutDialog(const QStringList& lastReports, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("About Duologue"));
    auto* icon = new QLabel(this);
    icon->setPixmap(programIcon().pixmap(QSize(kIcon, kIcon), devicePixelRatioF()));
    auto* words = named<QLabel>("aboutText",
                                tr("<h3>Duologue %1</h3><p>Reads, charts, filters and checks datasets of "
                                   "conversations.</p><p>Free software under the GNU General Public License, "
                                   "version 3 or later. It comes without any warranty.</p>")
                                    .arg(QApplication::applicationVersion()),
                                this);
    words->setWordWrap(true);
    auto* head = new QHBoxLayout;
    head->setSpacing(2 * kGrid);
    head->addWidget(icon, 0, Qt::AlignTop);
    head->addWidget(words, 1);
    auto* copied = named<QLabel>("diagnosticsNote", this);
    copied->setWordWrap(true);
    copied->setForegroundRole(QPalette::PlaceholderText);
    copied->setText(tr("Diagnostics contain versions, screens, languages and the program's last messages, "
                       "but no data or paths."));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* copy = buttons->addButton(tr("Copy diagnostics"), QDialogButtonBox::ActionRole);
    copy->setObjectName(QStringLiteral("copyDiagnostics"));
    connect(copy, &QPushButton::clicked, this, [this, lastReports, copied] {
        copyDiagnostics(lastReports);
        copied->setText(tr("Copied. Paste it into your bug report."));
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(head);
    layout->addWidget(makeLibraries(this), 1);
    layout->addWidget(copied);
    layout->addWidget(buttons);
    resize(kUsualAbout);
}

void AboutDialog::copyDiagnostics(const QStringList& lastReports)
{
    QApplication::clipboard()->setText(diagnostics(lastReports, newestCrash()));
}

} // namespace duologue::ui
