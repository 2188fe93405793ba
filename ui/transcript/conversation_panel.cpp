// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/load/record_reader.h"
#include "core/query/stops.h"
#include "ui/app/running_jobs.h"
#include "ui/app/settings.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/view.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/transcript/comparison_view.h"
#include "ui/transcript/conversation_printer.h"
#include "ui/transcript/transcript_find.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/find_bar.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/value_menu.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QLabel>
#include <QMenu>
#include <QPrintDialog>
#include <QPrinter>
#include <QToolButton>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

class TranscriptView;
class Workspace;

/// Adds the print actions to a transcript: print or save as PDF the selected or the matching conversations.
/// Errors are reported at the top of the window.
void addPrintActions(TranscriptView& transcript, Workspace& workspace);

namespace {

constexpr int kDotsPerInch = 96;

struct PrintActionsWords {
    Q_DECLARE_TR_FUNCTIONS(PrintActions)
};

/// The first selected rows, or the current row if it is not among them.
std::vector<Row> selectedRows(const Workspace& workspace)
{
    std::vector<Row> rows = workspace.selectedRows();
    // Keys and links can open a conversation that is not selected; then that one is meant.
    if (const auto current = workspace.currentRow();
        current && std::ranges::find(rows, *current) == rows.end())
        rows = {*current};
    rows.resize(std::min(rows.size(), ConversationPrinter::kMost));
    return rows;
}

/// The first rows that match the filter, in the order of the table.
std::vector<Row> shownRows(const Workspace& workspace)
{
    const RowOrder& order = workspace.view()->order;
    const std::size_t count = std::min(order.size(), ConversationPrinter::kMost);
    return {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count)};
}

void addAction(TranscriptView& transcript, const char* name, const QString& text, const QKeySequence& keys,
               std::function<void()> triggered)
{
    auto* action = new QAction(text, &transcript);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(keys);
    setMenuSection(*action, MenuSection::Print);
    QObject::connect(action, &QAction::triggered, &transcript, std::move(triggered));
    transcript.addAction(action);
}

} // namespace

