// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_sheet.h"

#include "app/plots/metric_plot.h"
#include "app/plots/plot_canvas.h"
#include "app/theme/theme_palette.h"

#include <QApplication>
#include <QFileInfo>
#include <QImageWriter>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace lockstep {

namespace {

constexpr QSize kPlot(860, 460);
constexpr int kMargin = 24;
constexpr int kHeadline = 32;
constexpr int kTitle = 26;
constexpr double kPngRatio = 2;
/// Of the pictures within a drawing.
constexpr double kVectorRatio = 3;

const auto kPng = QLatin1String("png");
const auto kSvg = QLatin1String("svg");
const auto kPdf = QLatin1String("pdf");

void drawLine(QPainter& painter, const QRect& line, double points, const QString& text)
{
    QFont font = QApplication::font();
    font.setPointSizeF(points);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(themeColors(themePalette(ThemeKind::Light)).text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(text, Qt::ElideRight, line.width()));
}

/// Paper has no pixels that a line or a picture would have to meet.
void prepareForPaper(QCPPainter& painter)
{
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
}

} // namespace

PlotSheet::PlotSheet(QString headline) : m_headline(std::move(headline)) {}

PlotSheet::PlotSheet(PlotSheet&&) noexcept = default;

PlotSheet::~PlotSheet() = default;

QStringList PlotSheet::formats()
{
    return {kPng, kSvg, kPdf};
}

void PlotSheet::beginRow()
{
    if (m_rows.empty() || !m_rows.back().empty())
        m_rows.emplace_back();
}

void PlotSheet::add(const MetricPlot& plot)
{
    if (m_rows.empty())
        beginRow();
    PlotCanvas& canvas = *m_rows.back().emplace_back(plot.copy(), plot.spec().title).plot;
    canvas.setPalette(themePalette(ThemeKind::Light));
    canvas.setBackground(QBrush(Qt::white));
    canvas.curveLegend().setExtent(LegendExtent::Whole);
    canvas.setViewport({QPoint(), kPlot});
}

int PlotSheet::headlineHeight() const
{
    return m_headline.isEmpty() ? 0 : kHeadline;
}

QSize PlotSheet::size() const
{
    std::size_t columns = 0;
    for (const std::vector<Cell>& row : m_rows)
        columns = std::max(columns, row.size());
    const auto width = static_cast<int>(columns);
    const auto height = static_cast<int>(m_rows.size());
    return {width * kPlot.width() + (width + 1) * kMargin,
            kMargin + headlineHeight() + height * (kTitle + kPlot.height() + kMargin)};
}

void PlotSheet::draw(QCPPainter& painter, double ratio) const
{
    painter.fillRect(QRect(QPoint(), size()), Qt::white);
    drawLine(painter, {kMargin, kMargin, size().width() - 2 * kMargin, headlineHeight()}, 14, m_headline);
    QPoint top(kMargin, kMargin + headlineHeight());
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        for (std::size_t column = 0; column < m_rows[row].size(); ++column) {
            drawCell(painter, ratio, top, row, column);
            top.rx() += kPlot.width() + kMargin;
        }
        top = {kMargin, top.y() + kTitle + kPlot.height() + kMargin};
    }
}

void PlotSheet::drawCell(QCPPainter& painter, double ratio, const QPoint& top, std::size_t row,
                         std::size_t column) const
{
    const auto& [plot, title] = m_rows[row][column];
    drawLine(painter, {top, QSize(kPlot.width(), kTitle)}, 11, title);
    plot->setBufferDevicePixelRatio(ratio);
    plot->replot(QCustomPlot::rpImmediateRefresh);
    painter.save();
    painter.translate(top + QPoint(0, kTitle));
    plot->toPainter(&painter, kPlot.width(), kPlot.height());
    painter.restore();
}

/// Text is as large on the page as the plots were laid out for.
int PlotSheet::resolution() const
{
    return m_rows.front().front().plot->logicalDpiX();
}

QImage PlotSheet::toImage(double ratio) const
{
    QImage image((QSizeF(size()) * ratio).toSize(), QImage::Format_RGB32);
    QCPPainter painter(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.scale(ratio, ratio);
    draw(painter, ratio);
    return image;
}

bool PlotSheet::writeSvg(QIODevice& device) const
{
    QSvgGenerator svg;
    svg.setOutputDevice(&device);
    svg.setResolution(resolution());
    svg.setSize(size());
    svg.setViewBox(QRect(QPoint(), size()));
    svg.setTitle(m_headline);
    QCPPainter painter(&svg);
    if (!painter.isActive())
        return false;
    prepareForPaper(painter);
    draw(painter, kVectorRatio);
    return painter.end();
}

bool PlotSheet::writePdf(QIODevice& device) const
{
    const int dpi = resolution();
    QPdfWriter pdf(&device);
    pdf.setResolution(dpi);
    pdf.setPageSize(QPageSize(QSizeF(size()) / dpi, QPageSize::Inch, {}, QPageSize::ExactMatch));
    pdf.setPageMargins({});
    pdf.setTitle(m_headline);
    pdf.setCreator(QStringLiteral("Lockstep"));
    QCPPainter painter(&pdf);
    if (!painter.isActive())
        return false;
    prepareForPaper(painter);
    draw(painter, kVectorRatio);
    return painter.end();
}

bool PlotSheet::write(QIODevice& device, const QString& format) const
{
    if (format == kSvg)
        return writeSvg(device);
    if (format == kPdf)
        return writePdf(device);
    return QImageWriter(&device, kPng.data()).write(toImage(kPngRatio));
}

Result<void> PlotSheet::save(const QString& file) const
{
    const QString format = QFileInfo(file).suffix().toLower();
    if (!formats().contains(format))
        return Error{
            LOCKSTEP_TEXT("%1 is no picture that can be written: end its name in .png, .svg or .pdf."),
            {file.toStdString()},
            {}};
    QSaveFile saved(file);
    if (saved.open(QIODevice::WriteOnly) && write(saved, format) && saved.commit())
        return {};
    return Error{LOCKSTEP_TEXT("Cannot write %1: %2. Choose another place."),
                 {file.toStdString(), saved.errorString().toStdString()},
                 {}};
}

} // namespace lockstep
