// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conversation.h"
#include "core/data/field_reader.h"
#include "core/load/record_reader.h"
#include "ui/app/intent_codes.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/view.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/transcript/transcript_find.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QIcon>
#include <QImage>
#include <QLocale>
#include <QObject>
#include <QPixmap>
#include <QScrollBar>
#include <QSplitter>
#include <QTableWidget>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// One line of a comparison of two conversations.
struct ComparedLine {
    QString what;
    /// Empty where the conversation has none.
    QString first;
    QString second;
    /// The second less the first, with its sign; empty if they are no numbers.
    QString difference;
    bool differs = false;
    /// Of an intent; other lines have none.
    std::optional<IntentCode> code;
};

/// Ratings, length, intents and marks of two conversations, and the attributes of their users that differ.
/// Lines that differ are first. The codes are those of the dataset.
std::vector<ComparedLine> compareConversations(const Conversation& first, const Conversation& second,
                                               const IntentCodes& codes);

/// The lines of a comparison: what, A, B and B less A. Values that differ are bold. GUI thread.
class ComparisonTable : public QTableWidget {
    Q_OBJECT

public:
    explicit ComparisonTable(QWidget* parent);

    void showLines(const std::vector<ComparedLine>& lines);
};

class TranscriptView;

/// Keeps two conversations in step: where one is scrolled, the other shows the same turn at the same height.
/// GUI thread.
class ComparisonSteps : public QObject {
    Q_OBJECT

public:
    /// Both views outlive it.
    ComparisonSteps(TranscriptView& first, TranscriptView& second, QObject* parent);

private:
    void follow(const TranscriptView& leader, TranscriptView& follower);

    bool m_isFollowing = false;
};

namespace {

constexpr std::string_view kComparedProfile = "profile.";

struct RecordComparisonWords {
    Q_DECLARE_TR_FUNCTIONS(RecordComparison)
};

/// The values of both sides by name, in the order in which the names first appear.
template<typename Value>
class Sides {
public:
    using Pair = std::pair<Value, Value>;

    Pair& of(const std::string& name)
    {
        const auto found = std::find_if(m_pairs.begin(), m_pairs.end(),
                                        [&name](const auto& each) { return each.first == name; });
        return found != m_pairs.end() ? found->second : m_pairs.emplace_back(name, Pair()).second;
    }
    const std::vector<std::pair<std::string, Pair>>& all() const { return m_pairs; }

private:
    std::vector<std::pair<std::string, Pair>> m_pairs;
};

QString differenceText(double number)
{
    const QString text = toQt(numberText(number < 0 ? -number : number));
    return number == 0 ? text : (number < 0 ? QStringLiteral("−") : QStringLiteral("+")) + text;
}

ComparedLine numbers(const QString& what, std::optional<double> first, std::optional<double> second)
{
    ComparedLine line;
    line.what = what;
    line.first = first ? toQt(numberText(*first)) : QString();
    line.second = second ? toQt(numberText(*second)) : QString();
    line.difference = first && second ? differenceText(*second - *first) : QString();
    line.differs = first != second;
    return line;
}

void addRatings(std::vector<ComparedLine>& lines, const Conversation& first, const Conversation& second)
{
    Sides<std::optional<double>> ratings;
    for (const Rating& rating : first.ratings)
        ratings.of(std::string(rating.name)).first = rating.value;
    for (const Rating& rating : second.ratings)
        ratings.of(std::string(rating.name)).second = rating.value;
    for (const auto& [name, values] : ratings.all())
        lines.push_back(numbers(fieldTitle(name), values.first, values.second));
}

void addIntents(std::vector<ComparedLine>& lines, const Conversation& first, const Conversation& second,
                const IntentCodes& codes)
{
    struct Counts {
        Name name;
        std::array<double, 2> counts{};
    };
    std::vector<Counts> intents;
    std::size_t side = 0;
    for (const Conversation* conversation : {&first, &second}) {
        for (const Message& message : conversation->messages) {
            for (const Name& intent : conversation->intentsOf(message)) {
                auto known = std::find_if(intents.begin(), intents.end(), [&intent](const Counts& each) {
                    return each.name.shown() == intent.shown();
                });
                if (known == intents.end())
                    known = intents.insert(known, Counts{intent, {}});
                ++known->counts.at(side);
            }
        }
        ++side;
    }
    for (const Counts& each : intents) {
        ComparedLine line = numbers(nameInBoth(each.name), each.counts[0], each.counts[1]);
        line.code = codes.of(each.name);
        lines.push_back(line);
    }
}

double marked(const Conversation& conversation)
{
    return static_cast<double>(
        std::count_if(conversation.messages.begin(), conversation.messages.end(), isSuspect));
}

bool hasMarks(const Conversation& conversation)
{
    return std::any_of(conversation.messages.begin(), conversation.messages.end(),
                       [](const Message& message) { return message.hallucination != Mark::NotAnnotated; });
}

/// Several values of one attribute are joined.
void addProfile(std::vector<ComparedLine>& lines, const Conversation& first, const Conversation& second)
{
    Sides<QString> attributes;
    std::map<std::string, QString> titles;
    const auto add = [&](const Field& field, QString Sides<QString>::Pair::*side) {
        if (!field.key.starts_with(kComparedProfile) || field.kind == FieldKind::Tree)
            return;
        const std::string name(field.key.substr(kComparedProfile.size()));
        const QString value =
            field.kind == FieldKind::Number ? toQt(numberText(field.number)) : nameInBoth(field.name);
        QString& to = attributes.of(name).*side;
        to += to.isEmpty() ? value : QStringLiteral(", ") + value;
        titles.emplace(name, field.title.empty() ? asLabel(name).replace(QLatin1Char('_'), QLatin1Char(' '))
                                                 : fieldTitle(std::string(field.title)));
    };
    for (const Field& field : first.fields)
        add(field, &Sides<QString>::Pair::first);
    for (const Field& field : second.fields)
        add(field, &Sides<QString>::Pair::second);
    for (const auto& [name, values] : attributes.all()) {
        if (values.first == values.second)
            continue;
        lines.push_back({titles[name], values.first, values.second, {}, true, std::nullopt});
    }
}

} // namespace

