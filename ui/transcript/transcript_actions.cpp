// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_actions.h"
#include "core/data/record_keys.h"
#include "core/export/conversation_json.h"
#include "core/json/json_writer.h"
#include "ui/app/record_link.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/transcript/call_text.h"
#include "ui/transcript/pictures.h"
#include "ui/transcript/transcript_marks.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/value_menu.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QTextBlock>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace duologue::ui {

namespace {

QString objectNameIn(const TranscriptView& view, const QString& name)
{
    return view.part() == TranscriptView::Part::Main ? name : QStringLiteral("pinned.") + name;
}

/// A problem that stands for the beginning of a record: the raw view goes to where problems are.
Problem beginOf(const DecodedRecord& record)
{
    Problem begin;
    begin.where = record.span;
    return begin;
}

/// The characters of a difference in every candidate that has them.
std::vector<QTextCursor> rangesOf(const TranscriptDocument& transcript, int difference)
{
    std::vector<QTextCursor> ranges;
    const QTextTable* table = transcript.candidates();
    QTextBlock block = table->firstCursorPosition().block();
    for (; block.isValid() && block.position() <= table->lastPosition(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            const QVariant number = fragment.charFormat().property(kDifference);
            if (!number.isValid() || number.toInt() != difference)
                continue;
            QTextCursor cursor(block);
            cursor.setPosition(fragment.position());
            cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
            ranges.push_back(cursor);
        }
    }
    return ranges;
}

} // namespace

TranscriptActions::TranscriptActions(TranscriptView& view, Workspace& workspace)
    : QObject(&view), m_view(view), m_workspace(workspace)
{
    makeLanguageActions();
    add(MenuSection::Messages, "messagePrevious", tr("Previous message"), {Qt::CTRL | Qt::Key_Up},
        [this] { stepMessage(-1); });
    add(MenuSection::Messages, "messageNext", tr("Next message"), {Qt::CTRL | Qt::Key_Down},
        [this] { stepMessage(1); });
    add(MenuSection::Messages, "markedPrevious", tr("Previous hallucination"),
        {Qt::CTRL | Qt::SHIFT | Qt::Key_PageUp}, [this] { stepToMark(-1); });
    add(MenuSection::Messages, "markedNext", tr("Next hallucination"),
        {Qt::CTRL | Qt::SHIFT | Qt::Key_PageDown}, [this] { stepToMark(1); });
    addStep("translationNextMissing", tr("Next missing translation"), {Qt::CTRL | Qt::SHIFT | Qt::Key_T}, 1,
            [this](const Message& message) {
                return lacksTranslation(m_view.transcript()->conversation(), message);
            });
    QAction* first =
        add(MenuSection::CopyMessage, "copyMessageFirst", {}, {}, [this] { copyMessage(languages().first); });
    QAction* second = add(MenuSection::CopyMessage, "copyMessageSecond", {}, {},
                          [this] { copyMessage(languages().second); });
    followLanguages(*first, tr("Copy message in %1"), &LanguagePair::first);
    followLanguages(*second, tr("Copy message in %1"), &LanguagePair::second);
    add(MenuSection::CopyMessage, "copyMessageBoth", tr("Copy message in both languages"),
        {Qt::CTRL | Qt::SHIFT | Qt::Key_C}, [this] { copyMessage(std::nullopt); });
    add(MenuSection::CopyMessage, "copyMessageJson", tr("Copy message as JSON"), {},
        [this] { copyMessageJson(); });
    add(MenuSection::CopyMessage, "copyMessageCitation", tr("Copy as citation"), {},
        [this] { copyCitation(); });
    add(MenuSection::CopyMessage, "copyMessageLink", tr("Copy link to this message"), {}, [this] {
        if (const QString link = linkToMessage(); !link.isEmpty())
            QGuiApplication::clipboard()->setText(link);
    });
    makeConversationActions();
    makeTextActions();
    makeZoomActions();
    makeReadingActions();
}

