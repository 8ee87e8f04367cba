// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/report/report_pictures.h"

#include "app/document/experiment_document.h"
#include "app/plots/metric_plot.h"
#include "app/plots/metric_text.h"
#include "app/plots/plot_arrangement.h"
#include "app/plots/plot_sheet.h"
#include "app/theme/theme_palette.h"
#include "app/topology/arrange/arrange_edits.h"
#include "app/topology/topology_scene.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QGraphicsItem>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <QSvgGenerator>
#include <QWidget>
#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace lockstep {

namespace {

struct PictureTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunReport)
};

/// Of a drawing with more nodes, lines would cost more bytes than dots do.
constexpr std::size_t kMaxDrawnNodes = 60;
constexpr qreal kBorder = 24;
/// Icons and letters of the drawing are made for so many dots to a unit.
constexpr qreal kDetail = 2;
constexpr int kMaxPixels = 2400;

bool hasNumbers(const MetricTable& table, const PlotChoice& choice)
{
    const QVector<Metric> metrics = choice.metrics();
    return std::ranges::any_of(metrics, [&](Metric metric) { return !table.ranks(metric).isEmpty(); });
}

ReportPicture pictureOf(const MetricStore& store, const PlotChoice& choice, int expectedEpochs)
{
    MetricPlot plot(store, plotSpec(choice));
    plot.setExpectedEpochs(expectedEpochs);
    PlotSheet sheet({});
    sheet.add(plot);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    sheet.write(buffer, QStringLiteral("svg"));
    return {plot.spec().title, ReportPicture::Kind::Svg, buffer.data(), sheet.size()};
}

/// A report goes to others: hosts are known by their names there.
Experiment withoutAddresses(Experiment experiment)
{
    for (Host& host : experiment.topology.hosts) {
        host.user.clear();
        host.port = Host().port;
        if (host.connection == Connection::Ssh)
            host.address = host.name;
    }
    return experiment;
}

/// An experiment that was written by hand may say no places: its nodes would lie upon each other.
void placeApart(ExperimentDocument& document)
{
    std::set<std::string> nodes;
    std::set<std::pair<double, double>> places;
    const auto add = [&](const std::string& id, const Position& position) {
        nodes.insert(id);
        places.emplace(position.x, position.y);
    };
    for (const Host& host : document.experiment().topology.hosts)
        add(host.id, host.position);
    for (const Switch& node : document.experiment().topology.switches)
        add(node.id, node.position);
    if (places.size() < nodes.size())
        tidyNodes(document, nodes, Tidy::Grid);
}

/// In the colours of paper, whatever those of the program are: items ask the widget that they are painted
/// for.
void paintScene(const TopologyScene& scene, QPainter& painter)
{
    QWidget paper;
    paper.setPalette(themePalette(ThemeKind::Light));
    for (QGraphicsItem* item : scene.items(Qt::AscendingOrder)) {
        if (!item->isVisible())
            continue;
        painter.save();
        painter.setTransform(item->sceneTransform(), true);
        QStyleOptionGraphicsItem option;
        option.exposedRect = item->boundingRect();
        item->paint(&painter, &option, &paper);
        painter.restore();
    }
}

QByteArray drawnAsLines(const TopologyScene& scene, const QRectF& area)
{
    QBuffer buffer;
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    const QSize size = (area.size() * kDetail).toSize();
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(), size));
    QPainter painter(&svg);
    painter.scale(kDetail, kDetail);
    painter.translate(-area.topLeft());
    paintScene(scene, painter);
    painter.end();
    return buffer.data();
}

QByteArray drawnAsDots(const TopologyScene& scene, const QRectF& area)
{
    const qreal scale = std::min(kDetail, kMaxPixels / std::max(area.width(), area.height()));
    QImage image((area.size() * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(scale, scale);
    painter.translate(-area.topLeft());
    paintScene(scene, painter);
    painter.end();
    QBuffer buffer;
    image.save(&buffer, "png");
    return buffer.data();
}

} // namespace

QVector<ReportPicture> curvePictures(const MetricStore& store, int expectedEpochs)
{
    QVector<PlotChoice> choices;
    const bool compresses = store.table().metrics().contains(compressionMetric());
    for (const PlotArrangement::Row& row : usualArrangement(compresses).rows)
        choices += row.plots;
    choices += gpuChoices();
    QVector<ReportPicture> pictures;
    for (const PlotChoice& choice : choices)
        if (hasNumbers(store.table(), choice))
            pictures.append(pictureOf(store, choice, expectedEpochs));
    return pictures;
}

QVector<ReportPicture> clusterPictures(const Experiment& experiment)
{
    ExperimentDocument document;
    document.reset(withoutAddresses(experiment));
    placeApart(document);
    const TopologyScene scene(document);
    if (scene.drawingRect().isNull())
        return {};
    const QRectF area = scene.drawingRect().adjusted(-kBorder, -kBorder, kBorder, kBorder);
    const Topology& topology = experiment.topology;
    const bool isSmall = topology.hosts.size() + topology.switches.size() <= kMaxDrawnNodes;
    return {{PictureTexts::tr("The cluster as it was drawn"),
             isSmall ? ReportPicture::Kind::Svg : ReportPicture::Kind::Png,
             isSmall ? drawnAsLines(scene, area) : drawnAsDots(scene, area), area.size().toSize()}};
}

} // namespace lockstep
