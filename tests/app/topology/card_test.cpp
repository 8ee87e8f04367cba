// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_edits.h"
#include "app/theme/icons.h"
#include "app/topology/card/canvas_card.h"
#include "app/topology/card/card_chips.h"
#include "app/topology/card/card_painter.h"
#include "app/topology/card/card_style.h"

#include <QDir>
#include <QImage>
#include <QPainter>
#include <QTest>

using namespace lockstep;

namespace {

QImage pictureOf(const CanvasCard& card)
{
    QImage image(kCardRect.size().toSize() * 4, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.scale(4, 4);
    paintCanvasCard(painter, card, {}, themeColors(QPalette()));
    return image;
}

} // namespace

class CardTest : public QObject {
    Q_OBJECT

private slots:
    void cardsSayWhatTheHostIs()
    {
        ExperimentDocument document;
        const std::string here = addHost(document, HostKind::ThisComputer, {0, 0});
        const std::string gpu = addHost(document, HostKind::GpuHost, {0, 0});
        const std::string idle = addHost(document, HostKind::CpuHost, {0, 0});
        changeHost(document, here, {}, [](Host& host) { host.devices.assign(2, Device{}); });
        changeHost(document, gpu, {}, [](Host& host) {
            host.address = "10.0.0.7";
            host.user = "anna";
            host.facts = "RTX 3080, 8 GB";
            host.region = "Nanjing";
            host.image = "Debian 12";
            host.devices = {{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}};
        });
        changeHost(document, idle, {}, [](Host& host) { host.devices.clear(); });
        const std::vector<CanvasCard> cards = canvasCards(document.experiment(), document.problems());
        QCOMPARE(cards.size(), std::size_t(3));
        QCOMPARE(cards[0].ranks, QStringLiteral("ranks 0, 1"));
        QCOMPARE(cards[0].chips.size(), std::size_t(1));
        QCOMPARE(cards[0].chips[0].text, QStringLiteral("CPU × 2"));
        QVERIFY(cards[0].chips[0].isChosen);
        QVERIFY(!cards[0].hasProblem && !cards[0].lamp.isLit());
        QCOMPARE(cards[1].ranks, QStringLiteral("ranks 2, 3"));
        QCOMPARE(cards[1].subtitle, QStringLiteral("anna@10.0.0.7 · ranks 2, 3"));
        QCOMPARE(cards[1].facts, QStringLiteral("RTX 3080, 8 GB · Nanjing · Debian 12"));
        const std::vector<bool> lit = {false, true, false, true}; // the CPU and GPUs 0 to 2
        for (std::size_t chip = 0; chip < lit.size(); ++chip)
            QCOMPARE(bool(cards[1].chips.at(chip).isChosen), bool(lit[chip]));
        QCOMPARE(cards[1].chips[3].text, QStringLiteral("GPU 2"));
        QVERIFY(cards[2].ranks.isEmpty());
    }

    void serversAreNamedWhereTheStrategyHasSome()
    {
        Experiment experiment;
        experiment.topology.hosts.resize(2);
        experiment.topology.hosts[0].address = "10.0.0.7";
        experiment.topology.hosts[0].devices = {Device{}};
        experiment.topology.hosts[1].address = "10.0.0.8";
        experiment.topology.hosts[1].servers = 2;
        QCOMPARE(canvasCards(experiment, {})[1].subtitle, QStringLiteral("10.0.0.8"));
        experiment.training.strategy = StrategyKind::ServerSync;
        QCOMPARE(canvasCards(experiment, {})[0].subtitle, QStringLiteral("10.0.0.7 · rank 0"));
        const CanvasCard store = canvasCards(experiment, {})[1];
        QCOMPARE(store.subtitle, QStringLiteral("10.0.0.8 · servers 0, 1"));
        QVERIFY(!store.toolTip.contains(QStringLiteral("No device chosen")));
    }

