// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/report/report_html.h"

#include "app/text/language.h"

namespace lockstep {

namespace {

constexpr auto kHtmlStyle = R"(
body { margin: 2em auto; max-width: 62em; padding: 0 1.2em; background: #fff; color: #1c2430;
       font: 15px/1.45 system-ui, "Noto Sans", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; }
h1 { font-size: 1.7em; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15em; margin: 2em 0 .6em; padding-bottom: .25em; border-bottom: 1px solid #d5dbe3; }
.verdict { font-size: 1.15em; margin: .3em 0; }
.cause { margin: .3em 0; color: #a3261d; overflow-wrap: anywhere; }
.written { margin: .3em 0; color: #5a6675; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .4em 0; font-size: .93em; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .22em .9em .22em 0; border-bottom: 1px solid #e8ecf1;
         overflow-wrap: anywhere; }
th { color: #5a6675; font-weight: 600; }
.number { text-align: right; }
.number, .line { white-space: nowrap; }
.picture { margin: .5em 0; break-inside: avoid; }
img { max-width: 100%; height: auto; }
@media print {
  body { margin: 0; padding: 0; max-width: none; font-size: 10pt; }
  h2 { break-after: avoid; }
  tr { break-inside: avoid; }
  .wide { overflow-x: visible; }
}
)";

QString element(const char* name, const char* kind, const QString& text)
{
    return QStringLiteral("<%1 class=\"%2\">%3</%1>\n")
        .arg(QLatin1String(name), QLatin1String(kind), text.toHtmlEscaped());
}

/// QTextDocument knows the attribute, but not the property.
QLatin1String lookOf(ReportCells cells)
{
    switch (cells) {
    case ReportCells::Words:
        break;
    case ReportCells::Number:
        return QLatin1String(" class=\"number\" align=\"right\"");
    case ReportCells::Line:
        return QLatin1String(" class=\"line\" align=\"left\"");
    }
    return QLatin1String(" align=\"left\"");
}

QString cell(const char* name, ReportCells cells, const QString& text)
{
    return QStringLiteral("<%1%2>%3</%1>").arg(QLatin1String(name), lookOf(cells), text.toHtmlEscaped());
}

QString factTable(const QVector<ReportFact>& facts)
{
    QString html = QStringLiteral("<table class=\"facts\">\n");
    for (const ReportFact& fact : facts)
        html += QStringLiteral("<tr>") + cell("th", ReportCells::Words, fact.name) +
                cell("td", ReportCells::Words, fact.value) + QStringLiteral("</tr>\n");
    return html + QStringLiteral("</table>\n");
}

QString tableHtml(const ReportTable& table)
{
    QString html = QStringLiteral("<div class=\"wide\"><table>\n<thead><tr>");
    for (const ReportColumn& column : table.columns)
        html += cell("th", column.cells, column.title);
    html += QStringLiteral("</tr></thead>\n<tbody>\n");
    for (const QStringList& row : table.rows) {
        html += QStringLiteral("<tr>");
        if (row.size() == 1 && table.columns.size() > 1) {
            html += QStringLiteral("<td colspan=\"%1\">%2</td></tr>\n")
                        .arg(table.columns.size())
                        .arg(row[0].toHtmlEscaped());
            continue;
        }
        for (qsizetype i = 0; i < row.size(); ++i)
            html += cell("td", table.columns[i].cells, row[i]);
        html += QStringLiteral("</tr>\n");
    }
    return html + QStringLiteral("</tbody></table></div>\n");
}

QString pictureHtml(const ReportPicture& picture, const QString& address)
{
    return QStringLiteral("<p class=\"picture\"><img src=\"%1\" width=\"%2\" height=\"%3\" alt=\"%4\"></p>\n")
        .arg(address)
        .arg(picture.size.width())
        .arg(picture.size.height())
        .arg(picture.caption.toHtmlEscaped());
}

QString dataAddress(const ReportPicture& picture)
{
    const auto type = QLatin1String(picture.kind == ReportPicture::Kind::Svg ? "image/svg+xml" : "image/png");
    return QStringLiteral("data:%1;base64,%2").arg(type, QString::fromLatin1(picture.bytes.toBase64()));
}

} // namespace

QString reportBody(const RunReport& report, const PictureAddress& address)
{
    QString html = QStringLiteral("<h1>%1</h1>\n").arg(report.title.toHtmlEscaped()) +
                   element("p", "verdict", report.verdict);
    for (const QString& cause : report.causes)
        html += element("p", "cause", cause);
    html += element("p", "written", report.written);
    qsizetype number = 0;
    for (const ReportSection& section : report.sections) {
        html += QStringLiteral("<h2>%1</h2>\n").arg(section.title.toHtmlEscaped());
        for (const QString& paragraph : section.paragraphs)
            html += element("p", "text", paragraph);
        if (!section.facts.isEmpty())
            html += factTable(section.facts);
        if (!section.table.rows.isEmpty())
            html += tableHtml(section.table);
        for (const ReportPicture& picture : section.pictures)
            html += pictureHtml(picture, address(picture, number++));
    }
    return html;
}

QByteArray reportHtml(const RunReport& report)
{
    const QString body =
        reportBody(report, [](const ReportPicture& picture, qsizetype) { return dataAddress(picture); });
    // The browser is told to load nothing, whatever a text might smuggle in.
    return QStringLiteral("<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n<meta charset=\"utf-8\">\n"
                          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                          "img-src data:; style-src 'unsafe-inline'\">\n"
                          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                          "<title>%2</title>\n<style>%3</style>\n</head>\n<body>\n")
               .arg(presentLanguage().replace(u'_', u'-'), report.title.toHtmlEscaped(),
                    QLatin1String(kHtmlStyle))
               .toUtf8() +
           body.toUtf8() + "</body>\n</html>\n";
}

} // namespace lockstep
