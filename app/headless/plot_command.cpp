// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/plot_command.h"

#include "app/plots/metric_plot.h"
#include "app/runs/run_loader.h"
#include "app/text/inert_text.h"
#include "app/theme/theme.h"

#include <QApplication>
#include <QImageWriter>
#include <QPainter>

namespace lockstep {

namespace {

constexpr int kMargin = 24;
constexpr int kHead = 34;
constexpr QSize kPlot(860, 460);
constexpr double kRatio = 2;

QString headline(const RunFolder& folder, const RunSummary& summary)
{
    QString text = inertString(folder.info().name);
    for (auto epoch = summary.epochs().rbegin(); epoch != summary.epochs().rend(); ++epoch) {
        if (epoch->second.top1)
            return text + QStringLiteral("  ·  %1 %").arg(*epoch->second.top1 * 100, 0, 'f', 2);
    }
    return text;
}

} // namespace

Result<void> drawCurves(const RunFolder& folder, const QString& file)
{
    LoadedRun run = loadRun(folder);
    MetricStore store;
    store.replace(std::move(run.metrics));
    MetricPlot loss(store, lossPlotSpec());
    MetricPlot accuracy(store, epochPlotSpec());
    accuracy.setExpectedEnd(run.summary.totalEpochs());
    const QSize logical(2 * kPlot.width() + 3 * kMargin, kPlot.height() + 2 * kMargin + kHead);
    QImage image(logical * kRatio, QImage::Format_RGB32);
    const ThemeColors& colors = themeColors(QApplication::palette());
    image.fill(colors.window);
    QPainter painter(&image);
    painter.drawImage(QPointF(kMargin, kMargin + kHead) * kRatio, loss.toImage(kPlot, kRatio));
    painter.drawImage(QPointF(2 * kMargin + kPlot.width(), kMargin + kHead) * kRatio,
                      accuracy.toImage(kPlot, kRatio));
    painter.scale(kRatio, kRatio);
    QFont font = QApplication::font();
    font.setPixelSize(18);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(colors.text);
    painter.drawText(QRect(kMargin, kMargin - 4, logical.width() - 2 * kMargin, kHead),
                     Qt::AlignLeft | Qt::AlignVCenter, headline(folder, run.summary));
    painter.end();
    QImageWriter writer(file, "png");
    if (writer.write(image))
        return {};
    return Error{LOCKSTEP_TEXT("Cannot write %1: %2. Choose another place."),
                 {file.toStdString(), writer.errorString().toStdString()},
                 {}};
}

} // namespace lockstep