QAction* TranscriptActions::add(MenuSection section, const char* name, const QString& text,
                                const QKeySequence& keys, std::function<void()> triggered)
{
    auto* made = new QAction(text, &m_view);
    setMenuSection(*made, section);
    // A pinned view has the same actions, without the keys.
    made->setObjectName(objectNameIn(m_view, QLatin1String(name)));
    if (m_view.part() == TranscriptView::Part::Main)
        made->setShortcut(keys);
    // They act on the shown conversation, wherever the focus is.
    made->setShortcutContext(Qt::WindowShortcut);
    connect(made, &QAction::triggered, this, std::move(triggered));
    m_view.addAction(made);
    return made;
}

void TranscriptActions::makeTextActions()
{
    struct Toggle {
        const char* name;
        QString text;
        QKeySequence keys;
        bool TranscriptMode::*value;
    };
    for (const Toggle& toggle :
         {Toggle{"showMarkdown", tr("Render Markdown"), {Qt::CTRL | Qt::Key_M}, &TranscriptMode::markdown},
          Toggle{"openSteps", tr("Open all steps"), {}, &TranscriptMode::stepsOpen},
          Toggle{"showInvisible", tr("Show invisible characters"), {}, &TranscriptMode::invisible},
          Toggle{"markDifferences",
                 tr("Highlight differences"),
                 {Qt::CTRL | Qt::SHIFT | Qt::Key_D},
                 &TranscriptMode::differences}}) {
        QAction* made = add(MenuSection::TextDisplay, toggle.name, toggle.text, toggle.keys,
                            [this, value = toggle.value] {
                                TranscriptMode wanted = m_view.mode();
                                wanted.*value = !(wanted.*value);
                                m_view.setMode(wanted);
                            });
        made->setCheckable(true);
        made->setChecked(m_view.mode().*toggle.value);
        connect(&m_view, &TranscriptView::modeChanged, made,
                [this, made, value = toggle.value] { made->setChecked(m_view.mode().*value); });
    }
    add(MenuSection::Messages, "differencePrevious", tr("Previous difference"), {Qt::SHIFT | Qt::Key_F7},
        [this] { stepDifference(-1, true); });
    add(MenuSection::Messages, "differenceNext", tr("Next difference"), {Qt::Key_F7},
        [this] { stepDifference(1, true); });
}

void TranscriptActions::makeLanguageActions()
{
    struct LanguageChoice {
        const char* name;
        Qt::Key key;
        LanguageMode mode;
    };
    auto* group = new QActionGroup(this);
    for (const LanguageChoice& choice : {LanguageChoice{"languageFirst", Qt::Key_1, LanguageMode::First},
                                         LanguageChoice{"languageBoth", Qt::Key_2, LanguageMode::Both},
                                         LanguageChoice{"languageSecond", Qt::Key_3, LanguageMode::Second}}) {
        QAction* made =
            add(MenuSection::Languages, choice.name, tr("Both languages"), {Qt::CTRL | choice.key},
                [this, mode = choice.mode] { m_view.setLanguageMode(mode); });
        made->setCheckable(true);
        made->setIconText(QStringLiteral("⇄"));
        made->setChecked(choice.mode == m_view.mode().languages);
        group->addAction(made);
        if (choice.mode == LanguageMode::First)
            followLanguages(*made, tr("%1 only"), &LanguagePair::first);
        if (choice.mode == LanguageMode::Second)
            followLanguages(*made, tr("%1 only"), &LanguagePair::second);
        connect(&m_view, &TranscriptView::modeChanged, made,
                [this, made, mode = choice.mode] { made->setChecked(m_view.mode().languages == mode); });
    }
}

LanguagePair TranscriptActions::languages() const
{
    return m_view.transcript() == nullptr ? LanguagePair() : m_view.transcript()->columns().languages;
}

void TranscriptActions::followLanguages(QAction& action, const QString& text, Language LanguagePair::*which)
{
    const auto update = [this, &action, text, which] {
        action.setText(text.arg(languageWord(languages().*which)));
        action.setIconText(languageSign(languages().*which));
    };
    connect(&m_view, &TranscriptView::contentChanged, &action, update);
    update();
}

