// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/mark_words.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/marks/mark_actions.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace duologue::ui {

namespace {

using Json = nlohmann::json;

/// Saves what is being typed as an answer about this conversation, before another one is shown. Clicks on
/// buttons leave the focus where it is.
void endTyping()
{
    if (auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget()))
        line->clearFocus();
}

/// One question of a scheme with the answer of this reader. GUI thread.
class QuestionRow final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(QuestionRow)

public:
    QuestionRow(MarkActions& actions, const SchemeQuestion& question, QWidget* parent)
        : QWidget(parent), m_actions(actions), m_question(question)
    {
        auto* title = new WrappedLabel(schemeTitle(question.title, question.key), this);
        auto* column = makeColumn(this, {title}, 2);
        switch (question.kind) {
        case QuestionKind::YesNo:
            makeButtons(*column,
                        {{"yes", {"Yes", "是"}, {}, "good", {}}, {"no", {"No", "否"}, {}, "bad", {}}});
            break;
        case QuestionKind::OneOf:
            makeButtons(*column, question.choices);
            break;
        case QuestionKind::ManyOf:
            m_line = new QPushButton(this);
            m_line->setAccessibleName(title->text());
            connect(m_line, &QPushButton::clicked, this, [this] { m_actions.chooseValues(m_question); });
            column->addWidget(m_line);
            break;
        case QuestionKind::Scale:
            makeScale(*column);
            break;
        case QuestionKind::Text:
            m_text = new QLineEdit(this);
            m_text->setAccessibleName(title->text());
            connect(m_text, &QLineEdit::editingFinished, this, [this] { saveText(); });
            column->addWidget(m_text);
            break;
        }
    }

    const SchemeQuestion& question() const { return m_question; }

    /// `isOther`: of another conversation than before.
    void show(const std::string& answer, bool isOther)
    {
        m_answer = answer;
        const QStringList values = valuesOf(answer);
        for (QToolButton* button : m_buttons)
            button->setChecked(values.contains(button->property("value").toString()));
        if (m_line != nullptr)
            m_line->setText(values.isEmpty()
                                ? tr("Choose…")
                                : answerWords({{}, 1, {}, {m_question}, {}}, m_question.key, answer));
        // What is being typed stays, where it belongs.
        if (m_text != nullptr && (isOther || !m_text->hasFocus()))
            m_text->setText(values.value(0));
    }

private:
    void makeButtons(QVBoxLayout& column, const std::vector<SchemeChoice>& choices)
    {
        auto* box = new QWidget(this);
        auto* flow = new FlowLayout(box);
        flow->setContentsMargins(0, 0, 0, 0);
        for (const SchemeChoice& choice : choices)
            addButton(*box, *flow, toQt(choice.value), schemeTitle(choice.title, choice.value),
                      schemeTitle(choice.definition), Json(choice.value).dump());
        column.addWidget(box);
    }

    void makeScale(QVBoxLayout& column)
    {
        constexpr double kMostButtons = 11;
        const bool isWhole =
            m_question.low == std::floor(m_question.low) && m_question.high - m_question.low < kMostButtons;
        if (isWhole) {
            auto* box = new QWidget(this);
            auto* flow = new FlowLayout(box);
            flow->setContentsMargins(0, 0, 0, 0);
            for (double value = m_question.low; value <= m_question.high; ++value) {
                const QString number = QString::number(value);
                QString meaning;
                for (const auto& [at, text] : m_question.anchors) {
                    if (at == value)
                        meaning = schemeTitle(text);
                }
                addButton(*box, *flow, number, number, meaning, fromQt(number));
            }
            column.addWidget(box);
            return;
        }
        m_text = new QLineEdit(this);
        m_text->setPlaceholderText(tr("%1 to %2").arg(m_question.low).arg(m_question.high));
        connect(m_text, &QLineEdit::editingFinished, this, [this] { saveNumber(); });
        column.addWidget(m_text);
    }

    void addButton(QWidget& box, FlowLayout& flow, const QString& value, const QString& title,
                   const QString& meaning, const std::string& answer)
    {
        auto* button = new QToolButton(&box);
        button->setText(title);
        button->setCheckable(true);
        button->setProperty("value", value);
        button->setToolTip(asToolTip(meaning));
        connect(button, &QToolButton::clicked, this, [this, answer](bool isOn) {
            endTyping();
            m_actions.set(m_question.key, isOn ? answer : std::string(), m_question.on);
        });
        flow.addWidget(button);
        m_buttons.push_back(button);
    }

    void saveText()
    {
        const QString text = m_text->text().trimmed();
        if (text != valuesOf(m_answer).value(0))
            m_actions.set(m_question.key, text.isEmpty() ? std::string() : Json(fromQt(text)).dump(),
                          m_question.on);
    }

    void saveNumber()
    {
        bool isNumber = false;
        const QString text = m_text->text().trimmed();
        const double value = text.toDouble(&isNumber);
        const bool fits = isNumber && value >= m_question.low && value <= m_question.high;
        if (text.isEmpty() || fits) {
            if (text != valuesOf(m_answer).value(0))
                m_actions.set(m_question.key, text.isEmpty() ? std::string() : fromQt(QString::number(value)),
                              m_question.on);
        } else {
            m_text->setText(valuesOf(m_answer).value(0));
            QToolTip::showText(
                m_text->mapToGlobal(QPoint(0, m_text->height())),
                tr("A number from %1 to %2 is expected.")
                    .arg(QLocale().toString(m_question.low), QLocale().toString(m_question.high)),
                m_text);
        }
    }

    MarkActions& m_actions;
    SchemeQuestion m_question;
    std::string m_answer;
    std::vector<QToolButton*> m_buttons;
    QPushButton* m_line = nullptr;
    QLineEdit* m_text = nullptr;
};

