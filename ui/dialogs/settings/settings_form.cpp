// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings/settings_form.h"

#include "ui/models/words/other_language.h"
#include "ui/views/widgets/metrics.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kTitleWidth = 24 * kGrid;

/// A text and what it is in the other language.
QString inBoth(const QString& text)
{
    return text + QLatin1Char(' ') + OtherLanguage::instance().of(text).join(QLatin1Char(' ')) +
           QLatin1Char(' ');
}

QLabel* wrapping(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

SettingsForm::SettingsForm(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, 2 * kGrid);
    m_layout->setSpacing(kGrid);
    m_layout->addStretch();
}

void SettingsForm::addSection(const QString& title)
{
    auto* heading = new QLabel(title, this);
    QFont font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    heading->setContentsMargins(0, m_sections.empty() ? 0 : 2 * kGrid, 0, 0);
    m_layout->insertWidget(m_layout->count() - 1, heading);
    m_sections.push_back({title, heading, {}});
}

void SettingsForm::addRow(const QString& title, QWidget* control, const QString& hint)
{
    auto* row = new QWidget(this);
    auto* layout = new QGridLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(2 * kGrid);
    layout->setVerticalSpacing(kHalfGrid);
    auto* name = wrapping(title, row);
    name->setBuddy(control);
    name->setFixedWidth(kTitleWidth);
    control->setParent(row);
    if (control->accessibleName().isEmpty())
        control->setAccessibleName(title);
    layout->addWidget(name, 0, 0, Qt::AlignTop);
    const bool isFixed = control->sizePolicy().horizontalPolicy() == QSizePolicy::Fixed;
    layout->addWidget(control, 0, 1, isFixed ? Qt::AlignLeft : Qt::Alignment());
    layout->setColumnStretch(1, 1);
    if (!hint.isEmpty()) {
        auto* explained = wrapping(hint, row);
        explained->setForegroundRole(QPalette::PlaceholderText);
        layout->addWidget(explained, 1, 1);
        control->setAccessibleDescription(hint);
    }
    m_layout->insertWidget(m_layout->count() - 1, row);
    Section& section = m_sections.back();
    section.rows.push_back({row, inBoth(section.title) + inBoth(title) + inBoth(hint)});
}

QStringList SettingsForm::sections() const
{
    QStringList titles;
    for (const Section& section : m_sections)
        titles << section.title;
    return titles;
}

QWidget* SettingsForm::heading(int section) const
{
    const auto index = static_cast<std::size_t>(section);
    return section >= 0 && index < m_sections.size() ? m_sections[index].heading : nullptr;
}

bool SettingsForm::isSectionShown(int section) const
{
    const QWidget* found = heading(section);
    return found != nullptr && !found->isHidden();
}

int SettingsForm::find(const QString& words)
{
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    int shown = 0;
    for (const Section& section : m_sections) {
        const int before = shown;
        for (const Row& row : section.rows) {
            const bool fits = std::all_of(wanted.begin(), wanted.end(), [&row](const QString& word) {
                return row.words.contains(word, Qt::CaseInsensitive);
            });
            row.widget->setVisible(fits);
            shown += fits ? 1 : 0;
        }
        section.heading->setVisible(shown > before);
    }
    return shown;
}

} // namespace duologue::ui