    void ranksThatShareADeviceAreCountedOnItsChip()
    {
        ExperimentDocument document;
        const std::string gpu = addHost(document, HostKind::GpuHost, {0, 0});
        changeHost(document, gpu, {}, [](Host& host) {
            host.devices = {{DeviceKind::Cuda, 2}, {DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}};
        });
        const CanvasCard card = canvasCards(document.experiment(), document.problems())[0];
        QCOMPARE(card.chips.at(1).text, QStringLiteral("GPU 0"));
        QCOMPARE(card.chips.at(3).text, QStringLiteral("GPU 2 × 2"));
        QVERIFY(card.chips[3].isChosen);
    }

    void aProblemIsSaidOnItsCard()
    {
        ExperimentDocument document;
        addHost(document, HostKind::ThisComputer, {0, 0});
        addHost(document, HostKind::GpuHost, {0, 0});
        const std::vector<CanvasCard> cards = canvasCards(document.experiment(), document.problems());
        QVERIFY(!cards[0].warns());
        QVERIFY(cards[1].warns());
        QVERIFY(cards[1].toolTip.contains(QStringLiteral("address")));
    }

    /// From the left, as far as it is busy; more faintly where that is old.
    void aChipIsFilledAsFarAsItsDeviceIsBusy()
    {
        ExperimentDocument document;
        addHost(document, HostKind::GpuHost, {0, 0});
        CanvasCard card = canvasCards(document.experiment(), document.problems())[0];
        card.lamp.load.processorBusy = 0.0;
        const auto busy = [&card](double share) {
            card.lamp.load.gpus = {{{DeviceKind::Cuda, 0}, {.busy = share}, {}}};
            return pictureOf(card);
        };
        const QImage idle = busy(0);
        const QRectF chip = chipRects(card).at(1);
        const auto filled = [&](const QImage& image) {
            const int row = qRound(4 * (chip.top() + 2.5)); // above its text
            int count = 0;
            for (int x = qRound(4 * chip.left()); x < qRound(4 * chip.right()); ++x)
                count += image.pixelColor(x, row) != idle.pixelColor(x, row) ? 1 : 0;
            return count / (4 * chip.width());
        };
        for (const double share : {0.25, 0.5, 0.75})
            QVERIFY2(std::abs(filled(busy(share)) - share) < 0.15, qPrintable(QString::number(share)));
        const QImage fresh = busy(0.5);
        card.lamp.load.staleSince = QTime(12, 0);
        QVERIFY(pictureOf(card) != fresh);
    }

    void theEightGpusOfAServerHaveRoom()
    {
        ExperimentDocument document;
        const std::string id = addHost(document, HostKind::GpuHost, {0, 0});
        changeHost(document, id, {}, [](Host& host) { host.gpus = 8; });
        const std::vector<CanvasCard> cards = canvasCards(document.experiment(), {});
        QCOMPARE(cards[0].chips.size(), std::size_t(9));
        QCOMPARE(chipRects(cards[0]).size(), std::size_t(9));
    }

    void sixteenGpusHaveRoomBesideFacts()
    {
        ExperimentDocument document;
        const std::string id = addHost(document, HostKind::GpuHost, {0, 0});
        for (const int gpus : {8, 16, 64}) {
            for (const char* facts : {"", "16 × A100, 2 TB"}) {
                changeHost(document, id, {}, [&](Host& host) {
                    host.gpus = gpus;
                    host.facts = facts;
                });
                const CanvasCard card = canvasCards(document.experiment(), {}).front();
                const std::vector<QRectF> rooms = chipRects(card);
                QVERIFY(rooms.size() == card.chips.size() || (gpus == 64 && rooms.size() >= 17));
                for (std::size_t one = 0; one < rooms.size(); ++one) {
                    QVERIFY(kCardRect.adjusted(2, 0, -2, -1).contains(rooms[one]));
                    QVERIFY(rooms[one].top() >= (*facts ? 62 : 46)); // beneath the lines of text
                    for (std::size_t other = 0; other < one; ++other)
                        QVERIFY(!rooms[one].intersects(rooms[other]));
                }
            }
        }
    }

