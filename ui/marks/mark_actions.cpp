// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/marks/mark_actions.h"
#include "core/data/field_reader.h"
#include "core/marks/span.h"
#include "ui/app/current_record.h"
#include "ui/app/mark_words.h"
#include "ui/app/plain_keys.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/marks/agreement_dialog.h"
#include "ui/marks/queue_dialog.h"
#include "ui/marks/value_picker.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <nlohmann/json.hpp>
#include <set>

namespace duologue::ui {

namespace {

constexpr QLatin1String kAdvanceKey("marks/advance");
constexpr std::string_view kQueueField = "mark.queue";

using Json = nlohmann::json;

std::string jsonOf(const QString& text)
{
    return Json(fromQt(text)).dump();
}

std::string jsonOf(const QStringList& texts)
{
    Json list = Json::array();
    for (const QString& each : texts)
        list.push_back(fromQt(each));
    return list.dump();
}

/// A line of text that Enter ends; Shift+Enter is a line break.
class NoteDialog final : public QDialog {
    Q_DECLARE_TR_FUNCTIONS(NoteDialog)

public:
    NoteDialog(const QString& title, const QString& note, QWidget* parent)
        : QDialog(parent), m_edit(named<QPlainTextEdit>("noteEdit", note, this))
    {
        setObjectName(QStringLiteral("noteDialog"));
        setWindowTitle(title);
        m_edit->setPlaceholderText(tr("What goes wrong first? Enter saves, Shift+Enter starts a new line"));
        m_edit->setAccessibleName(title);
        m_edit->setTabChangesFocus(true);
        m_edit->installEventFilter(this);
        m_edit->moveCursor(QTextCursor::End);
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
        connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
        makeColumn(this, {{m_edit, 1}, buttons}, kGrid, {kGrid, kGrid, kGrid, kGrid});
        constexpr QSize kUsual(460, 180);
        resize(kUsual);
    }

    QString note() const { return m_edit->toPlainText().trimmed(); }

    void reject() override
    {
        if (m_edit->document()->isModified() &&
            QMessageBox::question(this, windowTitle(), tr("Discard what you have written?"),
                                  QMessageBox::Discard | QMessageBox::Cancel,
                                  QMessageBox::Cancel) != QMessageBox::Discard)
            return;
        QDialog::reject();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == m_edit && event->type() == QEvent::KeyPress) {
            const auto* key = static_cast<QKeyEvent*>(event);
            const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
            if (isEnter && (key->modifiers() & Qt::ShiftModifier) == 0) {
                accept();
                return true;
            }
        }
        return QDialog::eventFilter(watched, event);
    }

private:
    QPlainTextEdit* m_edit;
};

} // namespace

