// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/document/document_window.h"

#include "ui/views/widgets/letter_width.h"
#include "ui/views/widgets/metrics.h"
#include "ui/views/widgets/page_look.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QShortcut>
#include <QSvgRenderer>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>
#include <utility>

namespace duologue::ui {

namespace {

constexpr QSize kDocumentSize(900, 760);

QImage pictureOf(const std::string& svg, double scale)
{
    QSvgRenderer renderer(QByteArray::fromStdString(svg));
    QImage image(renderer.defaultSize() * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter, QRectF(QPointF(), QSizeF(renderer.defaultSize())));
    return image;
}

/// The ending of a filter such as "Markdown (*.md)".
QString endingOf(const QString& filter)
{
    static const QRegularExpression ending(QStringLiteral("\\*(\\.[a-z]+)"));
    return ending.match(filter).captured(1);
}

} // namespace

DocumentWindow::DocumentWindow(const DatasetDocumentMaker& maker, std::size_t records, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_maker(maker),
      m_records(records),
      m_page(new QTextBrowser(this)),
      m_bar(new QProgressBar(this)),
      m_message(new QLabel(this)),
      m_copy(new QPushButton(tr("Copy as &Markdown"), this)),
      m_save(new QPushButton(tr("&Save as…"), this))
{
    setWindowTitle(m_maker.title);
    m_page->setObjectName(QStringLiteral("documentPage"));
    m_page->setAccessibleName(m_maker.title);
    m_page->setFrameShape(QFrame::NoFrame);
    // What stands in the data is text, not a place to go to.
    m_page->setOpenLinks(false);
    m_page->setFont(withChinese(font()));
    m_bar->setObjectName(QStringLiteral("documentBar"));
    m_bar->setAccessibleName(tr("Progress of the document"));
    m_bar->setTextVisible(false);
    m_message->setObjectName(QStringLiteral("documentMessage"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setText(tr("Counting. Checks look at every conversation."));
    m_copy->setObjectName(QStringLiteral("documentCopy"));
    m_save->setObjectName(QStringLiteral("documentSave"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_copy, QDialogButtonBox::ActionRole);
    buttons->addButton(m_save, QDialogButtonBox::ActionRole);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(kGrid, 0, kGrid, kGrid);
    foot->addWidget(m_bar);
    foot->addWidget(m_message);
    foot->addWidget(buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page, 1);
    layout->addLayout(foot);
    resize(kDocumentSize);

    connect(m_save, &QPushButton::clicked, this, &DocumentWindow::save);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(toQt(m_document->markdown));
        m_message->setText(tr("Copied."));
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QWidget::close);
    new QShortcut(QKeySequence(Qt::Key_Escape), this, [this] { close(); });
    start();
}

void DocumentWindow::start()
{
    m_copy->setEnabled(false);
    m_save->setEnabled(false);
    m_bar->setRange(0, 0);
    m_job.begin(
        m_maker.title,
        [progress = m_progress, count = m_records] {
            return JobAmount{progress->recordsDone, count, JobAmount::Unit::Conversations};
        },
        [this] { close(); });
    m_task.stream([make = m_maker.make](const Job& job, const auto&) { return make(job); }, {},
                  [this](DatasetDocument document) { take(std::move(document)); }, m_progress,
                  [this](const TaskFailure& failure) {
                      m_job.end();
                      m_bar->hide();
                      m_message->setText(tr("The document was not made."));
                      TaskFailures::ofThisThread().report(failure);
                  });
}

void DocumentWindow::take(DatasetDocument document)
{
    m_document = std::make_unique<DatasetDocument>(std::move(document));
    m_job.end();
    m_bar->hide();
    m_message->setText(m_document->settingsMistake.empty()
                           ? tr("The card is always in English.")
                           : tr("The settings of checks beside the dataset are not used: %1")
                                 .arg(translated(m_document->settingsMistake)));
    // A document that is shown already is laid out again for each piece of text that the reader of Markdown
    // adds, which takes seconds for a long table.
    auto* page = new QTextDocument(m_page);
    page->setDocumentMargin(2 * kGrid);
    page->setDefaultFont(m_page->font());
    QTextDocument::MarkdownFeatures features = QTextDocument::MarkdownDialectGitHub;
    features |= QTextDocument::MarkdownNoHTML;
    page->setMarkdown(toQt(m_document->page), features);
    // A document forgets its pictures when it gets a text.
    for (const DatasetCard::Chart& chart : m_document->charts)
        page->addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("chart:") + toQt(chart.name)),
                          pictureOf(chart.svg, devicePixelRatioF()));
    setPageLook(*page, palette().color(QPalette::Mid));
    m_page->setDocument(page);
    m_copy->setEnabled(true);
    m_save->setEnabled(true);
    Q_EMIT made();
}

void DocumentWindow::save()
{
    QString filter = m_maker.filters.front();
    QString path = QFileDialog::getSaveFileName(this, m_maker.title,
                                                m_maker.fileName + endingOf(m_maker.filters.front()),
                                                m_maker.filters.join(QStringLiteral(";;")), &filter);
    if (path.isEmpty())
        return;
    if (!path.endsWith(endingOf(filter)))
        path += endingOf(filter);
    saveTo(fromQt(path));
}

void DocumentWindow::saveTo(const std::filesystem::path& path)
{
    m_save->setEnabled(false);
    m_writing.run([write = m_document->write, path](const Job&) { return write(path); },
                  [this, path](const std::optional<UnwrittenFile>& unwritten) {
                      m_save->setEnabled(true);
                      m_message->setText(unwritten ? tr("Not written: %1: %2")
                                                         .arg(asLabel(toQt(unwritten->path.string())),
                                                              translated(unwritten->why))
                                                   : tr("Written: %1").arg(asLabel(toQt(path.string()))));
                      Q_EMIT saved();
                  });
}

} // namespace duologue::ui
