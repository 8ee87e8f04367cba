// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_edits.h"
#include "app/inspector/experiment_panel.h"
#include "app/inspector/form/field_edit.h"
#include "app/inspector/form/lines_edit.h"
#include "app/inspector/inspector.h"
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <memory>

using namespace lockstep;

/// An inspector over two hosts and a link, and hands that type into it.
class InspectorFixture : public QObject {
    Q_OBJECT
protected:
    void setUp()
    {
        m_document = std::make_unique<ExperimentDocument>();
        m_one = addHost(*m_document, HostKind::CpuHost, {0, 0});
        m_two = addHost(*m_document, HostKind::GpuHost, {300, 0});
        m_link = *addLink(*m_document, m_one, m_two);
        m_document->reset(m_document->experiment());
        m_inspector = std::make_unique<Inspector>(*m_document);
        m_inspector->resize(320, 800);
        m_inspector->show();
        QVERIFY(QTest::qWaitForWindowActive(m_inspector.get()));
    }
    void tearDown()
    {
        m_inspector.reset();
        m_document.reset();
    }

    const ScheduleSpec& schedule() const { return m_document->experiment().training.schedule; }
    /// Opens every fold until the field is there.
    void unfold(const char* key) const
    {
        for (auto* fold : m_inspector->panel().findChildren<QToolButton*>(QStringLiteral("fold"))) {
            if (!edit(key).isVisible())
                fold->click();
        }
    }
    const Topology& topology() const { return m_document->experiment().topology; }
    QUndoStack& undo() { return m_document->undoStack(); }

    /// Of the panel that is shown.
    template <typename T>
    T& field(const QString& name) const
    {
        return *m_inspector->panel().findChild<T*>(name);
    }
    QLineEdit& edit(const char* key) const { return field<QLineEdit>(QString::fromLatin1(key)); }
    QString error(const char* key) const
    {
        const auto& label = field<QLabel>(QString::fromLatin1(key) + QStringLiteral(".error"));
        return label.isVisible() ? label.text() : QString();
    }
    void type(const char* key, const QString& text)
    {
        QLineEdit& target = edit(key);
        target.clearFocus(); // each call is a typing of its own
        target.setFocus();
        target.selectAll();
        if (text.isEmpty())
            QTest::keyClick(&target, Qt::Key_Delete);
        for (const QChar letter : text) {
            QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, letter);
            QApplication::sendEvent(&target, &press);
        }
    }
    void type(const char* key, const char* text) { type(key, QString::fromUtf8(text)); }
    void choose(const char* key, const char* value)
    {
        auto& box = field<QComboBox>(QString::fromLatin1(key));
        const int index = box.findData(QString::fromLatin1(value));
        QVERIFY(index >= 0);
        box.setCurrentIndex(index);
        emit box.activated(index);
    }

    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<Inspector> m_inspector;
    std::string m_one;
    std::string m_two;
    LinkKey m_link;
};
