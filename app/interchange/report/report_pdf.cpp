// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/report/report_pdf.h"

#include "app/interchange/report/picture_object.h"
#include "app/interchange/report/report_html.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kDpi = 300;
constexpr qreal kMargin = 20; ///< mm
constexpr qreal kMillimetresOfInch = 25.4;
constexpr qreal kPoints = 9;
constexpr qreal kLeastSpacing = 1.0 / 32; ///< twice the finest that Qt knows

/// Paper has one width and one colour; sizes are points. Beside a table the margins of headings do not count.
constexpr auto kPdfStyle = R"(
h1 { font-size: 17pt; }
h2 { font-size: 12pt; margin-top: 16px; margin-bottom: 4px; }
.verdict { font-size: 11pt; }
.cause { color: #a3261d; }
.written { color: #5a6675; }
.wide { margin-bottom: 12px; }
table { margin-top: 5px; margin-bottom: 14px; }
th { color: #5a6675; padding-right: 10px; padding-bottom: 2px; }
td { padding-right: 10px; padding-bottom: 2px; }
th, td.number, td.line { white-space: nowrap; }
)";

/// In Noto Sans CJK, digits beside letters are glyphs of no character: nobody would find a number in the
/// file. So these come first, and Chinese falls back to what the program shows it in.
QFont textFont()
{
    QFont font = QApplication::font();
    font.setFamilies(QStringList{QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans"),
                                 QStringLiteral("Liberation Sans")} +
                     font.families());
    font.setPointSizeF(kPoints);
    // With any spacing two letters stay two: a digest with "ff" as one glyph is not found either.
    font.setLetterSpacing(QFont::AbsoluteSpacing, kLeastSpacing);
    return font;
}

void layOut(QTextDocument& document, QPdfWriter& pdf)
{
    document.setDocumentMargin(0); // the paper has its own
    document.documentLayout()->setPaintDevice(&pdf);
    document.setPageSize(QSizeF(pdf.width(), pdf.height()));
}

int pageOf(const QTextBlock& block)
{
    const QTextDocument& document = *block.document();
    const qreal top = document.documentLayout()->blockBoundingRect(block).top();
    // A picture that has no room left begins on the next page, though its block does not.
    const qreal inBlock = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).y() : 0;
    return static_cast<int>((top + inBlock) / document.pageSize().height());
}

/// What is to stand below a heading at least: of a table its titles and a row.
QTextBlock headed(const QTextBlock& heading)
{
    for (QTextBlock next = heading.next(); next.isValid(); next = next.next()) {
        if (const QTextTable* table = QTextCursor(next).currentTable())
            return table->cellAt(std::min(1, table->rows() - 1), 0).firstCursorPosition().block();
        if (!next.text().isEmpty()) // as between it and a table
            return next;
    }
    return {};
}

/// No heading at the foot of a page.
void keepHeadings(QTextDocument& document)
{
    QTextBlockFormat onNextPage;
    onNextPage.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QTextBlock below = block.blockFormat().headingLevel() > 0 ? headed(block) : QTextBlock();
        if (below.isValid() && pageOf(below) != pageOf(block))
            QTextCursor(block).mergeBlockFormat(onNextPage);
    }
}

/// As QTextDocument::print() does it, which would lay out anew.
void printPages(QTextDocument& document, QPdfWriter& pdf)
{
    QPainter painter(&pdf);
    painter.setFont(document.defaultFont());
    const QSizeF size = document.pageSize();
    const QRectF foot(0, size.height(), size.width(), kMargin / 2 / kMillimetresOfInch * pdf.logicalDpiY());
    for (int page = 0; page < document.pageCount(); ++page) {
        if (page > 0)
            pdf.newPage();
        QAbstractTextDocumentLayout::PaintContext context;
        context.clip = QRectF(QPointF(0, page * size.height()), size);
        context.palette.setColor(QPalette::Text, Qt::black); // whatever the theme has
        painter.save();
        painter.translate(0, -context.clip.top());
        painter.setClipRect(context.clip);
        document.documentLayout()->draw(&painter, context);
        painter.restore();
        painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter,
                         QStringLiteral("%1 / %2").arg(page + 1).arg(document.pageCount()));
    }
}

} // namespace

bool writeReportPdf(const RunReport& report, QIODevice& device)
{
    QPdfWriter pdf(&device);
    pdf.setResolution(kDpi);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins({kMargin, kMargin, kMargin, kMargin}, QPageLayout::Millimeter);
    pdf.setTitle(report.title);
    pdf.setCreator(QStringLiteral("Lockstep"));
    PictureObject pictures(report);
    QTextDocument document;
    document.setDefaultFont(textFont());
    document.setDefaultStyleSheet(QLatin1String(kPdfStyle));
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, &pictures);
    document.setHtml(
        reportBody(report, [](const ReportPicture&, qsizetype number) { return QString::number(number); }));
    layOut(document, pdf);
    keepHeadings(document);
    printPages(document, pdf);
    return device.isWritable();
}

} // namespace lockstep