std::vector<ComparedLine> compareConversations(const Conversation& first, const Conversation& second,
                                               const IntentCodes& codes)
{
    std::vector<ComparedLine> lines;
    addRatings(lines, first, second);
    lines.push_back(numbers(RecordComparisonWords::tr("Turns"), first.turns(), second.turns()));
    lines.push_back(numbers(RecordComparisonWords::tr("Messages"), static_cast<double>(first.messages.size()),
                            static_cast<double>(second.messages.size())));
    if (hasMarks(first) || hasMarks(second))
        lines.push_back(numbers(RecordComparisonWords::tr("Marked messages"), marked(first), marked(second)));
    addIntents(lines, first, second, codes);
    addProfile(lines, first, second);
    std::stable_partition(lines.begin(), lines.end(), [](const ComparedLine& line) { return line.differs; });
    return lines;
}

ComparisonTable::ComparisonTable(QWidget* parent) : QTableWidget(0, 4, parent)
{
    setObjectName(QStringLiteral("comparisonTable"));
    setAccessibleName(tr("Differences between the two conversations"));
    setHorizontalHeaderLabels({tr("Attribute"), QStringLiteral("A"), QStringLiteral("B"), tr("B − A")});
    setEditTriggers(NoEditTriggers);
    setSelectionBehavior(SelectRows);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setIconSize(chipSize(fontMetrics()));
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kGrid);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    setMinimumHeight(3 * verticalHeader()->defaultSectionSize());
}

void ComparisonTable::showLines(const std::vector<ComparedLine>& lines)
{
    setRowCount(static_cast<int>(lines.size()));
    QFont bold = font();
    bold.setBold(true);
    for (int row = 0; row < rowCount(); ++row) {
        const ComparedLine& line = lines[static_cast<std::size_t>(row)];
        int column = 0;
        for (const QString& text : {line.what, line.first, line.second, line.difference}) {
            auto* cell = new QTableWidgetItem(column > 0 && text.isEmpty() ? QStringLiteral("–") : text);
            cell->setToolTip(text.toHtmlEscaped());
            if (column == 0 && line.code)
                cell->setIcon(QIcon(QPixmap::fromImage(chipImage(
                    font(), line.code->letters, categoryColor(line.code->color), devicePixelRatioF()))));
            if (column > 0 && line.differs)
                cell->setFont(bold);
            setItem(row, column++, cell);
        }
    }
}

namespace {

/// The message of the same place in the same turn; -1 if it has none or is not written yet.
int counterpart(const TranscriptDocument& of, int message, const TranscriptDocument& in)
{
    const int turn = of.turnOf(message);
    int nth = 0;
    for (int i = message; i > 0 && of.turnOf(i - 1) == turn; --i)
        ++nth;
    int found = -1;
    for (int i = in.firstWritten(); i < in.endWritten(); ++i) {
        if (in.turnOf(i) == turn) {
            found = i;
            if (nth-- == 0)
                break;
        }
    }
    return found;
}

} // namespace

ComparisonSteps::ComparisonSteps(TranscriptView& first, TranscriptView& second, QObject* parent)
    : QObject(parent)
{
    connect(first.verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this, &first, &second] { follow(first, second); });
    connect(second.verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this, &first, &second] { follow(second, first); });
}

