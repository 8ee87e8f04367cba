// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/bus_thread.h"

#include <QThread>

namespace lockstep {

namespace {

constexpr unsigned long kEndMs = 1000;

} // namespace

BusThread::BusThread(const QString& name, std::unique_ptr<QObject> speaker)
    : m_thread(new QThread), m_speaker(speaker.release())
{
    m_thread->setObjectName(name);
    m_speaker->moveToThread(m_thread);
    QObject::connect(m_thread, &QThread::finished, m_speaker, &QObject::deleteLater);
    m_thread->start(QThread::LowPriority);
}

BusThread::~BusThread()
{
    // In its turn, behind what is to be said yet.
    QMetaObject::invokeMethod(
        m_speaker, [thread = m_thread] { thread->quit(); }, Qt::QueuedConnection);
    // A bus that hangs keeps its thread for as long as it does.
    if (m_thread->wait(kEndMs))
        delete m_thread;
    else
        QObject::connect(m_thread, &QThread::finished, m_thread, &QObject::deleteLater);
}

} // namespace lockstep