void addPrintActions(TranscriptView& transcript, Workspace& workspace)
{
    auto* printer = new ConversationPrinter(&transcript);
    // Where the running print goes: a file, or nothing for a printer.
    struct Target {
        QString path;
        std::shared_ptr<PdfFile> file;
        JobEntry job;
        std::uint64_t done = 0;
    };
    const auto target = std::make_shared<Target>();
    QObject::connect(
        printer, &ConversationPrinter::finished, &workspace, [&workspace, target](bool well, int pages) {
            const bool isWritten = well && (target->file == nullptr || target->file->commit());
            target->file.reset();
            target->job.end(isWritten ? PrintActionsWords::tr("%Ln page(s)", nullptr, pages) : QString());
            if (!isWritten)
                workspace.report(PrintActionsWords::tr("Printing failed:"),
                                 PrintActionsWords::tr("cannot write to the file or printer."));
            else if (target->path.isEmpty())
                workspace.report(PrintActionsWords::tr("Sent to the printer:"),
                                 PrintActionsWords::tr("%Ln page(s)", nullptr, pages));
            else
                workspace.report(PrintActionsWords::tr("Saved as PDF:"),
                                 PrintActionsWords::tr("%1 (%2)").arg(
                                     target->path, PrintActionsWords::tr("%Ln page(s)", nullptr, pages)));
        });
    QObject::connect(printer, &ConversationPrinter::progressed, printer,
                     [target](std::size_t conversations) { target->done = conversations; });
    // The rows are determined after the dialog, because the dataset may have changed while it was open.
    using RowsOf = std::vector<Row> (*)(const Workspace&);
    const auto begin = [&transcript, &workspace, printer, target](std::shared_ptr<QPagedPaintDevice> device,
                                                                  RowsOf rowsOf) {
        const TranscriptDocument* shown = transcript.transcript();
        std::vector<Row> rows = rowsOf(workspace);
        target->done = 0;
        target->job.begin(
            PrintActionsWords::tr("Printing"),
            [job = target.get(), count = rows.size()] {
                return JobAmount{job->done, count, JobAmount::Unit::Conversations};
            },
            [printer, job = target.get()] {
                printer->cancel();
                job->file.reset();
                job->job.end();
            });
        printer->print(std::move(device), workspace.view()->snapshot, std::move(rows), transcript.mode(),
                       transcript.font(), shown != nullptr ? shown->style().fonts : ReadingFonts());
    };
    const auto savePdf = [&transcript, &workspace, printer, begin, target](RowsOf rowsOf) {
        if (rowsOf(workspace).empty())
            return;
        const QString path = QFileDialog::getSaveFileName(&transcript, PrintActionsWords::tr("Save as PDF"),
                                                          PrintActionsWords::tr("conversation.pdf"),
                                                          PrintActionsWords::tr("PDF (*.pdf)"));
        if (path.isEmpty())
            return;
        target->path = path;
        target->file = std::make_shared<PdfFile>(path, transcript.shownSource().fileName);
        if (target->file->isOpen())
            begin(target->file, rowsOf);
        else
            Q_EMIT printer->finished(false, 0);
    };
    const auto onPaper = [&transcript, &workspace, begin, target](RowsOf rowsOf) {
        target->path.clear();
        target->file.reset();
        auto device = std::make_shared<QPrinter>(QPrinter::ScreenResolution);
        device->setResolution(kDotsPerInch);
        // Print dialogs suggest it as a file name.
        device->setDocName(asLabel(QFileInfo(transcript.shownSource().fileName).completeBaseName()));
        QPrintDialog dialog(device.get(), &transcript);
        if (!rowsOf(workspace).empty() && dialog.exec() == QDialog::Accepted)
            begin(std::move(device), rowsOf);
    };
    addAction(
        transcript, "printSelected",
        PrintActionsWords::tr("Print selected conversations (at most %1)…").arg(ConversationPrinter::kMost),
        {Qt::CTRL | Qt::Key_P}, [onPaper] { onPaper(&selectedRows); });
    addAction(
        transcript, "printAll",
        PrintActionsWords::tr("Print shown conversations (at most %1)…").arg(ConversationPrinter::kMost), {},
        [onPaper] { onPaper(&shownRows); });
    addAction(transcript, "savePdf",
              PrintActionsWords::tr("Save selected conversations as PDF (at most %1)…")
                  .arg(ConversationPrinter::kMost),
              {}, [savePdf] { savePdf(&selectedRows); });
    addAction(transcript, "savePdfAll",
              PrintActionsWords::tr("Save shown conversations as PDF (at most %1)…")
                  .arg(ConversationPrinter::kMost),
              {}, [savePdf] { savePdf(&shownRows); });
}