void ComparisonSteps::follow(const TranscriptView& leader, TranscriptView& follower)
{
    const TranscriptDocument* led = leader.transcript();
    const TranscriptDocument* other = follower.transcript();
    if (m_isFollowing || led == nullptr || other == nullptr || !follower.isVisible())
        return;
    const int top = leader.visibleMessages().first;
    const int same = led->isWritten(top) ? counterpart(*led, top, *other) : -1;
    m_isFollowing = true;
    QScrollBar* bar = follower.verticalScrollBar();
    if (leader.verticalScrollBar()->value() == 0)
        bar->setValue(0);
    else if (same >= 0) {
        // By the same share of the message, because one may be much longer.
        const QRect from = leader.messageRect(top);
        const QRect to = follower.messageRect(same);
        const double share = from.height() > 0 ? static_cast<double>(-from.top()) / from.height() : 0;
        const double offset = from.top() > 0 ? -from.top() : share * to.height();
        bar->setValue(bar->value() + to.top() + static_cast<int>(offset));
    }
    m_isFollowing = false;
}

namespace {

/// Two conversations side by side, in step by turn, and above them what differs. The right one is the current
/// record; the left one is the record that was read before, or the next one, until the user takes another.
class ComparisonPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(Panels)

public:
    ComparisonPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent), m_workspace(workspace), m_table(new ComparisonTable(this))
    {
        setObjectName(QStringLiteral("comparisonPanel"));
        auto* texts = new QSplitter(Qt::Horizontal, this);
        texts->setChildrenCollapsible(false);
        texts->addWidget(makeSide(m_sides[0], QStringLiteral("A"), "comparisonA"));
        texts->addWidget(makeSide(m_sides[1], QStringLiteral("B"), "comparisonB"));
        auto* halves = new QSplitter(Qt::Vertical, this);
        halves->setChildrenCollapsible(false);
        halves->addWidget(m_table);
        halves->addWidget(texts);
        halves->setStretchFactor(0, 1);
        halves->setStretchFactor(1, 3);
        makeColumn(this, {halves});
        setFocusProxy(m_sides[1].text);
        m_steps = new ComparisonSteps(*m_sides[0].text, *m_sides[1].text, this);
        connect(&m_workspace, &Workspace::currentChanged, this, [this] { takeCurrent(); });
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            m_wanted.reset();
            m_before.reset();
            m_isChosen = false;
            show(m_sides[0], nullptr);
        });
        for (auto signal : {&Workspace::viewChanged, &Workspace::queryChanged})
            connect(&m_workspace, signal, this, &ComparisonPanel::takeQuery);
        takeQuery();
        takeCurrent();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        refresh();
    }

