// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings/index_settings.h"

#include "core/load/index_cache.h"
#include "ui/views/widgets/elided_label.h"
#include "ui/views/widgets/metrics.h"
#include "ui/work/qt_text.h"
#include "ui/work/settings/index_folder.h"
#include "ui/work/settings/settings.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace duologue::ui {

namespace {

QHBoxLayout* rowOf(QWidget* widget)
{
    auto* layout = new QHBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGrid);
    return layout;
}

} // namespace

IndexPlace::IndexPlace(Settings& settings, QWidget* parent)
    : QWidget(parent),
      m_settings(settings),
      m_folder(new ElidedLabel(this)),
      m_standard(new QPushButton(tr("Standard"), this))
{
    auto* change = new QPushButton(tr("Change…"), this);
    change->setObjectName(QStringLiteral("changeIndexFolder"));
    change->setAccessibleName(tr("Change the folder of indexes"));
    m_standard->setObjectName(QStringLiteral("standardIndexFolder"));
    m_standard->setAccessibleName(tr("Keep indexes in the standard folder"));
    m_folder->setObjectName(QStringLiteral("indexFolder"));
    auto* layout = rowOf(this);
    layout->addWidget(m_folder, 1);
    layout->addWidget(change);
    layout->addWidget(m_standard);
    setFocusProxy(change);
    connect(change, &QPushButton::clicked, this, &IndexPlace::choose);
    connect(m_standard, &QPushButton::clicked, this, [this] { m_settings.setCacheFolder({}); });
    connect(&m_settings, &Settings::changed, this, &IndexPlace::showFolder);
    showFolder();
}

void IndexPlace::showFolder()
{
    const QString folder = QDir::toNativeSeparators(indexFolder(m_settings));
    m_folder->setText(folder.isEmpty() ? tr("None: there is no home folder") : asLabel(folder));
    m_folder->setToolTip(asToolTip(folder));
    m_standard->setEnabled(!m_settings.cacheFolder().isEmpty());
}

void IndexPlace::choose()
{
    const QString chosen = QFileDialog::getExistingDirectory(this, tr("Folder for indexes of datasets"),
                                                             m_settings.cacheFolder());
    if (!chosen.isEmpty())
        m_settings.setCacheFolder(chosen);
}

IndexUse::IndexUse(Settings& settings, QWidget* parent)
    : QWidget(parent),
      m_settings(settings),
      m_use(new QLabel(this)),
      m_clear(new QPushButton(tr("Clear"), this))
{
    m_use->setObjectName(QStringLiteral("indexUse"));
    m_clear->setObjectName(QStringLiteral("clearIndexes"));
    m_clear->setAccessibleName(tr("Delete all indexes"));
    m_clear->setEnabled(false);
    auto* layout = rowOf(this);
    layout->addWidget(m_use, 1);
    layout->addWidget(m_clear);
    setFocusProxy(m_clear);
    connect(m_clear, &QPushButton::clicked, this, [this] { run(true); });
    connect(&m_settings, &Settings::changed, this, &IndexUse::look);
    look();
}

void IndexUse::look()
{
    run(false);
}

void IndexUse::run(bool deletesFirst)
{
    m_task.run(
        [folder = std::filesystem::path(fromQt(indexFolder(m_settings))), deletesFirst](const Job&) {
            if (deletesFirst)
                deleteIndexes(folder);
            Use use;
            for (const KeptIndex& index : keptIndexes(folder)) {
                use.bytes += index.size;
                use.count += index.isAddition ? 0 : 1;
            }
            return use;
        },
        [this](const Use& use) { showUse(use); });
}

void IndexUse::showUse(const Use& use)
{
    m_use->setText(use.count == 0 ? tr("No indexes are kept")
                                  : tr("%1 in %2")
                                        .arg(QLocale().formattedDataSize(static_cast<qint64>(use.bytes), 1,
                                                                         QLocale::DataSizeTraditionalFormat),
                                             tr("%Ln index(es)", nullptr, static_cast<int>(use.count))));
    m_clear->setEnabled(use.count > 0);
}

} // namespace duologue::ui
