// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/save_description_dialog.h"

#include "ui/work/format_folder.h"
#include "ui/work/qt_text.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>

namespace duologue::ui {

namespace {

/// The opened folder, or the folder of the opened file.
QString folderOf(const QStringList& paths)
{
    if (paths.isEmpty())
        return {};
    const QFileInfo first(paths.front());
    return first.isDir() ? first.absoluteFilePath() : first.absolutePath();
}

} // namespace

QString descriptionPath(const QString& name, const QString& folder)
{
    return QDir(folder).filePath(name + QStringLiteral(".duologue-format.json"));
}

SaveDescriptionDialog::SaveDescriptionDialog(const QStringList& paths, QStringList taken, QString current,
                                             QWidget* parent)
    : QDialog(parent),
      m_taken(std::move(taken)),
      m_current(std::move(current)),
      m_dataFolder(folderOf(paths)),
      m_name(new QLineEdit(this)),
      m_besideData(new QRadioButton(tr("For &this data, in its folder"), this)),
      m_forAll(new QRadioButton(tr("For &all datasets, in the settings folder"), this)),
      m_note(new QLabel(this))
{
    setWindowTitle(tr("Save format"));
    m_name->setObjectName(QStringLiteral("descriptionName"));
    m_name->setText(m_current.isEmpty() ? QFileInfo(m_dataFolder).fileName() : m_current);
    m_name->selectAll();
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setMinimumWidth(420);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_save = buttons->button(QDialogButtonBox::Save);
    (m_dataFolder.isEmpty() ? m_forAll : m_besideData)->setChecked(true);
    m_besideData->setEnabled(!m_dataFolder.isEmpty());
    auto* layout = new QFormLayout(this);
    layout->addRow(tr("&Name:"), m_name);
    layout->addRow(m_besideData);
    layout->addRow(m_forAll);
    layout->addRow(m_note);
    layout->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_name, &QLineEdit::textChanged, this, &SaveDescriptionDialog::check);
    connect(m_besideData, &QRadioButton::toggled, this, &SaveDescriptionDialog::check);
    check();
}

QString SaveDescriptionDialog::name() const
{
    return m_name->text().trimmed();
}

QString SaveDescriptionDialog::folder() const
{
    return m_besideData->isChecked() ? m_dataFolder : userFormatFolder();
}

void SaveDescriptionDialog::check()
{
    const QString path = descriptionPath(name(), folder());
    QString why;
    if (name().isEmpty())
        why = tr("Give it a name.");
    else if (name().contains(QLatin1Char('/')) || name().startsWith(QLatin1Char('.')))
        why = tr("The name cannot contain \"/\" or begin with a dot.");
    else if (m_taken.contains(name()) && name() != m_current && !QFileInfo::exists(path))
        why = tr("Another format is called so. Choose another name.");
    m_save->setEnabled(why.isEmpty());
    m_note->setText(why.isEmpty() ? asLabel(QDir::toNativeSeparators(path)) : why);
}

void SaveDescriptionDialog::accept()
{
    const QString path = descriptionPath(name(), folder());
    // The description that is being changed is meant to be replaced.
    if (QFileInfo::exists(path) && name() != m_current &&
        QMessageBox::question(
            this, windowTitle(),
            tr("%1 exists already. Replace it?").arg(asLabel(QFileInfo(path).fileName()))) !=
            QMessageBox::Yes)
        return;
    QDialog::accept();
}

} // namespace duologue::ui