private:
    struct Side {
        ElidedLabel* title = nullptr;
        TranscriptView* text = nullptr;
        /// What the query asks for, in this conversation.
        TranscriptFind* find = nullptr;
        DecodedRecordPtr record;
    };

    QWidget* makeSide(Side& side, const QString& letter, const char* name)
    {
        auto* holder = new QWidget(this);
        side.title = new ElidedLabel(holder);
        side.title->setObjectName(QLatin1String(name) + QStringLiteral("Title"));
        side.text = new TranscriptView(m_workspace, holder, TranscriptView::Part::Pinned);
        side.text->setObjectName(QLatin1String(name));
        side.text->setAccessibleName(letter == QLatin1String("A") ? tr("Conversation A")
                                                                  : tr("Conversation B"));
        connect(side.text, &TranscriptView::conversationWanted, this, [this](int by) {
            const auto row = m_workspace.currentRow();
            const std::array read{row.value_or(Row{})};
            if (const auto next = row ? stepRow(*m_workspace.view(), read, by) : std::nullopt)
                m_workspace.setCurrentRow(next);
        });
        side.find = new TranscriptFind(*side.text);
        connect(side.text, &TranscriptView::stopWanted, this, [&side](int by) {
            if (side.find->hasRules())
                side.find->step(by);
            else
                side.text->stepDifference(by);
        });
        auto* head = new QHBoxLayout;
        head->setContentsMargins(kGrid, kHalfGrid, kGrid, kHalfGrid);
        head->setSpacing(kGrid);
        // Both heads are equally high; one has no buttons.
        head->addStrut(fontMetrics().height() + kGrid);
        auto* sign = new QLabel(letter, holder);
        QFont strong = sign->font();
        strong.setBold(true);
        sign->setFont(strong);
        head->addWidget(sign);
        head->addWidget(side.title, 1);
        if (letter == QLatin1String("A"))
            addButtons(*head, holder);
        makeColumn(holder, {head, {side.text, 1}}, 0);
        return holder;
    }

    void addButtons(QHBoxLayout& head, QWidget* holder)
    {
        const auto add = [&](const char* name, const QString& text, const QString& tip, auto&& slot) {
            auto* button = new QToolButton(holder);
            button->setObjectName(QLatin1String(name));
            button->setAutoRaise(true);
            button->setText(text);
            button->setToolTip(tip);
            button->setAccessibleName(tip);
            connect(button, &QToolButton::clicked, this, slot);
            head.addWidget(button);
        };
        add("comparisonTake", tr("Keep B on the left"),
            tr("Keep conversation B on the left and compare it with others"), [this] {
                if (m_workspace.currentRow())
                    choose(*m_workspace.currentRow());
            });
        add("comparisonSwap", tr("Swap"), tr("Swap the two conversations"), [this] {
            const auto left = m_sides[0].record;
            const auto right = m_workspace.currentRow();
            if (!left || !right)
                return;
            choose(*right);
            m_workspace.setCurrentRow(left->row);
        });
    }

    void takeQuery()
    {
        for (const Side& side : m_sides)
            side.find->setQuery(m_workspace.query(), m_workspace.view()->snapshot);
    }

    void choose(Row row)
    {
        m_isChosen = true;
        m_wanted = row;
        read();
    }

    void takeCurrent()
    {
        const DecodedRecordPtr& record = m_workspace.current();
        if (record && m_sides[1].record && record->row != m_sides[1].record->row)
            m_before = m_sides[1].record->row;
        m_sides[1].record = record;
        if (isVisible())
            refresh();
    }

    /// Only while it is visible: two conversations take time to lay out.
    void refresh()
    {
        show(m_sides[1], m_workspace.current());
        const auto row = m_workspace.currentRow();
        if (!m_isChosen && row) {
            const std::array read{*row};
            const auto next = stepRow(*m_workspace.view(), read, 1);
            m_wanted = m_before && m_before != row ? m_before
                       : next                      ? next
                                                   : stepRow(*m_workspace.view(), read, -1);
        }
        read();
        compare();
    }

    void read()
    {
        if (!m_wanted || *m_wanted >= m_workspace.snapshot().endRow()) {
            show(m_sides[0], nullptr);
            compare();
            return;
        }
        if (m_sides[0].record && m_sides[0].record->row == *m_wanted &&
            m_read == m_workspace.view()->snapshot)
            return;
        m_task.run([snapshot = m_workspace.view()->snapshot,
                    row = *m_wanted](const Job&) { return readRecord(*snapshot, row); },
                   [this, snapshot = m_workspace.view()->snapshot](Expected<DecodedRecordPtr> record) {
                       m_read = snapshot;
                       show(m_sides[0], record ? record.value() : nullptr);
                       compare();
                   });
    }

    void show(Side& side, const DecodedRecordPtr& record)
    {
        side.record = record;
        if (record == side.text->shownSource().record)
            return;
        TranscriptDocument::Source source;
        const Snapshot& snapshot = m_workspace.snapshot();
        if (record && record->row < snapshot.endRow()) {
            const RecordEntry& entry = snapshot.record(record->row);
            source = {record, entry.offset, toQt(snapshot.file(entry.file).shownPath)};
            source.intents = IntentCodes(snapshot);
            side.title->setText(asLabel(findField(snapshot, "id")->text(record->row)));
        } else {
            side.title->setText(tr("No conversation selected"));
        }
        side.title->setToolTip(asToolTip(side.title->text()));
        side.text->showSource(source);
    }

    void compare()
    {
        const DecodedRecordPtr& first = m_sides[0].record;
        const DecodedRecordPtr& second = m_sides[1].record;
        if (first && second)
            m_table->showLines(compareConversations(first->conversation, second->conversation,
                                                    IntentCodes(m_workspace.snapshot())));
        else
            m_table->showLines({});
    }

    Workspace& m_workspace;
    ComparisonTable* m_table;
    ComparisonSteps* m_steps = nullptr;
    std::array<Side, 2> m_sides;
    /// The row of the left side, and whether the user has chosen it.
    std::optional<Row> m_wanted;
    bool m_isChosen = false;
    /// The record that was current before the present one.
    std::optional<Row> m_before;
    SnapshotPtr m_read;
    LatestTask<Expected<DecodedRecordPtr>> m_task;
};

} // namespace

PanelSpec comparisonPanel()
{
    return {QStringLiteral("comparison"), ComparisonPanel::tr("Comparison"), PanelArea::Center,
            makePanel<ComparisonPanel>};
}

} // namespace duologue::ui

#include "comparison.moc"