namespace {

/// A place that is shown stands so far from the top, as a part of the height.
constexpr double kPlaceShare = 0.3;
/// In more conversations, stops are counted in the one that is shown alone.
constexpr std::size_t kMostCounted = 2'000'000;
/// The same if records must be read to count their stops.
constexpr std::size_t kMostRead = 100'000;
/// In one conversation.
constexpr std::size_t kMostStops = 100'000;

/// Fields that the header shows, if the dataset has them, and that its menu offers as filters.
std::vector<std::string> headerFields(const Snapshot& snapshot)
{
    std::vector<std::string> keys{"id", "format"};
    for (const std::string& topic : keysWith(snapshot, &FieldTraits::isTopic))
        keys.push_back(topic);
    keys.insert(keys.end(), {"turns", "group", "user"});
    return keys;
}

struct Panels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

const QString kContextKey = QStringLiteral("reading/context_open");
const QString kShareKey = QStringLiteral("reading/first_share");

/// A header that names the conversation, and the conversation.
class ConversationPanel final : public QWidget {
public:
    ConversationPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_title(named<ElidedLabel>("conversationTitle", this)),
          m_stop(named<QLabel>("stopPosition", this)),
          m_position(named<QLabel>("conversationPosition", this)),
          m_transcript(new TranscriptView(workspace, this)),
          m_find(new TranscriptFind(*m_transcript)),
          m_findBar(new FindBar(*m_find, Panels::tr("Find in this conversation"), this)),
          m_comparison(new ComparisonView(workspace, *m_transcript, this))
    {
        setObjectName(QStringLiteral("conversationPanel"));
        setFocusProxy(m_transcript);
        m_position->setTextFormat(Qt::PlainText);
        m_position->setContentsMargins(8, 0, 4, 0);
        m_title->setContextMenuPolicy(Qt::CustomContextMenu);
        m_stop->setTextFormat(Qt::PlainText);
        m_stop->setContentsMargins(8, 0, 4, 0);
        m_previousStop =
            makeButton("previousStop", Qt::LeftArrow, Panels::tr("Previous stop"), [this] { stepStop(-1); });
        m_nextStop = makeButton("nextStop", Qt::RightArrow, Panels::tr("Next stop"), [this] { stepStop(1); });
        m_previous = makeButton("previousConversation", Qt::UpArrow, Panels::tr("Previous conversation"),
                                [this] { step(-1, TranscriptView::Arrival::Left); });
        m_next = makeButton("nextConversation", Qt::DownArrow, Panels::tr("Next conversation"),
                            [this] { step(1, TranscriptView::Arrival::Left); });
        auto* header =
            makeRow(nullptr, {{m_title, 1}, m_comparison->siblingsButton(), m_comparison->pinButton()}, 2,
                    {10, 3, 6, 3});
        connect(m_comparison->pinButton(), &QToolButton::toggled, this, [this] { showPin(); });
        header->addWidget(m_stop);
        header->addWidget(m_previousStop);
        header->addWidget(m_nextStop);
        header->addWidget(m_position);
        header->addWidget(m_previous);
        header->addWidget(m_next);
        auto* line = new QFrame(this);
        line->setFrameShape(QFrame::HLine);
        line->setFrameShadow(QFrame::Plain);
        line->setForegroundRole(QPalette::Mid);
        makeColumn(this, {header, line, {m_comparison, 1}, m_findBar}, 0);
        keepMode();
        connect(m_transcript, &TranscriptView::conversationWanted, this,
                [this](int by, TranscriptView::Arrival arrival) { step(by, arrival); });
        makeFindActions();
        addPrintActions(*m_transcript, m_workspace);
        addActions(m_transcript->actions());
        connect(m_title, &QWidget::customContextMenuRequested, this,
                [this](const QPoint& at) { showMenu(at); });
        connect(&m_workspace, &Workspace::currentChanged, this, [this] {
            rememberRow();
            showTitle();
        });
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            m_rowsRead.clear();
            m_find->forgetOpened();
        });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] {
            takeQuery();
            showTitle();
        });
        connect(&m_workspace, &Workspace::queryChanged, this, &ConversationPanel::takeQuery);
        connect(m_find, &TranscriptFind::changed, this, &ConversationPanel::showStop);
        connect(m_transcript, &TranscriptView::differenceShown, this, &ConversationPanel::showStop);
        connect(m_transcript, &TranscriptView::sourceChanged, this, &ConversationPanel::showStop);
        connect(&m_workspace, &Workspace::stopsChanged, this, &ConversationPanel::showStop);
        takeQuery();
        m_find->setBeyond([this](int by) { return walkOn(by); });
        connect(&m_workspace, &Workspace::textShown, this,
                [this](Row row, std::uint32_t text, std::size_t byte, int message) {
                    m_wanted = WantedText{row, text, byte, message, true};
                    showWantedText();
                });
        connect(&m_workspace, &Workspace::placeShown, this,
                [this](Row row, std::uint32_t text, std::size_t byte, int message) {
                    m_wanted = WantedText{row, text, byte, message, false};
                    showWantedText();
                });
        connect(&m_workspace, &Workspace::currentChanged, this, &ConversationPanel::showWantedText);
        connect(m_findBar, &FindBar::closed, m_transcript, [this] { m_transcript->setFocus(); });
        showTitle();
    }

protected:
    /// A narrow head keeps its room for the name; the menu pins, too.
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        showPin();
    }

