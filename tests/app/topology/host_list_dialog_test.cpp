// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_edits.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/palette/host_list_dialog.h"
#include "app/topology/palette/host_palette.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "tests/app/private_settings.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <memory>

using namespace lockstep;

class HostListDialogTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }

    void whatIsReadIsSaidAtOnce()
    {
        Topology topology;
        Host drawn;
        drawn.address = "gpu-1";
        topology.hosts.push_back(drawn);
        HostListDialog dialog(topology, {});
        auto* add = dialog.findChild<QDialogButtonBox*>()->buttons().constLast();
        auto* text = dialog.findChild<QPlainTextEdit*>();
        auto* problems = dialog.findChild<QListWidget*>();
        QVERIFY(!dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Cancel)->isDefault());
        QVERIFY(dialog.hosts().empty());
        text->setPlainText(QStringLiteral("gpu-1\n116\ngpu-2 slots=2\n"));
        QCOMPARE(dialog.hosts().size(), 1u);
        QCOMPARE(dialog.hosts().front().address, std::string("gpu-2"));
        QCOMPARE(dialog.hosts().front().devices, std::vector<Device>(2));
        QCOMPARE(problems->count(), 1);
        QVERIFY(problems->item(0)->text().contains(QStringLiteral("0.0.0.116")));
        QVERIFY(add->isEnabled());
        dialog.findChild<QComboBox*>()->setCurrentIndex(1);
        QCOMPARE(dialog.hosts().front().devices,
                 (std::vector<Device>{{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 1}}));
        QCOMPARE(dialog.hosts().front().gpus, 2);
        emit problems->itemActivated(problems->item(0));
        QCOMPARE(text->textCursor().selectedText(), QStringLiteral("116"));
        text->setPlainText(QStringLiteral("gpu-1"));
        QVERIFY(dialog.hosts().empty());
        QVERIFY(problems->count() == 0 && problems->isHidden());
    }

    void aFileIsRead()
    {
        const QString path = m_folder.filePath(QStringLiteral("hosts"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("172.30.0.172\n172.30.0.171\n") > 0);
        file.close();
        QCOMPARE(*HostListDialog::readFile(path), QStringLiteral("172.30.0.172\n172.30.0.171\n"));
        QVERIFY(!HostListDialog::readFile(path + QStringLiteral("-not-there")).ok());
    }

    void pastedLinesBecomeHosts()
    {
        ExperimentDocument document;
        TopologyScene scene(document);
        TopologyView view(document, scene);
        HostPalette palette(HostPalette::Sources{m_folder.filePath(QStringLiteral("book.json")),
                                                 m_folder.filePath(QStringLiteral("ssh"))});
        CanvasActions actions(document, scene, view, palette);
        actions.setParent(nullptr);
        QMenu menu;
        actions.addToEditMenu(menu);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const std::size_t before = document.experiment().topology.hosts.size();
        QApplication::clipboard()->setText(QStringLiteral("ann@10.0.0.1:2222\nann@10.0.0.2:2222\n"));
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<HostListDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            QVERIFY(dialog->findChild<QCheckBox*>()->isChecked());
            dialog->accept();
        });
        for (QAction* action : menu.actions()) {
            if (action->text() == QStringLiteral("&Paste"))
                action->trigger();
        }
        const Topology& topology = document.experiment().topology;
        QCOMPARE(topology.hosts.size(), before + 2);
        QCOMPARE(topology.hosts.back().user, std::string("ann"));
        QCOMPARE(topology.hosts.back().port, 2222);
        QCOMPARE(topology.switches.size(), 1u);
        QCOMPARE(topology.links.size(), 2u);
        QCOMPARE(scene.selection().nodes.size(), 3u);
        document.undoStack().undo();
        QCOMPARE(document.experiment().topology.hosts.size(), before);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(HostListDialogTest)
#include "host_list_dialog_test.moc"
