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

PlotSheet::~PlotSheet() = default;

QStringList PlotSheet::formats()
{
    return {kPng, kSvg, kPdf};
}

void PlotSheet::add(const MetricPlot& plot)
{
    PlotCanvas& canvas = *m_plots.emplace_back(plot.copy());
    canvas.setPalette(themePalette(ThemeKind::Light));
    canvas.setBackground(QBrush(Qt::white));
    canvas.curveLegend().setExtent(LegendExtent::Whole);
    canvas.setViewport({QPoint(), kPlot});
    m_titles << plot.spec().title;
}

QSize PlotSheet::size() const
{
    const auto plots = static_cast<int>(m_plots.size());
    return {plots * kPlot.width() + (plots + 1) * kMargin,
            kMargin + kHeadline + kTitle + kPlot.height() + kMargin};
}

void PlotSheet::draw(QCPPainter& painter, double ratio) const
{
    painter.fillRect(QRect(QPoint(), size()), Qt::white);
    drawLine(painter, {kMargin, kMargin, size().width() - 2 * kMargin, kHeadline}, 14, m_headline);
    int left = kMargin;
    for (std::size_t i = 0; i < m_plots.size(); ++i, left += kPlot.width() + kMargin) {
        const QPoint top(left, kMargin + kHeadline);
        drawLine(painter, {top, QSize(kPlot.width(), kTitle)}, 11, m_titles[static_cast<qsizetype>(i)]);
        PlotCanvas& canvas = *m_plots[i];
        canvas.setBufferDevicePixelRatio(ratio);
        canvas.replot(QCustomPlot::rpImmediateRefresh);
        painter.save();
        painter.translate(top + QPoint(0, kTitle));
        canvas.toPainter(&painter, kPlot.width(), kPlot.height());
        painter.restore();
    }
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
    svg.setResolution(m_plots.front()->logicalDpiX());
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
    // Text is as large on the page as the plots were laid out for.
    const int dpi = m_plots.front()->logicalDpiX();
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
