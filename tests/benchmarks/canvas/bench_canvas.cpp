// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// bench_canvas [HOSTS LINKS]: opens a large drawing, drags a card, repaints everything, edits and undoes;
// prints milliseconds. Runs without a display with QT_QPA_PLATFORM=offscreen.
#include "app/document/document_edits.h"
#include "app/topology/items/host_item.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>
#include <QTextStream>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <vector>

using namespace lockstep;

namespace {

constexpr int kFrames = 120;

/// CPU time of this thread, which does all of the work: what else the machine does stays out of the figures.
class CpuTimer {
public:
    CpuTimer() : m_start(now()) {}
    double milliseconds() const { return now() - m_start; }

private:
    static double now()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    }
    double m_start;
};

void report(const char* name, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) {
        return times[std::min(times.size() - 1,
                              static_cast<std::size_t>(share * static_cast<double>(times.size())))];
    };
    QTextStream(stdout) << QStringLiteral("%1 median %2 ms, p95 %3 ms\n")
                               .arg(QLatin1String(name), -28)
                               .arg(at(0.5), 0, 'f', 2)
                               .arg(at(0.95), 0, 'f', 2);
}

/// A grid of hosts with links to neighbours, as people draw clusters.
Experiment largeDrawing(int hosts, int links)
{
    const int columns = static_cast<int>(std::ceil(std::sqrt(hosts)));
    Experiment experiment;
    for (int index = 0; index < hosts; ++index) {
        Host host;
        host.id = "host-" + std::to_string(index);
        host.name = "gpu-" + std::to_string(index);
        host.address = "10.0." + std::to_string(index / 250) + '.' + std::to_string(index % 250 + 1);
        host.devices = {Device{DeviceKind::Cuda, 0}};
        host.position.x = index % columns * 300.0;
        host.position.y = index / columns * 160.0;
        experiment.topology.hosts.push_back(host);
    }
    for (int index = 0; index < links; ++index) {
        const int from = index % hosts;
        const int to = (from + (index < hosts ? 1 : columns)) % hosts;
        Link link;
        link.from = "host-" + std::to_string(from);
        link.to = "host-" + std::to_string(to);
        link.bandwidthMbps = 1000;
        experiment.topology.links.push_back(link);
    }
    return experiment;
}

void measureDrag(TopologyView& view, TopologyScene& scene, const char* name)
{
    HostItem* nearest = nullptr;
    const QPointF middle = view.mapToScene(view.viewport()->rect().center());
    for (QGraphicsItem* item : scene.items(view.mapToScene(view.viewport()->rect()).boundingRect())) {
        auto* host = qgraphicsitem_cast<HostItem*>(item);
        if (host && (!nearest || QLineF(host->cardRect().center(), middle).length() <
                                     QLineF(nearest->cardRect().center(), middle).length()))
            nearest = host;
    }
    const QPoint start = view.mapFromScene(nearest->cardRect().center());
    QWidget* viewport = view.viewport();
    QTest::mousePress(viewport, Qt::LeftButton, {}, start);
    std::vector<double> times;
    QPoint place = start;
    for (int frame = 1; frame <= kFrames; ++frame) {
        const CpuTimer timer;
        place = start + QPoint(frame, frame / 2);
        QTest::mouseMove(viewport, place);
        QApplication::processEvents();
        times.push_back(timer.milliseconds());
    }
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, place);
    report(name, times);
}

void measureRepaint(TopologyView& view, const char* name)
{
    std::vector<double> times;
    for (int frame = 0; frame < 30; ++frame) {
        const CpuTimer timer;
        view.viewport()->repaint();
        times.push_back(timer.milliseconds());
    }
    report(name, times);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const int hosts = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int links = argc > 2 ? std::atoi(argv[2]) : 2000;
    if (hosts < 2 || links < 1) {
        QTextStream(stderr) << "usage: bench_canvas [HOSTS LINKS]\n";
        return 2;
    }
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("large.lockstep.json"));
    ExperimentDocument document;
    document.reset(largeDrawing(hosts, links));
    if (!document.save(path))
        return 1;
    document.reset({});
    TopologyScene scene(document);
    scene.setGuides(true);
    TopologyView view(document, scene);
    view.resize(1280, 800);
    view.show();
    QApplication::processEvents();

    const CpuTimer opening;
    if (!document.open(path))
        return 1;
    view.zoomToFit();
    QApplication::processEvents();
    report("open and first paint", {opening.milliseconds()});
    measureRepaint(view, "full repaint, fit");
    measureDrag(view, scene, "drag, fit");
    view.setZoom(1);
    view.centerOn(scene.drawingRect().center());
    QApplication::processEvents();
    measureRepaint(view, "full repaint, 100 %");
    measureDrag(view, scene, "drag, 100 %");
    scene.selectAll();
    measureDrag(view, scene, "drag of everything, 100 %");
    scene.select({});
    std::vector<double> edits;
    for (int count = 0; count < 20; ++count) {
        const CpuTimer timer;
        changeHost(document, "host-1", {}, [count](Host& host) { host.name = std::to_string(count); });
        edits.push_back(timer.milliseconds());
    }
    report("edit of a name", edits);
    std::vector<double> undone;
    while (document.undoStack().canUndo()) {
        const CpuTimer timer;
        document.undoStack().undo();
        undone.push_back(timer.milliseconds());
    }
    report("undo", undone);
    return 0;
}
