// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_inquiry.h"

#include "app/runs/connection_questions.h"

#include <algorithm>

namespace lockstep {

RunInquiry::RunInquiry(RemoteOptions options, QWidget& window)
    : m_options(std::move(options)), m_window(window)
{
}

RunInquiry::~RunInquiry() = default;

void RunInquiry::ask(const QStringList& folders)
{
    for (const QString& folder : folders) {
        if (m_controllers.contains(folder))
            continue;
        auto controller = std::make_unique<RunController>(m_options);
        follow(folder, *controller);
        if (controller->attach(folder)) // one that cannot be opened is listed with the reason
            m_controllers[folder] = std::move(controller);
    }
}

void RunInquiry::follow(const QString& folder, RunController& controller)
{
    // The controller is the sender still when it is let go of.
    const auto release = [this, folder] {
        if (auto ended = m_controllers.extract(folder))
            ended.mapped().release()->deleteLater();
        emit learned();
    };
    connect(&controller, &RunController::finished, this, release);
    connect(&controller, &RunController::phaseChanged, this, &RunInquiry::learned);
    auto* questions = new ConnectionQuestions(controller, &m_window);
    connect(&controller, &QObject::destroyed, questions, &QObject::deleteLater);
}

void RunInquiry::end()
{
    m_controllers.clear();
}

bool RunInquiry::isWaiting() const
{
    return std::ranges::any_of(m_controllers,
                               [](const auto& one) { return isStarting(one.second->phase()); });
}

} // namespace lockstep
