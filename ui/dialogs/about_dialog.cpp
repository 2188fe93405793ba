// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/about_dialog.h"
#include "core/util/parallel.h"
#include "duologue_libraries.h"
#include "ui/app/crash_report.h"
#include "ui/widgets/icons.h"
#include "ui_about_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSettings>
#include <QStyle>
#include <QSysInfo>

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

/// The text of the newest report of a crash; empty if there is none.
QString newestCrash()
{
    QFile file(CrashReport::newestReport(QFileInfo(QSettings().fileName()).absolutePath()));
    constexpr qint64 kMost = qint64{64} << 10U;
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.read(kMost)) : QString();
}

} // namespace

AboutDialog::AboutDialog(const QStringList& lastReports, QWidget* parent)
    : QDialog(parent), m_ui(std::make_unique<Ui::AboutDialog>())
{
    m_ui->setupUi(this);
    m_ui->icon->setPixmap(programIcon().pixmap(QSize(kIcon, kIcon), devicePixelRatioF()));
    m_ui->aboutText->setText(m_ui->aboutText->text().arg(QApplication::applicationVersion()));
    for (const Library& library : kLibraries)
        new QTreeWidgetItem(m_ui->libraries,
                            {QString::fromLatin1(library.name), QString::fromLatin1(library.version),
                             QString::fromLatin1(library.licence)});
    m_ui->libraries->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_ui->libraries->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_ui->diagnosticsNote->setForegroundRole(QPalette::PlaceholderText);
    auto* copy = m_ui->buttons->addButton(tr("Copy diagnostics"), QDialogButtonBox::ActionRole);
    copy->setObjectName(QStringLiteral("copyDiagnostics"));
    setTabOrder(copy, m_ui->libraries);
    connect(copy, &QPushButton::clicked, this, [this, lastReports] {
        QApplication::clipboard()->setText(diagnostics(lastReports, newestCrash()));
        m_ui->diagnosticsNote->setText(tr("Copied. Paste it into your bug report."));
    });
}

AboutDialog::~AboutDialog() = default;

} // namespace duologue::ui
