// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"
#include "ui/views/find/find_bar.h"
#include "ui/views/raw/raw_find.h"
#include "ui/views/raw/raw_view.h"
#include "ui/work/call_queue.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QLabel>
#include <QVBoxLayout>
#include <optional>

namespace duologue::ui {

namespace {

struct RawPanels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

/// The raw record with its find bar and the JSON pointer of the cursor.
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
        m_pointer->setText(pointer.isEmpty() ? QStringLiteral("/") : asLabel(pointer));
    }

    Workspace& m_workspace;
    RawView* m_view;
    RawFind* m_find;
    FindBar* m_bar;
    QLabel* m_pointer;
    std::optional<Problem> m_wanted;
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
