// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The list of all elements: a model that keeps every promise of a model, sentences for a screen reader, and a
// selection shared with the canvas.
#include "app/document/document_edits.h"
#include "app/topology/list/element_list.h"
#include "app/topology/list/element_list_model.h"
#include "app/topology/topology_scene.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

class ElementListTest : public QObject {
    Q_OBJECT

private slots:
    void theModelKeepsItsPromises()
    {
        ExperimentDocument document;
        ElementListModel model(document);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const std::string host = addHost(document, HostKind::CpuHost, {0, 0});
        const std::string node = addSwitch(document, {300, 0});
        addLink(document, host, node);
        addNetwork(document, {0, 200, 300, 100});
        QCOMPARE(model.rowCount(), 4);
        changeHost(document, host, {}, [](Host& item) { item.name = "other"; });
        removeElements(document, {{host}, {}});
        QCOMPARE(model.rowCount(), 2);
        while (document.undoStack().canUndo())
            document.undoStack().undo();
        QCOMPARE(model.rowCount(), 0);
        while (document.undoStack().canRedo())
            document.undoStack().redo();
        QCOMPARE(model.rowCount(), 2);
    }

    void aChangedHostIsOneChangedRow()
    {
        ExperimentDocument document;
        addHost(document, HostKind::CpuHost, {0, 0});
        const std::string host = addHost(document, HostKind::CpuHost, {300, 0});
        ElementListModel model(document);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        changeHost(document, host, {}, [](Host& item) { item.address = "10.0.0.9"; });
        QCOMPARE(reset.count(), 0);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        QCOMPARE(model.index(1, ElementListModel::Place).data().toString(), QStringLiteral("10.0.0.9"));
    }

    void aScreenReaderHearsOfTheRunAndOfWarnings()
    {
        ExperimentDocument document;
        const std::string host = addHost(document, HostKind::CpuHost, {0, 0});
        TopologyScene scene(document);
        ElementList list(document, scene);
        const auto said = [&] { return list.model()->index(0, 0).data(Qt::AccessibleTextRole).toString(); };
        scene.setHostStates({{host, {RunPhase::Failed, {}, QStringLiteral("The host does not answer.")}}});
        QVERIFY(said().contains(QStringLiteral("The host does not answer.")));
        scene.setNotices({{host, QStringLiteral("The model does not fit.")}});
        QVERIFY(said().contains(QStringLiteral("The model does not fit. ")));
        QVERIFY(!said().contains(QStringLiteral("..")));
        scene.setHostStates({});
        scene.setNotices({});
        QVERIFY(!said().contains(QStringLiteral("answer")));
    }

    void everyRowIsASentence()
    {
        ExperimentDocument document;
        const std::string host = addHost(document, HostKind::GpuHost, {0, 0});
        const std::string node = addSwitch(document, {300, 0});
        const std::optional<LinkKey> link = addLink(document, host, node);
        changeLink(document, *link, {}, [](Link& item) { item.bandwidthMbps = 10; });
        ElementListModel model(document);
        const auto sentence = [&](int row) {
            return model.index(row, 0).data(Qt::AccessibleTextRole).toString();
        };
        QVERIFY(sentence(0).contains(QStringLiteral("gpu-1")));
        QVERIFY(sentence(0).contains(QStringLiteral("rank 0")));
        QVERIFY(sentence(0).contains(QStringLiteral("address"))); // its problem is said, too
        QCOMPARE(sentence(1), QStringLiteral("Switch switch-1"));
        QCOMPARE(sentence(2), QStringLiteral("Link from gpu-1 to switch-1, 10 Mbps"));
    }

    void namesAreEditedAndUndone()
    {
        ExperimentDocument document;
        addHost(document, HostKind::CpuHost, {0, 0});
        ElementListModel model(document);
        const QModelIndex name = model.index(0, ElementListModel::Name);
        QVERIFY(model.setData(name, QStringLiteral("  lab  ")));
        QCOMPARE(document.experiment().topology.hosts[0].name, std::string("lab"));
        QVERIFY(!model.setData(name, QString()));
        QVERIFY(!model.setData(name, QString(300, u'x')));
        QVERIFY(!model.setData(model.index(0, ElementListModel::Kind), QStringLiteral("x")));
        document.undoStack().undo();
        QCOMPARE(document.experiment().topology.hosts[0].name, std::string("cpu-1"));
    }

    void theSelectionIsThatOfTheCanvas()
    {
        ExperimentDocument document;
        const std::string one = addHost(document, HostKind::CpuHost, {0, 0});
        const std::string two = addHost(document, HostKind::CpuHost, {300, 0});
        TopologyScene scene(document);
        ElementList list(document, scene);
        connect(&list, &ElementList::shown, &scene, &TopologyScene::select);
        QVERIFY(!list.accessibleName().isEmpty());
        scene.select({{two}, {}});
        QCOMPARE(list.selectionModel()->selectedRows().size(), 1);
        QCOMPARE(list.selectionModel()->selectedRows().first().row(), 1);
        list.selectionModel()->select(list.model()->index(0, 0),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QCOMPARE(scene.selection(), (ElementSet{{one}, {}}));
        QTest::keyClick(&list, Qt::Key_Delete);
        QCOMPARE(document.experiment().topology.hosts.size(), std::size_t(1));
        QSignalSpy edit(&list, &ElementList::editWanted);
        QTest::keyClick(&list, Qt::Key_Return);
        QCOMPARE(edit.count(), 1);
    }
};

QTEST_MAIN(ElementListTest)
#include "element_list_test.moc"
