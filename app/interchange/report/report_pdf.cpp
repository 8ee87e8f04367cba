// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/report/report_pdf.h"

#include "app/interchange/report/picture_object.h"
#include "app/interchange/report/report_html.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextDocument>

namespace lockstep {

namespace {

constexpr int kDpi = 300;
constexpr qreal kPoints = 9;
constexpr qreal kLeastSpacing = 1.0 / 32; ///< twice the finest that Qt knows

/// Paper has one width and one colour; sizes are points.
constexpr auto kPdfStyle = R"(
h1 { font-size: 17pt; }
h2 { font-size: 12pt; margin-top: 16px; margin-bottom: 4px; }
.verdict { font-size: 11pt; }
.cause { color: #a3261d; }
.written { color: #5a6675; }
.wide { margin-bottom: 12px; }
th { color: #5a6675; padding-right: 10px; padding-bottom: 2px; }
td { padding-right: 10px; padding-bottom: 2px; }
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

} // namespace

bool writeReportPdf(const RunReport& report, QIODevice& device)
{
    QPdfWriter pdf(&device);
    pdf.setResolution(kDpi);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins({}); // the document keeps its own
    pdf.setTitle(report.title);
    pdf.setCreator(QStringLiteral("Lockstep"));
    PictureObject pictures(report);
    QTextDocument document;
    document.setDefaultFont(textFont());
    document.setDefaultStyleSheet(QLatin1String(kPdfStyle));
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, &pictures);
    document.setHtml(
        reportBody(report, [](const ReportPicture&, qsizetype number) { return QString::number(number); }));
    document.print(&pdf);
    return device.isWritable();
}

} // namespace lockstep