void TranscriptActions::makeZoomActions()
{
    QAction* larger = add(MenuSection::TextSize, "textLarger", tr("Zoom in"), {},
                          [this] { m_view.setZoom(m_view.zoom() * 1.1); });
    if (m_view.part() == TranscriptView::Part::Main)
        larger->setShortcuts({Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal});
    add(MenuSection::TextSize, "textSmaller", tr("Zoom out"), {Qt::CTRL | Qt::Key_Minus},
        [this] { m_view.setZoom(m_view.zoom() / 1.1); });
    add(MenuSection::TextSize, "textNormalSize", tr("Reset zoom"), {Qt::CTRL | Qt::Key_0},
        [this] { m_view.setZoom(1); });
}

void TranscriptActions::makeReadingActions()
{
    add(MenuSection::Messages, "sentencePrevious", tr("Previous sentence and its translation"),
        {Qt::CTRL | Qt::SHIFT | Qt::Key_Up}, [this] { m_view.sentences().step(-1); });
    add(MenuSection::Messages, "sentenceNext", tr("Next sentence and its translation"),
        {Qt::CTRL | Qt::SHIFT | Qt::Key_Down}, [this] { m_view.sentences().step(1); });
    // Keys that other parts of the window need as well act only where the conversation has the focus.
    const auto addHere = [this](MenuSection section, const char* name, const QString& text,
                                const QKeySequence& keys, std::function<void()> triggered) {
        QAction* made = add(section, name, text, keys, std::move(triggered));
        made->setShortcutContext(Qt::WidgetShortcut);
        return made;
    };
    addHere(MenuSection::Conversations, "readOn", tr("Page down through conversations"), {Qt::Key_Space},
            [this] { m_view.readOn(1); });
    addHere(MenuSection::Conversations, "readBack", tr("Page up through conversations"),
            {Qt::SHIFT | Qt::Key_Space}, [this] { m_view.readOn(-1); });
    QAction* context = addHere(MenuSection::TextDisplay, "showContext", tr("Show context"), {Qt::Key_X},
                               [this] { m_view.setContextOpen(!m_view.mode().isContextOpen); });
    context->setCheckable(true);
    context->setChecked(m_view.mode().isContextOpen);
    connect(&m_view, &TranscriptView::modeChanged, context,
            [this, context] { context->setChecked(m_view.mode().isContextOpen); });
    QAction* pictures = add(MenuSection::TextDisplay, "showPictures", tr("Show images"), {},
                            [this] { m_view.pictures().toggleAllOf(m_view.currentMessage()); });
    const auto enable = [this, pictures] {
        pictures->setEnabled(m_view.pictures().hasPictures(m_view.currentMessage()));
    };
    connect(&m_view, &TranscriptView::contentChanged, pictures, enable);
    connect(&m_workspace, &Workspace::currentMessageChanged, pictures, enable);
    pictures->setEnabled(false);
    addHere(MenuSection::CopyConversation, "selectAllTexts", tr("Select all in this column"),
            QKeySequence::SelectAll, [this] { m_view.selectAllTexts(); });
    add(MenuSection::Messages, "showRaw", tr("Show raw data"), {}, [this] {
        if (const DecodedRecordPtr& record = m_view.shownSource().record)
            m_workspace.showProblem(beginOf(*record));
    });
    constexpr double kStep = 0.05;
    const auto shift = [this](double by) {
        if (const TranscriptDocument* transcript = m_view.transcript())
            m_view.setFirstShare(transcript->mode().firstShare + by);
    };
    add(MenuSection::TextDisplay, "columnWider", tr("Wider left column"),
        {Qt::CTRL | Qt::ALT | Qt::Key_Right}, [shift] { shift(kStep); });
    add(MenuSection::TextDisplay, "columnNarrower", tr("Narrower left column"),
        {Qt::CTRL | Qt::ALT | Qt::Key_Left}, [shift] { shift(-kStep); });
    add(MenuSection::TextDisplay, "columnsByText", tr("Fit column widths to text"), {},
        [this] { m_view.setFirstShare(0); });
}