/// The marks of the current conversation: those of this reader, which can be changed, and those of others.
class MarksPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(MarksPanel)

public:
    MarksPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent), m_workspace(workspace), m_actions(new MarkActions(workspace, *this))
    {
        setObjectName(QStringLiteral("marksPanel"));
        setAccessibleName(tr("Marks"));
        m_scope->addItem(tr("The conversation"));
        m_scope->addItem(tr("The current message"));
        m_scope->setAccessibleName(tr("What is marked"));
        connect(m_scope, qOverload<int>(&QComboBox::activated), this,
                [this](int index) { m_actions->setScope(static_cast<MarkActions::Scope>(index)); });
        m_scheme->setAccessibleName(tr("What readers are asked"));
        connect(m_scheme, qOverload<int>(&QComboBox::activated), this, [this](int index) {
            m_workspace.marks().setScheme(m_workspace.marks().schemes().at(static_cast<std::size_t>(index)));
        });
        m_endLabels->setText(tr("End labelling"));
        connect(m_endLabels, &QPushButton::clicked, this, [this] { m_workspace.marks().endLabelling(); });
        for (QComboBox* box : {static_cast<QComboBox*>(m_scope), static_cast<QComboBox*>(m_scheme)})
            box->view()->setAccessibleName(box->accessibleName());
        auto* verdicts = new QWidget(this);
        auto* verdictFlow = new FlowLayout(verdicts);
        verdictFlow->setContentsMargins(0, 0, 0, 0);
        for (const char* name : {"markPass", "markFail", "markDefer", "markStar"})
            verdictFlow->addWidget(makeButton(*verdicts, name));
        auto* more = new QWidget(this);
        auto* moreFlow = new FlowLayout(more);
        moreFlow->setContentsMargins(0, 0, 0, 0);
        for (const char* name : {"markNote", "markCodes", "markTags", "markUndo"})
            moreFlow->addWidget(makeButton(*more, name));
        m_questions = new QWidget(this);
        m_questionRows = new QVBoxLayout(m_questions);
        m_questionRows->setContentsMargins(0, 0, 0, 0);
        m_unblind->setText(tr("Show them now"));
        connect(m_unblind, &QPushButton::clicked, this, [this] { m_actions->set("unblinded", "true"); });
        makeColumn(this,
                   {m_progress, m_endLabels, m_scheme, verdicts, more, m_questions, m_own, m_changed,
                    m_others, m_unblind, m_scope, m_lost, m_place},
                   kGrid / 2, {kGrid, kGrid, kGrid, kGrid});
        connect(&m_workspace, &Workspace::currentChanged, this, [this] { m_deferred.request(); });
        connect(&m_workspace, &Workspace::currentMessageChanged, this, [this] { m_deferred.request(); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_deferred.request(); });
        connect(&m_workspace.marks(), &DatasetMarks::changed, this, [this] { show(); });
        connect(&m_workspace.marks(), &DatasetMarks::queueChanged, this, [this] { m_deferred.request(); });
        connect(&m_workspace.marks(), &DatasetMarks::schemeChanged, this, [this] { makeQuestions(); });
        connect(m_actions, &MarkActions::scopeChanged, this, [this] { show(); });
        makeQuestions();
        show();
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::PaletteChange)
            show();
    }

