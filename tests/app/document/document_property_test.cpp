// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random edits, undone and redone: whatever the steps, the document comes back to what it was.
#include "app/document/document_edits.h"
#include "app/document/experiment_patch.h"

#include <QTest>
#include <random>

using namespace lockstep;

namespace {

class Editor {
public:
    Editor(ExperimentDocument& document, unsigned seed) : m_document(document), m_random(seed) {}

    void editOnce()
    {
        switch (below(9)) {
        case 0:
        case 1:
            addHost(m_document, static_cast<HostKind>(below(3)),
                    {below(2000) - 1000.0, below(2000) - 1000.0});
            break;
        case 2:
        case 3:
            addLink(m_document, node(), node());
            break;
        case 4:
            move();
            break;
        case 5:
            remove();
            break;
        case 6:
            changeHost(
                m_document, node(), QStringLiteral("host"), [this](Host& host) { change(host); }, gesture());
            break;
        case 7:
            changeSomeLink();
            break;
        default:
            changeTraining();
        }
        if (below(4) == 0)
            m_document.endGesture();
    }

    int below(int bound) { return static_cast<int>(m_random() % static_cast<unsigned>(bound)); }

private:
    const Topology& topology() const { return m_document.experiment().topology; }
    QString gesture() { return below(2) == 0 ? QString() : QStringLiteral("gesture-%1").arg(below(3)); }

    std::string node()
    {
        if (topology().hosts.empty() || below(20) == 0)
            return "nobody";
        return topology()
            .hosts[static_cast<std::size_t>(below(static_cast<int>(topology().hosts.size())))]
            .id;
    }

    void move()
    {
        std::map<std::string, QPointF> positions;
        for (int count = below(4); count >= 0; --count)
            positions[node()] = QPointF(below(500), below(500));
        moveNodes(m_document, positions, gesture());
    }

    void remove()
    {
        ElementSet elements;
        elements.nodes.insert(node());
        const std::vector<LinkKey> keys = linkKeys(topology());
        if (!keys.empty())
            elements.links.insert(keys[static_cast<std::size_t>(below(static_cast<int>(keys.size())))]);
        removeElements(m_document, elements);
    }

    void change(Host& host)
    {
        host.name = "name-" + std::to_string(below(5));
        host.port = 1 + below(5);
        host.devices.assign(static_cast<std::size_t>(below(3)), Device{});
    }

    void changeSomeLink()
    {
        const std::vector<LinkKey> keys = linkKeys(topology());
        if (keys.empty())
            return;
        const LinkKey& key = keys[static_cast<std::size_t>(below(static_cast<int>(keys.size())))];
        changeLink(
            m_document, key, QStringLiteral("link"),
            [this](Link& link) { link.bandwidthMbps = 1 + below(4); }, gesture());
    }

    void changeTraining()
    {
        Experiment next = m_document.experiment();
        next.training.batch = 1 + below(4);
        next.name = "experiment-" + std::to_string(below(3));
        m_document.edit(QStringLiteral("training"), next, gesture());
    }

    ExperimentDocument& m_document;
    std::mt19937 m_random;
};

} // namespace

class DocumentPropertyTest : public QObject {
    Q_OBJECT

private slots:
    void everythingIsUndoneAndRedone_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 25; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void everythingIsUndoneAndRedone()
    {
        QFETCH(unsigned, seed);
        ExperimentDocument document;
        Editor editor(document, seed);
        for (int step = 0; step < 10; ++step)
            editor.editOnce();
        document.reset(document.experiment());
        const Experiment start = document.experiment();
        for (int step = 0; step < 400; ++step)
            editor.editOnce();
        const Experiment end = document.experiment();
        QVERIFY(document.undoStack().count() > 50);
        for (int round = 0; round < 2; ++round) {
            document.undoStack().setIndex(0);
            QVERIFY(document.experiment() == start);
            document.undoStack().setIndex(document.undoStack().count());
            QVERIFY(document.experiment() == end);
        }
    }

    /// A shadow that remembers whole experiments must agree with the stack of differences at every index.
    void wanderingThroughTheStepsNeverDiverges()
    {
        for (unsigned seed = 100; seed < 110; ++seed) {
            ExperimentDocument document;
            QUndoStack& undo = document.undoStack();
            Editor editor(document, seed);
            std::vector<Experiment> shadow = {document.experiment()};
            for (int step = 0; step < 300; ++step) {
                const int choice = editor.below(5);
                const Experiment before = document.experiment();
                const int indexBefore = undo.index();
                bool edits = false;
                if (choice == 0 && undo.canUndo())
                    undo.undo();
                else if (choice == 1 && undo.canRedo())
                    undo.redo();
                else
                    edits = true;
                if (edits)
                    editor.editOnce();
                const auto index = static_cast<std::size_t>(undo.index());
                const bool vanished = undo.index() < indexBefore;
                if (edits && !vanished && !(document.experiment() == before)) {
                    // One that joined the step before replaces its outcome.
                    shadow.resize(index);
                    shadow.push_back(document.experiment());
                }
                QVERIFY2(shadow[index] == document.experiment(),
                         qPrintable(QStringLiteral("seed %1").arg(seed)));
            }
        }
    }

    void aPatchTurnsOneIntoTheOtherAndBack()
    {
        ExperimentDocument document;
        Editor editor(document, 7);
        std::vector<Experiment> states;
        for (int step = 0; step < 60; ++step) {
            editor.editOnce();
            states.push_back(document.experiment());
        }
        for (const Experiment& before : states) {
            for (const Experiment& after : states) {
                const ExperimentPatch patch = ExperimentPatch::between(before, after);
                QCOMPARE(patch.isEmpty(), before == after);
                Experiment moved = before;
                patch.apply(moved);
                QVERIFY(moved == after);
                patch.revert(moved);
                QVERIFY(moved == before);
            }
        }
    }
};

QTEST_GUILESS_MAIN(DocumentPropertyTest)
#include "document_property_test.moc"