void TranscriptActions::addStep(const char* name, const QString& text, const QKeySequence& keys, int by,
                                const MessageTest& wanted)
{
    QAction* made = add(MenuSection::Messages, name, text, keys, [this, by, wanted] { stepTo(by, wanted); });
    const auto enable = [this, made, wanted] {
        const TranscriptDocument* transcript = m_view.transcript();
        made->setEnabled(transcript != nullptr &&
                         std::ranges::any_of(transcript->conversation().messages, wanted));
    };
    connect(&m_view, &TranscriptView::contentChanged, made, enable);
    enable();
}

/// A pinned view has no list of conversations to go on in.
void TranscriptActions::stepToMark(int by)
{
    if (m_view.part() == TranscriptView::Part::Main)
        m_workspace.stepToMark(by);
    else
        stepTo(by, [](const Message& message) { return message.hallucination == Mark::Yes; });
}

void TranscriptActions::stepTo(int by, const MessageTest& wanted)
{
    if (m_view.transcript() == nullptr)
        return;
    const auto& messages = m_view.transcript()->conversation().messages;
    const int count = static_cast<int>(messages.size());
    const int current = m_view.currentMessage();
    const int from = current >= 0 ? current : by > 0 ? -1 : count;
    for (int step = 1; step <= count; ++step) {
        const int message = ((from + by * step) % count + count) % count;
        if (wanted(messages[static_cast<std::size_t>(message)])) {
            m_view.makeCurrent(message);
            return;
        }
    }
}

void TranscriptActions::stepMessage(int by)
{
    if (m_view.transcript() == nullptr)
        return;
    const int count = static_cast<int>(m_view.transcript()->conversation().messages.size());
    const int current = m_view.currentMessage();
    const int message = current >= 0 ? current + by : by > 0 ? 0 : count - 1;
    if (message >= 0 && message < count)
        m_view.makeCurrent(message);
}

void TranscriptActions::copyMessage(std::optional<Language> language)
{
    const int message = m_view.currentMessage();
    if (m_view.transcript() == nullptr || message < 0)
        return;
    QGuiApplication::clipboard()->setText(
        toQt(messageText(m_view.transcript()->conversation(), static_cast<std::size_t>(message), language)));
}

void TranscriptActions::copyMessageJson()
{
    const int message = m_view.currentMessage();
    if (m_view.transcript() == nullptr || message < 0)
        return;
    const Conversation& conversation = m_view.transcript()->conversation();
    const auto json =
        messageJson(conversation, conversation.messages[static_cast<std::size_t>(message)], std::nullopt);
    QGuiApplication::clipboard()->setText(toQt(indentJson(json).text));
}

/// Empty if no message is the current one.
QString TranscriptActions::linkToMessage() const
{
    const DecodedRecordPtr& record = m_view.shownSource().record;
    const int message = m_view.currentMessage();
    return !record || message < 0 || record->row >= m_workspace.snapshot().endRow()
               ? QString()
               : recordLink(m_workspace.snapshot(), {record->row, message});
}

/// Markdown: the text as a quotation, and who says it where. A link opens it again.
void TranscriptActions::copyCitation()
{
    const QString link = linkToMessage();
    if (link.isEmpty() || m_view.transcript() == nullptr)
        return;
    const Conversation& conversation = m_view.transcript()->conversation();
    const Message& message = conversation.messages[static_cast<std::size_t>(m_view.currentMessage())];
    QString quoted = toQt(conversation.originalText(message)).trimmed();
    // A message that only calls tools.
    for (const Part& part : conversation.partsOf(message)) {
        if (quoted.isEmpty() && part.kind == PartKind::Call)
            quoted = toQt(part.name) + QLatin1Char(' ') + callTextOf(part).first;
    }
    quoted.replace(QLatin1Char('\n'), QStringLiteral("\n> "));
    const QString place = asLabel(nameOfRecord(m_workspace.snapshot(), m_view.shownSource().record->row));
    // At once: what is said may have "%3" in it.
    QGuiApplication::clipboard()->setText(
        QStringLiteral("> %1\n\n— %2 #%3, [%4](%5)\n")
            .arg(quoted, roleWord(message), QString::number(m_view.currentMessage() + 1), place, link));
}

