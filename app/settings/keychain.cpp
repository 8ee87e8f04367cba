// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/keychain.h"

#include <QPointer>
#include <QTimer>
#include <memory>
#include <qt6keychain/keychain.h>

namespace lockstep {

namespace {

const QString kService = QStringLiteral("lockstep");
constexpr std::chrono::seconds kPatience{60};

/// A job that deletes itself, and never falls back to a plain file.
template <typename Job>
Job* jobFor(const QString& name)
{
    auto* job = new Job(kService);
    job->setAutoDelete(true);
    job->setInsecureFallback(false);
    job->setKey(name);
    return job;
}

} // namespace

void Keychain::read(const QString& name, const Found& found)
{
    auto* job = jobFor<QKeychain::ReadPasswordJob>(name);
    const auto isAnswered = std::make_shared<bool>(false);
    const auto answer = [isAnswered, found](const QByteArray& secret) {
        if (!std::exchange(*isAnswered, true))
            found(secret);
    };
    connect(job, &QKeychain::Job::finished, this, [job, answer] {
        QByteArray secret = job->error() == QKeychain::NoError ? job->binaryData() : QByteArray();
        answer(secret);
        secret.fill('\0');
    });
    QTimer::singleShot(kPatience, this, [answer] { answer({}); });
    job->start();
}

void Keychain::write(const QString& name, const QByteArray& secret, const Done& done)
{
    auto* job = jobFor<QKeychain::WritePasswordJob>(name);
    job->setBinaryData(secret);
    connect(job, &QKeychain::Job::finished, this, [job, done] {
        if (job->error() == QKeychain::NoError)
            return done({});
        done(Error{
            LOCKSTEP_TEXT("The keychain of this computer, a service of its desktop such as GNOME Keyring or "
                          "KWallet, did not take it (%1). Check that it runs and is unlocked. Until Lockstep "
                          "is closed it is kept in memory."),
            {job->errorString().toStdString()},
            ""});
    });
    job->start();
}

void Keychain::remove(const QString& name)
{
    jobFor<QKeychain::DeletePasswordJob>(name)->start();
}

} // namespace lockstep
