// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exporter.h"
#include "core/export/row_choice.h"
#include "ui/work/field_choice.h"

#include <QString>
#include <QWidget>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace duologue::ui {

/// Which of the rows are exported.
enum class ExportRows { Filtered, Selected, All };

/// What the user has chosen for an export.
struct ExportChoices {
    /// Null for a PDF document, which the window prints itself.
    const ExporterSpec* exporter = nullptr;
    ExportRows rows = ExportRows::Filtered;
    ExportOptions options;
    /// What checks have found is written along.
    bool writesFindings = false;
    RowChoice choice;
};

/// The choices of an export: target, rows, languages, fields, sample and split. They are kept for the next
/// time. GUI thread.
class ExportForm : public QWidget {
    Q_OBJECT

public:
    /// How many rows there are of each kind.
    struct RowCounts {
        std::size_t filtered = 0;
        std::size_t selected = 0;
        /// The choice of all, with their number (allText()).
        QString all;
        bool isFiltered = false;
    };

    /// `fields` are those of the dataset; `hasFindings`: checks have looked at it, so that there is something
    /// to write along.
    ExportForm(const RowCounts& counts, std::vector<FieldItem> fields, bool hasFindings,
               QWidget* parent = nullptr);

    /// What is chosen; a split that cannot be read is left out (see mistake()).
    ExportChoices choices() const;
    /// Why the choices make no sense by themselves; empty if they do.
    QString mistake() const;
    /// Keeps the choices for the next time.
    void store() const;

Q_SIGNALS:
    void changed();

private:
    void addTargets();
    void addRows(const RowCounts& counts);
    QWidget* makeSplitBox();
    /// A line that names fields, with a button that lets the user choose them from a list.
    void addFieldRow(QFormLayout& form, const QString& label, QLineEdit& line, bool isOne);
    void chooseFields(QLineEdit& line, const QString& title, bool isOne);
    void restore();
    void showTarget();

    const std::vector<FieldItem> m_fields;
    QComboBox* m_target;
    QLabel* m_summary;
    QComboBox* m_rows;
    QComboBox* m_language;
    QCheckBox* m_system;
    QCheckBox* m_findings;
    const bool m_hasFindings;
    QLineEdit* m_columns;
    QLineEdit* m_dedup;
    QSpinBox* m_sample;
    QLineEdit* m_per;
    QLineEdit* m_split;
    QLineEdit* m_stratify;
    QLineEdit* m_group;
    QSpinBox* m_seed;
};

} // namespace duologue::ui
