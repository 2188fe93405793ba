// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"
#include "core/load/record_reader.h"
#include "ui/panels/panel.h"
#include "ui/views/find/find_bar.h"
#include "ui/views/raw/raw_find.h"
#include "ui/views/raw/raw_view.h"
#include "ui/work/call_queue.h"
#include "ui/work/latest_task.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QLabel>
#include <QVBoxLayout>
#include <filesystem>
#include <optional>
#include <string>

namespace duologue::ui {

namespace {

struct RawPanels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

/// Why the bytes of a value could not be written into the file; empty if they were. Any thread.
Phrase saveBytes(const Snapshot& snapshot, Row row, const std::string& pointer,
                 const std::filesystem::path& path)
{
    const auto bytes = readBytes(snapshot, row, pointer);
    if (!bytes)
        return bytes.problem().detail;
    AtomicFile file(path, AtomicFile::Existing::Replace);
    return file.error().empty() && file.write(bytes.value()) && file.commit() ? Phrase() : file.error();
}

/// The raw record with its find bar, the JSON pointer of the cursor and the type of its column.
class RawPanel final : public QWidget {
public:
    RawPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_view(new RawView(this)),
          m_find(new RawFind(*m_view)),
          m_bar(new FindBar(*m_find, RawPanels::tr("Find in this record"), this)),
          m_pointer(new QLabel(this))
    {
        setObjectName(QStringLiteral("rawPanel"));
        setFocusProxy(m_view);
        m_pointer->setObjectName(QStringLiteral("rawPointer"));
        m_pointer->setTextFormat(Qt::PlainText);
        m_pointer->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_pointer->setContentsMargins(8, 2, 8, 2);
        m_pointer->setMinimumWidth(1);
        m_pointer->setToolTip(RawPanels::tr("JSON pointer of the cursor position"));
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_view, 1);
        layout->addWidget(m_bar);
        layout->addWidget(m_pointer);
        connect(&m_workspace, &Workspace::currentChanged, this, [this] { m_deferred.request(); });
        connect(&m_workspace, &Workspace::problemShown, this, [this](const Problem& problem) {
            m_wanted = problem;
            showWanted();
        });
        connect(m_view, &RawView::findRequested, this, [this] { m_bar->open(); });
        connect(m_view, &RawView::stepRequested, m_find, &RawFind::step);
        connect(m_view, &RawView::saveRequested, this, &RawPanel::save);
        connect(m_view, &QPlainTextEdit::cursorPositionChanged, this, [this] { showPointer(); });
        connect(m_view, &RawView::recordShown, this, [this] { showPointer(); });
        connect(m_bar, &FindBar::closed, m_view, [this] { m_view->setFocus(); });
        showRecord();
    }

private:
    void showRecord()
    {
        m_view->showRecord(m_workspace.current());
        showWanted();
    }

    /// The record of the problem may still be read.
    void showWanted()
    {
        const DecodedRecordPtr& record = m_workspace.current();
        if (m_deferred.isPending() || !m_wanted || !record || record->row != m_workspace.currentRow())
            return;
        m_view->showProblem(*m_wanted);
        m_wanted.reset();
    }

    void showPointer()
    {
        const QString pointer = m_view->pointer();
        const QString type = m_view->columnType();
        m_pointer->setText((pointer.isEmpty() ? QStringLiteral("/") : asLabel(pointer)) +
                           (type.isEmpty() ? QString() : QStringLiteral("   ") + type));
    }

    void save(const QString& pointer, const QString& suffix)
    {
        const DecodedRecordPtr record = m_workspace.current();
        if (!record)
            return;
        const QString name = QStringLiteral("bytes.") + (suffix.isEmpty() ? QStringLiteral("bin") : suffix);
        const QString path = QFileDialog::getSaveFileName(this, RawPanels::tr("Save bytes"), name);
        // The dataset may have changed while the dialog was open.
        if (path.isEmpty() || m_workspace.current() != record)
            return;
        const SnapshotPtr snapshot = m_workspace.view()->snapshot;
        m_save.run([snapshot, row = record->row, pointer = fromQt(pointer), target = path.toStdString()](
                       const Job&) { return saveBytes(*snapshot, row, pointer, target); },
                   [this, path](const Phrase& fault) {
                       if (fault.empty())
                           m_workspace.report(RawPanels::tr("Saved:"), path);
                       else
                           m_workspace.report(RawPanels::tr("Saving the bytes failed:"), translated(fault));
                   });
    }

    Workspace& m_workspace;
    RawView* m_view;
    RawFind* m_find;
    FindBar* m_bar;
    QLabel* m_pointer;
    std::optional<Problem> m_wanted;
    LatestTask<Phrase> m_save;
    /// Deferred, because another tab usually hides it.
    DeferredCall m_deferred{[this] { showRecord(); }};
};

} // namespace

PanelSpec rawPanel()
{
    return {
        QStringLiteral("raw"), RawPanels::tr("Raw"), PanelArea::Bottom,
        [](Workspace& workspace, QWidget* parent) -> QWidget* { return new RawPanel(workspace, parent); }};
}

} // namespace duologue::ui
