// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/about_dialog.h"

#include "duologue_libraries.h"
#include "ui/dialogs/diagnostics.h"
#include "ui/views/widgets/metrics.h"
#include "ui/views/widgets/tool_icon.h"
#include "ui/work/program/crash_report.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace duologue::ui {

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
    auto* tree = new QTreeWidget(parent);
    tree->setObjectName(QStringLiteral("libraries"));
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
    auto* words = new QLabel(tr("<h3>Duologue %1</h3><p>Reads, charts, filters and checks datasets of "
                                "conversations.</p><p>Free software under the GNU General Public License, "
                                "version 3 or later. It comes without any warranty.</p>")
                                 .arg(QApplication::applicationVersion()),
                             this);
    words->setObjectName(QStringLiteral("aboutText"));
    words->setWordWrap(true);
    auto* head = new QHBoxLayout;
    head->setSpacing(2 * kGrid);
    head->addWidget(icon, 0, Qt::AlignTop);
    head->addWidget(words, 1);
    auto* copied = new QLabel(this);
    copied->setObjectName(QStringLiteral("diagnosticsNote"));
    copied->setWordWrap(true);
    copied->setForegroundRole(QPalette::PlaceholderText);
    copied->setText(tr("Diagnostics are versions, screens, languages and the last messages of the program, "
                       "without data and paths."));
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
