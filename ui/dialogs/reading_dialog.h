// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format_keys.h"
#include "core/formats/inferred/format_guess.h"
#include "core/load/record_reader.h"
#include "core/load/record_shapes.h"
#include "ui/app/tasks.h"

#include <QDialog>
#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

class QPushButton;

namespace duologue::ui {

namespace Ui {
class ReadingDialog;
class SaveDescriptionDialog;
} // namespace Ui

/// "<folder>/<name>.duologue-format.json"
QString descriptionPath(const QString& name, const QString& folder);

/// Asks for the name of a description and whether it is for the data beside it or for all datasets.
class SaveDescriptionDialog : public QDialog {
    Q_OBJECT

public:
    /// `paths` are the opened ones, `taken` the ids of all formats, `current` that of the description that is
    /// being changed, if there is one.
    SaveDescriptionDialog(const QStringList& paths, QStringList taken, QString current, QWidget* parent);
    ~SaveDescriptionDialog() override;

    QString name() const;
    QString folder() const;

    /// Asks before a file is replaced.
    void accept() override;

private:
    void check();

    QStringList m_taken;
    QString m_current;
    QString m_dataFolder;
    const std::unique_ptr<Ui::SaveDescriptionDialog> m_ui;
};

class KeyUseModel;
class ShapeModel;
class SpeakerModel;
class TranscriptView;
class Workspace;

/// "How this is read": the shapes of the records with the reasons why each is read as it is; and for one of
/// them sample records. The user can choose another of the ways in which they can be read, give keys another
/// meaning, and say who the speakers are. The sample conversation follows at once, and the choices can be
/// saved as a description of the format. GUI thread.
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
        /// None if it is of no shape.
        std::optional<Row> row;
    };
    /// Records of one shape, the one that is shown first, and how they can be read. Immutable once made.
    struct Examples {
        std::vector<DecodedRecordPtr> records;
        std::vector<JsonView> roots;
        /// Some records of each other shape, but for those that the user's own description reads.
        std::vector<DecodedRecordPtr> others;
        /// How they are read now; if it is not `exact`, the description that comes near.
        FormatDescription current;
        bool isExact = false;
        std::vector<SuggestedReading> readings;
    };
    using ExamplesPtr = std::shared_ptr<const Examples>;
    struct Sample {
        /// Null if nothing describes a conversation.
        DecodedRecordPtr record;
        std::vector<Speaker> speakers;
    };
    /// Entries of the list of readings that are not suggestions, whose data is their index.
    enum Choice { AsItIsNow = -1, KeyByKey = -2, NoConversation = -3 };

    static Counted count(SnapshotPtr snapshot, std::optional<Row> current, const Job& job);
    static ExamplesPtr examplesOf(const Snapshot& snapshot, const std::vector<Row>& rows,
                                  const std::vector<Row>& others, const Job& job);
    std::vector<Row> rowsBut(const RecordShape* own) const;

    void setUpKeys();
    void setUpSpeakers();
    void takeCounted(Counted counted);
    void showReason();
    void showShape();
    void refreshOthers();
    void takeExamples(ExamplesPtr examples);
    void fillReadings();
    void pickReading(int choice);
    void selectReading(int choice);
    void showCoverage();
    void showKeys(KeyChoices choices);
    void showRecord(int index);
    void reset();
    void changeSample();
    void refreshSample();
    void showSample(DecodedRecordPtr record);
    void takeSpeakers(std::vector<Speaker> speakers);
    DecodedRecordPtr example() const;
    void askAndSave();
    bool isDescribed() const;
    bool canBeSaved() const;
    bool hasOwnRules() const;

    Workspace& m_workspace;
    SnapshotPtr m_snapshot;
    ShapeModel* m_shapes;
    KeyUseModel* m_keys;
    SpeakerModel* m_speakers;
    const std::unique_ptr<Ui::ReadingDialog> m_ui;
    TranscriptView* m_sample;
    QPushButton* m_save = nullptr;
    QPushButton* m_reset = nullptr;
    /// The current record, and the index of its shape; none if it is of no shape.
    std::optional<Row> m_currentRow;
    int m_currentShape = 0;
    /// Null until they are read.
    ExamplesPtr m_examples;
    /// The index of the record whose keys are shown.
    int m_shown = 0;
    /// The user has changed how records are read and not saved it.
    bool m_isChanged = false;
    LatestTask<Counted> m_countTask;
    LatestTask<ExamplesPtr> m_exampleTask;
    LatestTask<Sample> m_sampleTask;
};

} // namespace duologue::ui