private:
    void showPin()
    {
        constexpr int kLetters = 80;
        QToolButton* pin = m_comparison->pinButton();
        pin->setVisible(pin->isChecked() || width() >= kLetters * letterWidth(fontMetrics()));
    }

    /// For stepping on from a conversation that the filter hides.
    void rememberRow()
    {
        constexpr std::size_t kRemembered = 16;
        const auto row = m_workspace.currentRow();
        if (!row || (!m_rowsRead.empty() && m_rowsRead.back() == *row))
            return;
        m_rowsRead.push_back(*row);
        if (m_rowsRead.size() > kRemembered)
            m_rowsRead.erase(m_rowsRead.begin());
    }

    template<typename Slot>
    QToolButton* makeButton(const char* name, Qt::ArrowType arrow, const QString& text, Slot&& slot)
    {
        auto* button = new QToolButton(this);
        button->setObjectName(QLatin1String(name));
        button->setArrowType(arrow);
        button->setAutoRaise(true);
        button->setToolTip(text);
        button->setAccessibleName(text);
        connect(button, &QToolButton::clicked, this, std::forward<Slot>(slot));
        return button;
    }

    void step(int by, TranscriptView::Arrival arrival)
    {
        std::vector<Row> read = m_rowsRead;
        // Its text may still be read.
        if (const auto current = m_workspace.currentRow())
            read.push_back(*current);
        const auto row = stepRow(*m_workspace.view(), read, by, m_workspace.leftPosition());
        if (!row)
            return;
        m_transcript->arriveAt(*row, arrival);
        m_workspace.setCurrentRow(row);
    }

    /// Keeps for the next start whether Markdown is rendered, whether the context is open, and how the
    /// columns share the width; and the first of these in views.
    void keepMode()
    {
        TranscriptMode mode = m_transcript->mode();
        mode.isContextOpen = storedSetting(kContextKey).toBool();
        mode.firstShare = storedSetting(kShareKey).toDouble();
        mode.markdown = Settings().rendersMarkdown();
        m_transcript->setMode(mode);
        connect(&m_workspace, &Workspace::partsCollected, this,
                [this](SavedView& view) { view.markdown = m_transcript->mode().markdown; });
        connect(&m_workspace, &Workspace::partsOpened, this, [this](const SavedView& view) {
            TranscriptMode wanted = m_transcript->mode();
            wanted.markdown = view.markdown.value_or(wanted.markdown);
            m_transcript->setMode(wanted);
        });
        connect(m_transcript, &TranscriptView::modeChanged, this, [this] {
            const TranscriptMode& shown = m_transcript->mode();
            if (storedSetting(kContextKey).toBool() != shown.isContextOpen)
                storeSetting(kContextKey, shown.isContextOpen);
            if (storedSetting(kShareKey).toDouble() != shown.firstShare)
                storeSetting(kShareKey, shown.firstShare);
            if (Settings settings; settings.rendersMarkdown() != shown.markdown)
                settings.setRendersMarkdown(shown.markdown);
        });
    }

    /// "37 of 220", "37 of 220 read" while there may be more: the place among the rows that are shown.
    void showPosition()
    {
        const RowOrder& order = m_workspace.view()->order;
        const auto found = m_workspace.currentRow()
                               ? std::find(order.begin(), order.end(), *m_workspace.currentRow())
                               : order.end();
        const QString count = countText(order.size());
        const QString text =
            order.empty() || !m_workspace.currentRow() ? QString()
            : found == order.end()
                ? Panels::tr("not in the filter (%1)").arg(count)
                : (m_workspace.snapshot().complete
                       ? Panels::tr("%1 of %2", "position among conversations")
                       : Panels::tr("%1 of %2 read", "position among conversations"))
                      .arg(countText(static_cast<std::uint64_t>(found - order.begin()) + 1), count);
        m_position->setText(text);
        m_position->setAccessibleName(Panels::tr("Position among the conversations shown: %1").arg(text));
        m_position->setToolTip(Panels::tr("Position among the conversations shown"));
    }

    void makeFindActions()
    {
        const auto add = [this](const char* name, const QString& text, const QList<QKeySequence>& keys,
                                auto&& slot) {
            auto* action = new QAction(text, m_transcript);
            action->setObjectName(QLatin1String(name));
            action->setShortcuts(keys);
            action->setShortcutContext(Qt::WindowShortcut);
            setMenuSection(*action, MenuSection::Find);
            connect(action, &QAction::triggered, this, slot);
            m_transcript->addAction(action);
        };
        add("findInConversation", Panels::tr("Find in conversation…"), {{Qt::CTRL | Qt::Key_F}}, [this] {
            const QString selected = m_transcript->selection().text();
            m_findBar->open(selected.contains(QLatin1Char('\n')) ? QString() : selected);
        });
        add("findNext", Panels::tr("Next stop"), {{Qt::Key_F3}, {Qt::Key_Period}}, [this] { stepStop(1); });
        add("findPrevious", Panels::tr("Previous stop"), {{Qt::SHIFT | Qt::Key_F3}, {Qt::Key_Comma}},
            [this] { stepStop(-1); });
    }

    /// Over the find bar's word, what a panel shows, what the query asks for, what distinguishes the
    /// candidates, or annotated hallucinations: whichever there is first.
    void stepStop(int by)
    {
        const Workspace::StopSource* const source = m_workspace.stopSource();
        const TranscriptDocument* const transcript = m_transcript->transcript();
        if (auto* beside = qobject_cast<TranscriptView*>(QApplication::focusWidget());
            beside != nullptr && beside != m_transcript)
            Q_EMIT beside->stopWanted(by);
        else if (m_find->hasOwnPattern())
            m_find->step(by);
        else if (source != nullptr)
            source->step(by);
        else if (m_find->hasRules())
            m_find->step(by);
        else if (transcript != nullptr && transcript->conversation().candidates.size() > 1) {
            if (!m_transcript->stepDifference(by))
                walkToDifference(by);
        } else if (!m_workspace.snapshot().messages.column(MessageColumn::Hallucination).codes.empty())
            m_workspace.stepToMark(by);
        else if (isVisible())
            m_findBar->open();
    }

    /// In the next conversation whose candidates differ, or in this one from its other end.
    void walkToDifference(int by)
    {
        const ViewPtr& view = m_workspace.view();
        const RowOrder rows = rowsAfterCurrent(by);
        m_walk.run(
            [snapshot = view->snapshot, rows](const Job& job) -> std::optional<Row> {
                for (const Row row : rows) {
                    if (job.stopRequested())
                        return std::nullopt;
                    const auto record = readRecord(*snapshot, row);
                    if (record && differencesOf(record.value()->conversation).count > 0)
                        return row;
                }
                return std::nullopt;
            },
            [this, by, from = m_workspace.currentRow()](std::optional<Row> row) {
                if (m_workspace.currentRow() != from || !row)
                    return;
                if (row == from) {
                    const QString action =
                        by > 0 ? QStringLiteral("differenceNext") : QStringLiteral("differencePrevious");
                    m_transcript->action(action)->trigger();
                    return;
                }
                m_transcript->arriveAtDifference(by);
                m_workspace.setCurrentRow(row);
            });
    }

    /// From the conversation after the current one to itself, in the direction of a step. Empty if it is not
    /// shown.
    RowOrder rowsAfterCurrent(int by) const
    {
        const RowOrder& order = m_workspace.view()->order;
        const auto current = m_workspace.currentRow();
        const auto found = current ? std::find(order.begin(), order.end(), *current) : order.end();
        if (found == order.end())
            return {};
        RowOrder rows(found + 1, order.end());
        rows.insert(rows.end(), order.begin(), found + 1);
        if (by < 0)
            std::reverse(rows.begin(), rows.end() - 1);
        return rows;
    }

    /// The query or the rows are new: what it asks for, and how many stops each conversation has.
    void takeQuery()
    {
        const ViewPtr view = m_workspace.view();
        m_find->setQuery(m_workspace.query(), view->snapshot);
        m_counts.cancel();
        m_stopsBefore.clear();
        showStop();
        std::vector<StopRule> rules = stopRulesOf(*view->snapshot, m_workspace.query());
        const bool readsRecords = std::ranges::any_of(
            rules, [](const StopRule& rule) { return rule.kind != StopRule::Kind::Messages; });
        if (rules.empty() || !answers(*view, m_workspace.query()) ||
            view->order.size() > (readsRecords ? kMostRead : kMostCounted))
            return;
        m_counts.run(
            [view, rules = std::move(rules)](const Job& job) {
                const auto counts = countStops(*view->snapshot, view->order, rules, kMostStops, job);
                std::vector<std::uint64_t> before(1, 0);
                before.reserve(counts.size() + 1);
                for (const std::uint32_t count : counts)
                    before.push_back(before.back() + count);
                return before;
            },
            [this, view](std::vector<std::uint64_t> before) {
                if (m_workspace.view() != view)
                    return;
                m_stopsBefore = std::move(before);
                showStop();
            });
    }

    /// "stop 7 of 61": the place among the stops of all conversations that are shown. While they are being
    /// counted, and for a word of the find bar, the place in this conversation.
    void showStop()
    {
        const Workspace::StopSource* const source =
            m_find->hasOwnPattern() ? nullptr : m_workspace.stopSource();
        const auto [difference, differences] = m_transcript->differencePosition();
        const bool hasRules = m_find->hasRules() && m_workspace.currentRow().has_value();
        const bool isShown = source != nullptr || hasRules || differences > 0;
        for (QWidget* part : std::initializer_list<QWidget*>{m_stop, m_previousStop, m_nextStop})
            part->setVisible(isShown);
        if (!isShown)
            return;
        if (source != nullptr) {
            const auto [at, all] = source->position();
            showStopText(at, all, true);
            return;
        }
        if (!hasRules) {
            showStopText(static_cast<std::uint64_t>(difference), static_cast<std::uint64_t>(differences),
                         false);
            return;
        }
        const std::size_t here = m_find->found().hits.size();
        const int current = m_find->current();
        const RowOrder& order = m_workspace.view()->order;
        const auto found = std::find(order.begin(), order.end(), *m_workspace.currentRow());
        const bool isCounted =
            !m_find->hasOwnPattern() && found != order.end() && m_stopsBefore.size() == order.size() + 1;
        const std::size_t at = current < 0 ? 0 : static_cast<std::size_t>(current) + 1;
        // What the text does not show is in a field of the inspector.
        const QString field =
            current < 0 ? QString()
                        : toQt(m_find->found().hits[static_cast<std::size_t>(current)].unshownField);
        if (isCounted)
            showStopText(at == 0 ? 0 : m_stopsBefore[static_cast<std::size_t>(found - order.begin())] + at,
                         m_stopsBefore.back(), true, field);
        else
            showStopText(at, here, false, field);
    }

    /// `at` is 0 for no current stop. `isOfAll` tells that the numbers are of all conversations that are
    /// shown.
    void showStopText(std::uint64_t at, std::uint64_t all, bool isOfAll, const QString& field = {})
    {
        QString text;
        if (at > 0)
            text = (isOfAll ? Panels::tr("stop %1 of %2") : Panels::tr("stop %1 of %2 here"))
                       .arg(countText(at), countText(all));
        else if (all > 0)
            text = (isOfAll ? Panels::tr("stops: %1") : Panels::tr("stops here: %1")).arg(countText(all));
        if (!field.isEmpty())
            text += QStringLiteral(" · ") + asLabel(field);
        m_stop->setText(text);
        m_stop->setToolTip(Panels::tr(
            "F3 goes from stop to stop. A stop is a word or message that matches the query, or a finding."));
        m_stop->setAccessibleName(text);
    }

    /// Looks for the next conversation with a match, on a worker. False if there is no other conversation.
    bool walkOn(int by)
    {
        const ViewPtr& view = m_workspace.view();
        const auto current = m_workspace.currentRow();
        RowOrder rows = rowsAfterCurrent(by);
        if (rows.size() < 2)
            return false;
        m_walk.run([snapshot = view->snapshot, rows = std::move(rows), rules = m_find->rules()](
                       const Job& job) { return firstRowWithStop(*snapshot, rows, rules, job); },
                   [this, by, from = *current](std::optional<Row> row) {
                       if (m_workspace.currentRow() != from || !row) {
                           m_find->stay();
                           return;
                       }
                       if (*row == from) {
                           m_find->wrap(by);
                           return;
                       }
                       m_find->arriveAtHit(by);
                       m_workspace.setCurrentRow(row);
                   });
        return true;
    }

    /// Goes to the text that another part of the window asks for, when its record is read.
    void showWantedText()
    {
        const DecodedRecordPtr& record = m_workspace.current();
        if (!m_wanted || !record || record->row != m_wanted->row)
            return;
        const WantedText wanted = *std::exchange(m_wanted, std::nullopt);
        const auto& texts = record->conversation.texts;
        if (!wanted.isHit) {
            m_workspace.setCurrentMessage(wanted.message);
            if (wanted.text < texts.size())
                m_transcript->aimAt(placeAfter(texts[wanted.text].text.substr(0, wanted.byte), wanted.text,
                                               wanted.message,
                                               m_transcript->viewport()->height() * kPlaceShare));
        } else if (wanted.text < texts.size())
            m_find->goToText(wanted.text, wanted.byte);
        else if (wanted.message >= 0)
            m_workspace.setCurrentMessage(wanted.message);
    }

    void showTitle()
    {
        const ViewPtr& view = m_workspace.view();
        const auto row = m_workspace.currentRow();
        QStringList parts;
        if (row && *row < view->snapshot->endRow()) {
            for (const std::string& key : headerFields(*view->snapshot)) {
                if (const QString text = fieldText(key, *row); !text.isEmpty())
                    parts << text;
            }
        }
        const QString title = parts.join(QStringLiteral(" · "));
        m_title->setText(title);
        m_title->setToolTip(asToolTip(title));
        m_title->setAccessibleName(title);
        showPosition();
        m_previous->setEnabled(!view->order.empty() && row != view->order.front());
        m_next->setEnabled(!view->order.empty() && row != view->order.back());
    }

    QString fieldText(std::string_view key, Row row) const
    {
        const auto field = findField(m_workspace.snapshot(), key);
        if (!field || !field->has(row))
            return {};
        if (key == "turns") {
            const int turns = m_workspace.snapshot().record(row).turns;
            if (turns == 0) {
                const auto [begin, end] = m_workspace.snapshot().messageRange(row);
                return Panels::tr("%Ln message(s)", nullptr, static_cast<int>(end - begin));
            }
            return Panels::tr("%Ln turn(s)", nullptr, turns);
        }
        return asLabel(cellTextInBoth(m_workspace.snapshot(), *field, row));
    }

    void showMenu(const QPoint& at)
    {
        const auto row = m_workspace.currentRow();
        if (!row || *row >= m_workspace.snapshot().endRow())
            return;
        QMenu menu(this);
        for (const std::string& key : headerFields(m_workspace.snapshot())) {
            const auto field = findField(m_workspace.snapshot(), key);
            if (field && field->has(*row))
                addValueActions(*menu.addMenu(asMenuText(fieldTitle(field->info()))), m_workspace, *field,
                                *row);
        }
        menu.exec(m_title->mapToGlobal(at));
    }

    struct WantedText {
        Row row{};
        std::uint32_t text = 0;
        std::size_t byte = 0;
        int message = -1;
        /// It is a hit of the query.
        bool isHit = true;
    };

    Workspace& m_workspace;
    std::optional<WantedText> m_wanted;
    LatestTask<std::optional<Row>> m_walk;
    LatestTask<std::vector<std::uint64_t>> m_counts;
    /// For each row of the view the number of stops in the rows before it, and that of all stops at the end;
    /// empty while they are not known.
    std::vector<std::uint64_t> m_stopsBefore;
    /// The rows that were read last, the current one at the end.
    std::vector<Row> m_rowsRead;
    ElidedLabel* m_title;
    QLabel* m_stop;
    QLabel* m_position;
    TranscriptView* m_transcript;
    TranscriptFind* m_find;
    FindBar* m_findBar;
    ComparisonView* m_comparison;
    QToolButton* m_previousStop = nullptr;
    QToolButton* m_nextStop = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
};

} // namespace

PanelSpec conversationPanel()
{
    return {QStringLiteral("conversation"), Panels::tr("Conversation"), PanelArea::Center,
            makePanel<ConversationPanel>};
}

} // namespace duologue::ui