MarkActions::MarkActions(Workspace& workspace, QWidget& owner)
    : QObject(&owner), m_workspace(workspace), m_owner(owner)
{
    add("markPass", tr("&Pass"), Qt::Key_1, [this] { judge("\"pass\""); });
    add("markFail", tr("&Fail"), Qt::Key_2, [this] { judge("\"fail\""); });
    add("markDefer", tr("&Decide later"), Qt::Key_3, [this] { judge("\"defer\""); });
    add("markStar", tr("&Star"), Qt::Key_S, [this] {
        const std::string key(mark_keys::kStar);
        set(key, answer(key) == "true" ? "null" : "true");
    });
    add("markNote", tr("&Note…"), Qt::Key_N, [this] { editNote(); });
    add("markCodes", tr("&Codes…"), Qt::Key_C, [this] {
        if (!m_workspace.marks().labels().empty()) {
            label();
            return;
        }
        const SchemeQuestion* own = questionOf(m_workspace.marks().scheme(), mark_keys::kCode);
        SchemeQuestion codes;
        codes.key = mark_keys::kCode;
        codes.title = {"Codes", "代码"};
        codes.kind = QuestionKind::ManyOf;
        codes.isOpen = true;
        chooseValues(own != nullptr ? *own : codes);
    });
    add("markTags", tr("&Tags…"), Qt::Key_T, [this] {
        SchemeQuestion tags;
        tags.key = mark_keys::kTag;
        tags.title = {"Tags", "标签"};
        tags.kind = QuestionKind::ManyOf;
        tags.isOpen = true;
        chooseValues(tags);
    });
    QAction* undo = add("markUndo", tr("&Undo mark"), Qt::Key_U, [this] { m_workspace.marks().undo(); });
    connect(&m_workspace.marks(), &DatasetMarks::undone, this,
            [this](Row row) { m_workspace.setCurrentRow(row); });
    QAction* message = add("markMessages", tr("Mark the current &message, not the conversation"), {}, [] {});
    message->setCheckable(true);
    connect(message, &QAction::toggled, this,
            [this](bool isOn) { setScope(isOn ? Scope::Message : Scope::Conversation); });
    connect(this, &MarkActions::scopeChanged, message,
            [this, message] { message->setChecked(m_scope == Scope::Message); });
    QAction* advance = add("markAdvance", tr("Ne&xt conversation after a verdict"), {}, [] {});
    advance->setCheckable(true);
    advance->setChecked(advances());
    QAction* blind = add("markBlind", tr("&Blind until judged"), {}, [] {});
    blind->setCheckable(true);
    blind->setChecked(m_workspace.marks().isBlind());
    blind->setToolTip(tr("Hides the marks of others and the ratings of the data until you have judged"));
    connect(blind, &QAction::toggled, this, [this](bool isOn) { m_workspace.marks().setBlind(isOn); });
    connect(advance, &QAction::toggled, this, &MarkActions::setAdvances);
    for (QAction* option : {message, advance, blind})
        setMenuSection(*option, MenuSection::MarkOptions);
    QAction* next = add("markNext", tr("Next in the queue &without a verdict"), {}, [this] {
        // After a restart, the list shows everything.
        m_startsQueue = !isQueueListed() && m_workspace.marks().labels().empty();
        if (m_startsQueue)
            showQueue();
        else
            goToNext();
    });
    QAction* queue = add("markQueue", tr("Reading &queue…"), {}, [this] {
        QueueDialog dialog(m_workspace, m_owner.window());
        m_startsQueue = true;
        dialog.exec();
        m_startsQueue = dialog.result() == QDialog::Accepted;
    });
    for (QAction* each : {next, queue})
        setMenuSection(*each, MenuSection::ReadingQueue);
    QAction* agreement = add("markAgreement", tr("&Agreement…"), {}, [this] {
        auto* dialog = new AgreementDialog(m_workspace, m_owner.window());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
    QAction* findings =
        add("markFindings", tr("Take f&indings of checks as spans"), {}, [this] { takeFindings(); });
    QAction* reader = add("markReader", tr("&Reader…"), {}, [this] { askReader(true); });
    for (QAction* each : {agreement, findings, reader})
        setMenuSection(*each, MenuSection::MarkComparison);
    m_reading.start();
    connect(&m_workspace, &Workspace::currentChanged, this, [this] { noteReading(); });
    connect(&m_workspace.marks(), &DatasetMarks::queueChanged, this, [this, advance] {
        const QSignalBlocker isNoChoice(advance);
        advance->setChecked(advances());
        showQueue();
    });
    const auto enable = [this, undo] {
        const bool hasAny =
            m_workspace.snapshot().recordCount() > 0 && !m_workspace.marks().place().folder.empty();
        for (QAction* each : m_owner.actions())
            each->setEnabled(hasAny);
        undo->setEnabled(hasAny && m_workspace.marks().canUndo());
    };
    connect(&m_workspace, &Workspace::viewChanged, this, enable);
    connect(&m_workspace.marks(), &DatasetMarks::changed, this, enable);
    enable();
}

/// What was shown for long enough counts as read, when the next one comes.
void MarkActions::noteReading()
{
    constexpr qint64 kGlance = 3'000;
    DatasetMarks& marks = m_workspace.marks();
    const DecodedRecordPtr now = m_workspace.current();
    const DecodedRecordPtr before = std::exchange(m_shown, now);
    const bool isRead = before != nullptr && before != now && m_reading.elapsed() >= kGlance;
    if (before != now)
        m_reading.restart();
    // Of another dataset, or of other rows.
    const bool isHere =
        marks.base() != nullptr && std::exchange(m_shownBase, marks.rowsOf()) == marks.rowsOf();
    if (!isRead || !isHere || !marks.ownAnswer(before->row, mark_keys::kRead).empty())
        return;
    MarkAct act;
    act.rows = {before->row};
    act.record = before;
    act.set = {{std::string(mark_keys::kRead), "true"}};
    act.isOfReading = true;
    marks.act(std::move(act));
}

bool MarkActions::isQueueListed() const
{
    return toText(m_workspace.query()).find(kQueueField) != std::string::npos;
}

/// Lists what is in a queue that was chosen now, in its order; what the session had open stays.
void MarkActions::showQueue()
{
    DatasetMarks& marks = m_workspace.marks();
    if (!marks.queue() && isQueueListed()) {
        m_workspace.setSort({});
        m_workspace.setQuery({});
    }
    if (marks.queueRows().empty() || !std::exchange(m_startsQueue, false))
        return;
    m_workspace.setQueryText(QStringLiteral("has:") + toQt(kQueueField));
    m_workspace.setSort({std::string(kQueueField), false});
    if (const auto next = marks.nextUnjudged(std::nullopt))
        m_workspace.openRecord(*next);
}

QAction* MarkActions::add(const char* name, const QString& text, const QKeySequence& key,
                          std::function<void()> triggered)
{
    auto* made = named<QAction>(name, text, &m_owner);
    setMenuSection(*made, MenuSection::Marks);
    made->setShortcut(key);
    made->setShortcutContext(Qt::WindowShortcut);
    connect(made, &QAction::triggered, this, [triggered = std::move(triggered)] {
        // A list that is open takes letters and digits for itself.
        if (qobject_cast<QComboBox*>(QApplication::focusWidget()) == nullptr)
            triggered();
    });
    m_owner.addAction(made);
    return made;
}

void MarkActions::setScope(Scope scope)
{
    if (scope == m_scope)
        return;
    m_scope = scope;
    Q_EMIT scopeChanged();
}

std::optional<MarkTarget> MarkActions::part(QuestionOn on) const
{
    MarkTarget part;
    if (on == QuestionOn::Pair) {
        part.candidate = 1;
        part.otherCandidate = 2;
        return part;
    }
    const DecodedRecordPtr& record = m_workspace.current();
    const bool isOfText = m_marksText || on == QuestionOn::Span;
    const auto selected = isOfText ? m_workspace.selectedText() : std::nullopt;
    if (selected && record && record->row == m_workspace.currentRow()) {
        if (selected->message < 0)
            return std::nullopt;
        part.message = static_cast<std::uint32_t>(selected->message) + 1;
        part.side = languageCode(selected->language);
        part.span =
            spanOf(record->conversation.texts.at(selected->text).text, selected->begin, selected->end);
        return part;
    }
    const bool isOfMessage = m_scope == Scope::Message || on == QuestionOn::Message || on == QuestionOn::Span;
    if (isOfMessage && m_workspace.currentMessage() < 0)
        return std::nullopt;
    if (isOfMessage)
        part.message = static_cast<std::uint32_t>(m_workspace.currentMessage()) + 1;
    return part;
}

std::string MarkActions::answer(std::string_view question, QuestionOn on) const
{
    const auto row = m_workspace.currentRow();
    const auto marked = part(on);
    return row && marked ? m_workspace.marks().ownAnswer(*row, question, *marked) : std::string();
}

/// The selected rows while the table has the focus, else the current one.
std::vector<Row> MarkActions::rows() const
{
    const std::vector<Row>& selected = m_workspace.selectedRows();
    const bool isTable = keyAreaOf(QApplication::focusWidget()) == RecordKeys;
    if (isTable && selected.size() > 1)
        return selected;
    const auto row = m_workspace.currentRow();
    return row && *row < m_workspace.snapshot().endRow() ? std::vector<Row>{*row} : std::vector<Row>();
}

std::optional<MarkAct> MarkActions::begin(QuestionOn on)
{
    MarkAct act;
    act.rows = rows();
    if (act.rows.empty() || !askReader())
        return std::nullopt;
    DatasetMarks& marks = m_workspace.marks();
    if (act.rows.size() == 1) {
        const auto marked = part(on);
        if (!marked) {
            m_workspace.reportPassing(
                tr("Nothing was marked:"),
                m_workspace.selectedText()
                    ? tr("the selection is not within one text of one message.")
                    : tr("no message is highlighted. Click one, or go to one with Ctrl+Down."));
            return std::nullopt;
        }
        act.part = *marked;
        if (const DecodedRecordPtr& record = m_workspace.current(); record && record->row == act.rows.front())
            act.record = record;
        act.took = static_cast<std::uint32_t>(std::min<qint64>(m_reading.elapsed(), 3'600'000));
        if (marks.isBlindFor(act.rows.front()))
            act.set.emplace_back("blind", "true");
    }
    act.scheme = marks.scheme().name();
    marks.bind(act);
    // The rows are those that are shown, also while others are being read.
    act.base = m_workspace.view()->snapshot;
    return act;
}

void MarkActions::finish(MarkAct act, const std::string& question, const std::string& answer)
{
    act.set.emplace(act.set.begin(), question, answer.empty() ? "null" : answer);
    m_workspace.marks().act(std::move(act));
}

bool MarkActions::set(const std::string& question, const std::string& answer, QuestionOn on)
{
    auto act = begin(on);
    if (act)
        finish(std::move(*act), question, answer);
    return act.has_value();
}

/// What checks underline in the conversation becomes spans of this reader, to be corrected or undone.
void MarkActions::takeFindings()
{
    const DecodedRecordPtr& record = m_workspace.current();
    const CheckedSnapshotPtr& checked = m_workspace.checks().checked();
    const bool isKnown = record != nullptr && checked != nullptr && record->row == m_workspace.currentRow() &&
                         record->row < checked->snapshot->endRow();
    MarkAct act;
    for (const std::uint32_t number :
         isKnown ? checked->findingsOf(record->row) : std::span<const std::uint32_t>()) {
        const Finding& finding = checked->run.findings[number];
        for (const FindingMark& mark : finding.marks) {
            const auto& texts = record->conversation.texts;
            if (finding.part != FindingPart::Message || mark.text >= texts.size() || mark.begin >= mark.end ||
                mark.end > texts[mark.text].text.size())
                continue;
            MarkEvent event;
            event.on.message = finding.message + 1;
            event.on.side = languageCode(texts[mark.text].language);
            event.on.span = spanOf(texts[mark.text].text, mark.begin, mark.end);
            event.set = {{std::string(mark_keys::kCode),
                          Json::array({std::string(checks()[finding.check]->id)}).dump()},
                         {"severity", "\"minor\""}};
            event.scheme = m_workspace.marks().scheme().name();
            act.events.push_back(std::move(event));
            act.eventRows.push_back(record->row);
        }
    }
    if (act.events.empty()) {
        m_workspace.reportPassing(tr("No spans:"),
                                  tr("the checks have not been run, or they underline nothing here."));
        return;
    }
    if (!askReader())
        return;
    act.record = record;
    m_workspace.marks().act(std::move(act));
}

void MarkActions::judge(const std::string& verdict)
{
    const bool isOne = rows().size() == 1;
    const bool goesOn = isOne && advances();
    if (set(std::string(mark_keys::kVerdict), verdict) && goesOn)
        goToNext();
}

void MarkActions::goToNext()
{
    const DatasetMarks& marks = m_workspace.marks();
    const auto row = m_workspace.currentRow();
    if (isInQueue()) {
        if (const auto next = marks.nextUnjudged(row))
            m_workspace.setCurrentRow(*next);
        else
            m_workspace.reportPassing(tr("The queue is done:"),
                                      tr("every conversation in it has a verdict."));
        return;
    }
    const RowOrder& order = m_workspace.view()->order;
    const auto found = row ? std::find(order.begin(), order.end(), *row) : order.end();
    if (found != order.end() && found + 1 != order.end())
        m_workspace.setCurrentRow(*(found + 1));
}

bool MarkActions::isInQueue() const
{
    const std::vector<Row>& rows = m_workspace.marks().queueRows();
    const auto row = m_workspace.currentRow();
    return row && std::ranges::find(rows, *row) != rows.end();
}

QString MarkActions::nameOf(const MarkAct& act) const
{
    if (act.rows.size() > 1)
        return tr("%Ln conversation(s)", nullptr, static_cast<int>(act.rows.size()));
    const auto id = findField(*act.base, "id");
    const QString own = id ? toQt(id->shownText(act.rows.front())) : QString();
    const QString name = own.isEmpty() ? recordLocation(*act.base, act.rows.front()) : own;
    return act.part.message > 0 ? tr("%1, message %2").arg(name).arg(act.part.message) : name;
}

void MarkActions::editNote()
{
    // Of a part of a text that is selected: what is said of it in words, not a verdict.
    const MarksText marksText(*this);
    // What is open when the dialog is: the list may change under it.
    auto act = begin();
    if (!act)
        return;
    const std::string key(mark_keys::kNote);
    const QStringList known = valuesOf(answer(key));
    NoteDialog dialog(tr("Note on %1").arg(nameOf(*act)), known.value(0), m_owner.window());
    if (dialog.exec() != QDialog::Accepted || dialog.note() == known.value(0))
        return;
    finish(std::move(*act), key, dialog.note().isEmpty() ? std::string() : jsonOf(dialog.note()));
}

void MarkActions::chooseValues(SchemeQuestion question)
{
    const MarksText marksText(*this);
    auto act = begin(question.on);
    if (!act)
        return;
    std::vector<ChoosableValue> values;
    std::set<QString> known;
    for (const SchemeChoice& choice : question.choices) {
        values.push_back(
            {toQt(choice.value), schemeTitle(choice.title, choice.value), schemeTitle(choice.definition)});
        known.insert(values.back().value);
    }
    if (question.isOpen) {
        std::set<QString> used;
        for (const MarkAnswers& each : m_workspace.marks().marks().answers()) {
            if (const auto found = each.answers.find(question.key); found != each.answers.end())
                for (const QString& value : valuesOf(found->second.value))
                    used.insert(value);
        }
        for (const QString& value : used) {
            if (!known.contains(value))
                values.push_back({value, value, {}});
        }
    }
    const QStringList before = valuesOf(answer(question.key, question.on));
    ValuePicker picker(tr("%1 of %2").arg(schemeTitle(question.title, question.key), nameOf(*act)), values,
                       before, question.isOpen, m_owner.window());
    if (picker.exec() != QDialog::Accepted || picker.chosen() == before)
        return;
    finish(std::move(*act), question.key,
           picker.chosen().isEmpty() ? std::string() : jsonOf(picker.chosen()));
}

/// Yes or no for each code of the list: those that are chosen occur in the conversation, the others do not.
void MarkActions::label()
{
    DatasetMarks& marks = m_workspace.marks();
    // It is the conversation that is labelled.
    const Scope scope = std::exchange(m_scope, Scope::Conversation);
    auto act = begin();
    m_scope = scope;
    if (!act || act->rows.size() != 1)
        return;
    const Row row = act->rows.front();
    const std::vector<std::string> labels = marks.labels();
    const std::string key(mark_keys::kCode);
    const SchemeQuestion* asked = questionOf(marks.scheme(), key);
    std::vector<ChoosableValue> values;
    for (const std::string& code : labels) {
        ChoosableValue value{toQt(code), toQt(code), {}};
        for (const SchemeChoice& choice : asked == nullptr ? std::vector<SchemeChoice>() : asked->choices) {
            if (choice.value == code)
                value = {toQt(code), schemeTitle(choice.title, code), schemeTitle(choice.definition)};
        }
        values.push_back(std::move(value));
    }
    // What a part of it has, the conversation has.
    QStringList known;
    std::vector<MarkEvent> parts;
    for (const MarkAnswers* each : marks.of(row)) {
        const auto answer = each->answers.find(key);
        if (each->by != marks.reader() || answer == each->answers.end())
            continue;
        const QStringList codes = valuesOf(answer->second.value);
        known << codes;
        if (!each->on.part().empty()) {
            parts.emplace_back();
            parts.back().on = each->on;
            parts.back().at = answer->second.at;
            parts.back().set = {{key, answer->second.value}};
        }
    }
    known.removeDuplicates();
    QStringList judged = valuesOf(marks.ownAnswer(row, mark_keys::kLabelled));
    ValuePicker picker(tr("Which of these occur?"), values, known, false, m_owner.window());
    if (picker.exec() != QDialog::Accepted)
        return;
    for (const std::string& code : labels)
        judged << toQt(code);
    judged.removeDuplicates();
    act->set.emplace_back(std::string(mark_keys::kLabelled), jsonOf(judged));
    for (MarkEvent& event : parts) {
        const QStringList codes = valuesOf(event.set.front().second);
        QStringList kept = codes;
        kept.removeIf([&](const QString& code) { return !picker.chosen().contains(code); });
        if (kept.size() == codes.size())
            continue;
        event.set = {{key, kept.isEmpty() ? "null" : jsonOf(kept)}};
        act->events.push_back(std::move(event));
        act->eventRows.push_back(row);
    }
    finish(std::move(*act), key, picker.chosen().isEmpty() ? std::string() : jsonOf(picker.chosen()));
    goToNext();
}

bool MarkActions::advances() const
{
    const QVariant stored = storedSetting(kAdvanceKey);
    return stored.isValid() ? stored.toBool() : isInQueue();
}

void MarkActions::setAdvances(bool advance)
{
    storeSetting(kAdvanceKey, advance);
}

bool MarkActions::askReader(bool again)
{
    if (DatasetMarks::isReaderKnown() && !again)
        return true;
    bool accepted = false;
    const QString name =
        QInputDialog::getText(m_owner.window(), tr("Reader"),
                              tr("Your name, under which your marks are kept:"), QLineEdit::Normal,
                              toQt(m_workspace.marks().reader()), &accepted)
            .trimmed();
    if (!accepted || name.isEmpty())
        return false;
    m_workspace.marks().setReader(name);
    return true;
}

} // namespace duologue::ui