private:
    /// The name, the key and the meaning are those of the action.
    QToolButton* makeButton(QWidget& parent, const char* name)
    {
        auto* button = new QToolButton(&parent);
        QAction* action = nullptr;
        for (QAction* each : actions()) {
            if (each->objectName() == QLatin1String(name))
                action = each;
        }
        button->setObjectName(QLatin1String(name) + QStringLiteral("Button"));
        const auto update = [button, action] {
            QString text = withoutMnemonic(action->text());
            if (const QString key = action->shortcut().toString(QKeySequence::NativeText); !key.isEmpty())
                text += QStringLiteral("  ") + key;
            button->setText(text);
            button->setEnabled(action->isEnabled());
        };
        connect(action, &QAction::changed, button, update);
        connect(button, &QToolButton::clicked, action, [action] {
            endTyping();
            action->trigger();
        });
        update();
        m_buttons.emplace_back(button, name);
        return button;
    }

    void makeQuestions()
    {
        qDeleteAll(m_rows);
        m_rows.clear();
        const MarkScheme& scheme = m_workspace.marks().scheme();
        m_scheme->clear();
        for (const MarkScheme& each : m_workspace.marks().schemes())
            m_scheme->addItem(schemeTitle(each.title, each.id), toQt(each.id));
        m_scheme->setCurrentIndex(m_scheme->findData(toQt(scheme.id)));
        for (const SchemeQuestion& question : scheme.questions) {
            // These have buttons of their own.
            if (question.key == mark_keys::kVerdict || question.key == mark_keys::kNote ||
                question.key == mark_keys::kCode)
                continue;
            auto* row = new QuestionRow(*m_actions, question, m_questions);
            m_questionRows->addWidget(row);
            m_rows.push_back(row);
        }
        show();
    }

    void show()
    {
        const DatasetMarks& marks = m_workspace.marks();
        const auto row = m_workspace.currentRow();
        const bool isThere = row && *row < m_workspace.snapshot().endRow();
        setHasContent(*this, m_workspace.snapshot().recordCount() > 0 && !marks.place().folder.empty());
        showProgress();
        const std::string verdict = m_actions->answer(mark_keys::kVerdict);
        const auto setOn = [this](const char* name, bool isOn) {
            for (const auto& [button, action] : m_buttons) {
                if (std::string_view(action) == name) {
                    QFont font = button->font();
                    font.setBold(isOn);
                    button->setFont(font);
                    button->setDown(isOn);
                }
            }
        };
        setOn("markPass", verdict == "\"pass\"");
        setOn("markFail", verdict == "\"fail\"");
        setOn("markDefer", verdict == "\"defer\"");
        setOn("markStar", m_actions->answer(mark_keys::kStar) == "true");
        for (QuestionRow* each : m_rows)
            each->show(m_actions->answer(each->question().key, each->question().on), row != m_shownRow);
        m_shownRow = row;
        m_scope->setCurrentIndex(static_cast<int>(m_actions->scope()));
        const ReadingColors look = readingColors(palette());
        const bool isBlind = isThere && marks.isBlindFor(*row);
        QStringList own;
        QStringList others;
        bool hasChanged = false;
        for (const MarkAnswers* each : isThere ? marks.of(*row) : std::vector<const MarkAnswers*>()) {
            const bool isOwn = each->by == marks.reader();
            if (const QString words = wordsOf(*each, isOwn); !words.isEmpty())
                (isOwn ? own : others) << words;
            hasChanged = hasChanged || marks.hasChanged(*each);
        }
        m_own->showText(own.join(QLatin1Char('\n')), look.text);
        m_changed->showText(hasChanged ? tr("The record has changed since it was marked.") : QString(),
                            look.dim);
        m_others->showText(isBlind && !others.isEmpty()
                               ? tr("Marks of others are hidden until you have judged.")
                               : others.join(QLatin1Char('\n')),
                           look.dim);
        m_unblind->setVisible(isBlind);
        const DatasetMarks::Lost& lost = marks.lost();
        QStringList lostWords;
        if (lost.changed > 0)
            lostWords << tr("%Ln mark(s) on records that have changed", nullptr,
                            static_cast<int>(lost.changed));
        if (lost.gone + lost.ambiguous > 0)
            lostWords << tr("%Ln mark(s) on records that are not here", nullptr,
                            static_cast<int>(lost.gone + lost.ambiguous));
        m_lost->showText(lostWords.join(QLatin1Char('\n')), look.dim);
        const std::filesystem::path file = markFileOf(marks.place(), marks.reader());
        m_place->showText(
            marks.place().folder.empty() ? QString()
            : marks.place().isElsewhere
                ? tr("Reader: %1. The dataset cannot be written, so marks are kept in %2")
                      .arg(toQt(marks.reader()), toQt(file.string()))
                : tr("Reader: %1. Marks are kept in %2")
                      .arg(toQt(marks.reader()), toQt(file.lexically_relative(marks.place().root).string())),
            look.dim);
    }

    void showProgress()
    {
        const DatasetMarks& marks = m_workspace.marks();
        QString text;
        if (!marks.queueRows().empty()) {
            const QueueProgress progress = marks.progress();
            text = (marks.isLabelling() ? tr("Labelled: %1 of %2") : tr("Queue: %1 of %2"))
                       .arg(countText(progress.done), countText(progress.all));
            if (progress.perHour > 0)
                text += tr(", %1 an hour").arg(countText(static_cast<std::uint64_t>(progress.perHour + 0.5)));
            if (!marks.isLabelling() && marks.queue() &&
                marks.queue()->records.size() > marks.queueRows().size())
                text += tr("; %1 are not here")
                            .arg(countText(marks.queue()->records.size() - marks.queueRows().size()));
        }
        m_endLabels->setVisible(marks.isLabelling());
        m_progress->showText(text, readingColors(palette()).text, true);
    }

    /// "message 4: fail; late, vague; note: …"
    QString wordsOf(const MarkAnswers& answers, bool isOwn) const
    {
        QString line = markWords(m_workspace.marks().scheme(), answers);
        if (line.isEmpty())
            return line;
        constexpr qsizetype kLongestQuote = 60;
        if (answers.on.span)
            line.prepend(QStringLiteral("“%1” ").arg(beginningOf(answers.on.span->exact, kLongestQuote)));
        if (answers.on.message > 0)
            line.prepend(tr("message %1: ").arg(answers.on.message));
        return isOwn ? line : toQt(answers.by) + QStringLiteral(": ") + line;
    }

    Workspace& m_workspace;
    MarkActions* m_actions;
    PlainLabel* m_progress = named<PlainLabel>("markProgress", this);
    QPushButton* m_endLabels = named<QPushButton>("endLabelling", this);
    FittingBox* m_scheme = named<FittingBox>("markScheme", this);
    QWidget* m_questions = nullptr;
    QVBoxLayout* m_questionRows = nullptr;
    std::vector<QuestionRow*> m_rows;
    /// Whose answers the rows show.
    std::optional<Row> m_shownRow;
    PlainLabel* m_own = named<PlainLabel>("ownMarks", this);
    PlainLabel* m_changed = named<PlainLabel>("changedMarks", this);
    PlainLabel* m_others = named<PlainLabel>("otherMarks", this);
    QPushButton* m_unblind = named<QPushButton>("unblind", this);
    FittingBox* m_scope = named<FittingBox>("markScope", this);
    PlainLabel* m_lost = named<PlainLabel>("lostMarks", this);
    PlainLabel* m_place = named<PlainLabel>("markPlace", this);
    std::vector<std::pair<QToolButton*, const char*>> m_buttons;
    DeferredCall m_deferred{[this] { show(); }};
};

} // namespace

PanelSpec marksPanel()
{
    return {QStringLiteral("marks"), MarksPanel::tr("Marks"), PanelArea::Inspector, makePanel<MarksPanel>,
            true};
}

} // namespace duologue::ui