void TranscriptActions::makeConversationActions()
{
    const auto copy = [this](const std::function<QString(const Conversation&)>& text) {
        if (m_view.transcript() != nullptr)
            QGuiApplication::clipboard()->setText(text(m_view.transcript()->conversation()));
    };
    add(MenuSection::CopyConversation, "copyConversationText", tr("Copy conversation as text"), {}, [copy] {
        copy([](const Conversation& said) { return toQt(conversationText(said, std::nullopt)); });
    });
    add(MenuSection::CopyConversation, "copyConversationMarkdown", tr("Copy conversation as Markdown"), {},
        [copy] {
            copy([](const Conversation& said) { return toQt(conversationMarkdown(said, std::nullopt)); });
        });
    add(MenuSection::CopyConversation, "copyConversationJson", tr("Copy conversation as JSON"), {}, [copy] {
        copy([](const Conversation& said) {
            return toQt(indentJson(conversationJson(said, std::nullopt)).text);
        });
    });
}

QAction* TranscriptActions::find(const QString& name) const
{
    return m_view.findChild<QAction*>(objectNameIn(m_view, name), Qt::FindDirectChildrenOnly);
}

void TranscriptActions::showMenu(const QPoint& globalPosition)
{
    QMenu menu(&m_view);
    if (!m_view.selection().isEmpty()) {
        menu.addAction(tr("Copy selection"), this,
                       [this] { QGuiApplication::clipboard()->setText(m_view.selection().text()); });
        menu.addSeparator();
    }
    if (m_view.currentMessage() >= 0) {
        for (const char* name :
             {"copyMessageFirst", "copyMessageSecond", "copyMessageBoth", "copyMessageJson"})
            menu.addAction(find(QLatin1String(name)));
        addMessageFilters(menu);
        menu.addSeparator();
    }
    // Those of the panel are there only in the main view.
    for (const char* name : {"findInConversation", "pinCurrent", "selectAllTexts", "showRaw"}) {
        if (QAction* action = find(QLatin1String(name)))
            menu.addAction(action);
    }
    menu.addSeparator();
    for (const char* name :
         {"languageFirst", "languageBoth", "languageSecond", "showMarkdown", "showInvisible", "showPictures"})
        menu.addAction(find(QLatin1String(name)));
    menu.exec(globalPosition);
}

/// Filters by the values of the current message.
void TranscriptActions::addMessageFilters(QMenu& menu)
{
    const Conversation& conversation = m_view.transcript()->conversation();
    const Message& message = conversation.messages[static_cast<std::size_t>(m_view.currentMessage())];
    for (const Name& intent : conversation.intentsOf(message)) {
        QMenu* values = menu.addMenu(tr("Intent “%1”").arg(asMenuText(nameInBoth(intent))));
        addValueActions(*values, m_workspace, "intent", std::string(intent.shown()));
    }
    if (message.hallucination != Mark::NotAnnotated) {
        QMenu* values = menu.addMenu(tr("Hallucination “%1”").arg(markWord(message.hallucination)));
        addValueActions(*values, m_workspace, "hallucination", std::string(markName(message.hallucination)));
    }
}

/// Marks one difference in every candidate that has it.
bool TranscriptActions::stepDifference(int by, bool wraps)
{
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr || transcript->candidates() == nullptr || !transcript->differences())
        return false;
    const int count = transcript->differences()->count;
    if (count == 0 || !transcript->mode().differences)
        return false;
    const int from = m_difference >= 0 && m_difference < count ? m_difference : by > 0 ? -1 : count;
    if (!wraps && (from + by < 0 || from + by >= count))
        return false;
    m_difference = (from + by + count) % count;
    QList<QTextEdit::ExtraSelection> marks;
    for (const QTextCursor& range : rangesOf(*transcript, m_difference)) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = range;
        mark.format.setBackground(transcript->style().colors.foundHere);
        mark.format.setForeground(transcript->style().colors.text);
        marks << mark;
    }
    if (!marks.isEmpty()) {
        m_view.setHighlights(marks);
        m_view.showPosition(marks.front().cursor.selectionStart());
    }
    Q_EMIT m_view.differenceShown();
    return true;
}

} // namespace duologue::ui
