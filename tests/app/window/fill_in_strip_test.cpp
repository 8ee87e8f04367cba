// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a template leaves to fill in, said above the canvas.
#include "app/window/fill_in_strip.h"
#include "tests/app/address_keys.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

namespace {

const QString kTemplates = QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates");

} // namespace

class FillInStripTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsLeftToFillInIsNamedUntilItIs()
    {
        ExperimentDocument document;
        FillInStrip strip(document,
                          [](const std::string& key) { return QString::fromStdString(key).toUpper(); });
        QVERIFY(strip.isHidden());
        QVERIFY(document.openTemplate(kTemplates + QStringLiteral("/mxnet-lenet.lockstep.json")).ok());
        QVERIFY(!strip.isHidden());
        QCOMPARE(strip.fields(),
                 (QVector<QStringList>{{addressKeys(2)[0]}, {addressKeys(2)[1]}, {"data.path"}}));
        QVERIFY2(strip.text().contains(QLatin1String("worker 2")), qPrintable(strip.text()));
        QVERIFY(strip.text().contains(QLatin1String("DATA.PATH")));
        Experiment next = document.experiment();
        next.topology.hosts[0].address = "10.0.0.1";
        document.edit({}, next);
        QCOMPARE(strip.fields(), (QVector<QStringList>{{addressKeys(2)[1]}, {"data.path"}}));
        next.topology.hosts[1].address = "10.0.0.2";
        next.data.path = "mnist";
        document.edit({}, next);
        QVERIFY(strip.isHidden());
        // Nor does what is emptied by hand, or drawn.
        next.data.path.clear();
        document.edit({}, next);
        QVERIFY(strip.isHidden());
        // A file of one's own that was left half done is one as well.
        document.reset(next);
        QVERIFY(!strip.isHidden());
    }

    void manyHostsAreFilledInTogether()
    {
        ExperimentDocument document;
        FillInStrip strip(document, [](const std::string&) { return QStringLiteral("Address"); });
        QVERIFY(document.openTemplate(kTemplates + QStringLiteral("/i3d-ucf101.lockstep.json")).ok());
        QCOMPARE(strip.fields(), (QVector<QStringList>{addressKeys(10), {"data.path"}, {"data.test_list"}}));
        QVERIFY2(strip.text().contains(QLatin1String("3 ")), qPrintable(strip.text()));
        QVERIFY(strip.text().contains(QLatin1String("10 ")));
        QSignalSpy wanted(&strip, &FillInStrip::fieldsWanted);
        emit strip.findChild<QLabel*>()->linkActivated(QStringLiteral("0"));
        QCOMPARE(wanted.takeFirst().first().toStringList(), addressKeys(10));
    }

    void namesOfHostsAreNoMarkup()
    {
        ExperimentDocument document;
        FillInStrip strip(document, [](const std::string&) { return QStringLiteral("Address"); });
        Experiment experiment;
        Host host;
        host.id = host.name = "<b>x</b>";
        host.devices = {Device{}};
        experiment.topology.hosts = {host};
        document.reset(experiment);
        QVERIFY2(strip.text().contains(QLatin1String("&lt;b&gt;x")), qPrintable(strip.text()));
    }
};

QTEST_MAIN(FillInStripTest)
#include "fill_in_strip_test.moc"
