// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/shapes/shapes_of.h"
#include "core/table/decoded_record.h"
#include "ui/work/latest_task.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTableView;
class QTreeView;

namespace duologue::ui {

class KeyUseModel;
class PlainLabel;
class ShapeModel;
class TranscriptView;
class Workspace;

/// "How this is read": the shapes of the records with the reasons why each is read as it is; and for one of
/// them a sample record, whose keys the user can give another meaning. The sample conversation follows at
/// once, and the choices can be saved as a description of the format. GUI thread.
class ReadingDialog : public QDialog {
    Q_OBJECT

public:
    ReadingDialog(Workspace& workspace, QWidget* parent);
    ~ReadingDialog() override;

    /// Looks at the records again and shows the shape of the current one.
    void start();
    bool hasUnsavedChoices() const { return m_isChanged; }
    /// Writes the description into the folder and reads the dataset again. False, after saying why, if it
    /// cannot be written. `name` is also that of the file.
    bool saveAs(const QString& name, const QString& folder);

private:
    struct Counted {
        SnapshotPtr snapshot;
        ShapeTally tally;
        /// The index of the current record's shape.
        int current = 0;
        /// Null if there is no current record.
        DecodedRecordPtr record;
    };

    static Counted count(SnapshotPtr snapshot, std::optional<Row> current, const Job& job);

    QWidget* makeShapes();
    QWidget* makeSample();
    void takeCounted(Counted counted);
    void showReason();
    void showShape();
    void takeExample(DecodedRecordPtr record);
    void reset();
    void changeSample();
    void showSample(DecodedRecordPtr record);
    void askAndSave();
    bool isDescribed() const;

    Workspace& m_workspace;
    SnapshotPtr m_snapshot;
    ShapeModel* m_shapes;
    KeyUseModel* m_keys;
    QTableView* m_table = nullptr;
    QTreeView* m_tree = nullptr;
    PlainLabel* m_why = nullptr;
    PlainLabel* m_gaps = nullptr;
    QLabel* m_caption = nullptr;
    TranscriptView* m_sample = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_reset = nullptr;
    PlainLabel* m_status = nullptr;
    /// The record whose keys are shown; null until it is read.
    DecodedRecordPtr m_example;
    /// The user has changed what keys are taken for and not saved it.
    bool m_isChanged = false;
    LatestTask<Counted> m_countTask;
    LatestTask<DecodedRecordPtr> m_exampleTask;
    LatestTask<DecodedRecordPtr> m_sampleTask;
};

} // namespace duologue::ui
