// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The dialog that copies data to hosts: which way it proposes, and that a person's choice counts. The hosts
// cannot be reached here; that data get there is shown in tests/remote.
#include "app/runs/copy_texts.h"
#include "app/runs/data_delivery_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class DataDeliveryDialogTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        qputenv("HOME", m_folder.path().toUtf8());
        QFile file(m_folder.filePath("mnist.json.gz"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(20'000'000, 'x')); // 16 s at 10 Mbit/s
    }

    void proposesTheWayThatTheDrawingMakesFaster()
    {
        DataDeliveryDialog dialog(drawing(10), {});
        dialog.show();
        dialog.begin();
        QTRY_VERIFY_WITH_TIMEOUT(said(dialog).contains(QStringLiteral("this computer → a → b → c")), 60'000);
        QVERIFY2(said(dialog).contains(
                     QLatin1String("about 32 s from host to host, about 48 s from this computer")),
                 qPrintable(said(dialog)));
        QVERIFY(chain(dialog).isChecked());
    }

    void whatAPersonChoosesCounts()
    {
        DataDeliveryDialog dialog(drawing(10), {});
        dialog.show();
        chain(dialog).setChecked(true);
        chain(dialog).click();
        dialog.begin();
        QTRY_VERIFY_WITH_TIMEOUT(again(dialog) != nullptr, 60'000);
        QVERIFY(!chain(dialog).isChecked());
        QVERIFY(!said(dialog).contains(u'→'));
        chain(dialog).click();
        again(dialog)->click();
        QTRY_VERIFY_WITH_TIMEOUT(said(dialog).contains(u'→'), 60'000);
        QVERIFY(chain(dialog).isChecked());
    }

    void saysNothingOfWhatIsNotDrawn()
    {
        DataDeliveryDialog dialog(drawing(std::nullopt), {});
        dialog.show();
        dialog.begin();
        QTRY_VERIFY_WITH_TIMEOUT(again(dialog) != nullptr, 60'000);
        QVERIFY(!chain(dialog).isChecked());
        QVERIFY2(!said(dialog).contains(QLatin1String("By the drawing")), qPrintable(said(dialog)));
    }

    void namesWhoGaveTheData()
    {
        const Topology topology = drawing(10).topology;
        QCOMPARE(copiedText(kThisComputer, 1'000'000, 2'000'000, topology),
                 QStringLiteral("977 KiB of 1.91 MiB"));
        QCOMPARE(copiedText(2, 1'000'000, 2'000'000, topology),
                 QStringLiteral("977 KiB of 1.91 MiB, from b"));
        QCOMPARE(engineText(1'000'000, 2'000'000), QStringLiteral("engine: 977 KiB of 1.91 MiB"));
        QCOMPARE(waitingText(2, topology), QStringLiteral("waiting for b"));
        QCOMPARE(arrivedText(true, 2, topology), QStringLiteral("has the data already"));
        QCOMPARE(arrivedText(false, 2, topology), QStringLiteral("has the data now, from b"));
        QCOMPARE(arrivedText(false, kThisComputer, topology), QStringLiteral("has the data now"));
    }

private:
    /// This computer and three hosts at a switch.
    Experiment drawing(std::optional<double> mbps) const
    {
        Experiment experiment;
        experiment.data.kind = DataKind::PaddleJson;
        experiment.data.path = m_folder.filePath("mnist.json.gz").toStdString();
        Switch node;
        node.id = "switch";
        experiment.topology.switches.push_back(node);
        for (const char* name : {"pc", "a", "b", "c"}) {
            Host host;
            host.id = host.name = name;
            host.connection = host.id == "pc" ? Connection::Local : Connection::Ssh;
            host.devices.push_back({});
            experiment.topology.hosts.push_back(host);
            Link link;
            link.from = name;
            link.to = node.id;
            link.bandwidthMbps = mbps;
            experiment.topology.links.push_back(link);
        }
        return experiment;
    }
    static QString said(const QWidget& dialog)
    {
        QString text;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            text += label->isVisible() ? label->text() + u'\n' : QString();
        return text;
    }
    static QCheckBox& chain(const QWidget& dialog) { return *dialog.findChild<QCheckBox*>(); }
    static QPushButton* again(const QWidget& dialog)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == QLatin1String("Try &again"))
                return button;
        return nullptr;
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(DataDeliveryDialogTest)
#include "data_delivery_dialog_test.moc"