    /// However long the address is, the ranks are read whole: two cards that differ in them look different.
    void ranksAreNeverCutOff()
    {
        const auto painted = [](const QString& address, int rank) {
            CanvasCard card;
            card.icon = QStringLiteral("host-gpu");
            card.ranks = QStringLiteral("ranks 100–%1").arg(rank);
            card.subtitle = address + QStringLiteral(" · ") + card.ranks;
            QImage image(kCardRect.size().toSize(), QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            paintCanvasCard(painter, card, {}, themeColors(QPalette()));
            return image;
        };
        const QStringList addresses = {QStringLiteral("administrator@gpu-node-17.cluster.example.org"),
                                       QString(40, u'号'), QString(300, u'W')};
        for (const QString& address : addresses)
            QVERIFY2(painted(address, 107) != painted(address, 108), qPrintable(address));
    }

    void whatTheChecksFoundIsOnTheCard()
    {
        CanvasCard card;
        card.toolTip = QStringLiteral("gpu-1\nGiven already.");
        QVERIFY(!card.warns());
        card.notices = QStringLiteral("Given already.\nThe model does not fit.");
        QVERIFY(card.warns());
        QCOMPARE(card.description(), QStringLiteral("gpu-1\nGiven already.\nThe model does not fit."));
    }

    /// Names may be longer than any card: nothing is painted outside it.
    void longTextsStayInsideTheCard()
    {
        CanvasCard card;
        card.icon = QStringLiteral("host-gpu");
        card.name = QString(300, u'W');
        card.subtitle = QString(300, u'0');
        card.facts = QString(300, u'M');
        card.chips = {{QStringLiteral("CPU × 64"), Device{}, true}};
        for (int index = 0; index < 64; ++index)
            card.chips.push_back({QString::number(index), {DeviceKind::Cuda, index}, index % 2 == 0});
        card.ranks = QStringLiteral("ranks 0–1023");
        QImage image(300, 160, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.translate(40, 40);
        paintCanvasCard(painter, card, {}, themeColors(QPalette()));
        painter.end();
        const QRect room = kCardRect.translated(40, 40).toRect().adjusted(-6, -6, 6, 8);
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                QVERIFY2(room.contains(x, y) || qAlpha(image.pixel(x, y)) == 0,
                         qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
        }
    }

    void chipsThatHaveRoomCanBeClicked()
    {
        CanvasCard card;
        for (int index = 0; index < 64; ++index)
            card.chips.push_back({QString::number(index), {DeviceKind::Cuda, index}, false});
        const std::vector<QRectF> rooms = chipRects(card);
        QVERIFY(rooms.size() >= 6 && rooms.size() < 64);
        for (std::size_t index = 0; index < rooms.size(); ++index) {
            QVERIFY(kCardRect.contains(rooms[index]));
            QCOMPARE(chipAt(card, rooms[index].center()), std::optional(index));
        }
        QVERIFY(!chipAt(card, QPointF(5, 5)));
    }

    void everyIconIsThere()
    {
        const QDir icons(QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/icons"));
        const QStringList files = icons.entryList({QStringLiteral("*.svg")});
        QVERIFY(files.size() > 10);
        for (const QString& file : files) {
            const QImage image =
                tintedPixmap(QString(file).remove(QStringLiteral(".svg")), Qt::red, 32, 1).toImage();
            int painted = 0;
            for (int y = 0; y < 32; ++y) {
                for (int x = 0; x < 32; ++x)
                    painted += qAlpha(image.pixel(x, y)) > 0 ? 1 : 0;
            }
            QVERIFY2(painted > 40, qPrintable(file));
        }
    }
};

QTEST_MAIN(CardTest)
#include "card_test.moc"
