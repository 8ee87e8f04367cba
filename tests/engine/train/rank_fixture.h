// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/journal.h"
#include "engine/train/failure.h"
#include "engine/train/rank_run.h"
#include "engine/train/stop_flag.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lockstep::testing {

/// How one rank of an attempt ended.
struct RankOutcome {
    ExitCode code = ExitCode::Success;
    ExitReason failure; ///< when it threw
};

/// A run folder of its own, a small data set of drawn digits in MNIST's format, and ranks as threads of this
/// process that meet on the loopback interface, launched just as a supervisor launches them.
class RankFixture {
public:
    /// Digits as training and validation images, unless the test chooses other data.
    explicit RankFixture(int trainingImages = 403, int validationImages = 101);
    ~RankFixture();
    RankFixture(const RankFixture&) = delete;
    RankFixture& operator=(const RankFixture&) = delete;

    /// Tests change it as they like.
    Experiment experiment;
    std::string resume;      ///< of the next attempt
    int workers = 1;         ///< worker threads of every rank
    int servers = 2;         ///< where the strategy has some; threads of this process too
    RankFactories factories; ///< the device is testDevice()
    /// Where it is there, what a rank has instead.
    std::function<RankFactories(int rank)> factoriesOf;
    /// Ranks are processes, as they are outside tests, which signals stop: for those that end without coming
    /// back. Their outcomes have the code alone. The program has made no threads by then.
    bool inProcesses = false;
    std::vector<pid_t> processes; ///< by rank, of the attempt under way

    /// Makes CIFAR-10 of noise the data: five times so many images, which training crops and flips.
    void useNoisePictures(const std::string& model, int imagesOfABatch);
    /// One more attempt with so many ranks. `meanwhile` runs beside them and may request a stop of any rank.
    std::vector<RankOutcome> train(int ranks,
                                   const std::function<void(std::vector<StopFlag*>)>& meanwhile = {});
    /// Every record of a rank; fails the test when the journal is damaged or incomplete.
    std::vector<Record> journal(int attempt, int rank) const;
    std::string journalText(int attempt, int rank) const;
    std::string log(int attempt, int rank) const;
    std::string folder() const { return m_folder; }
    std::string dataFolder() const { return m_folder + "/data"; }

private:
    RankOutcome run(const RankLaunch& launch, const StopFlag& stop) const;
    void beginProcess(const RankLaunch& launch, std::vector<Descriptor>& sockets);

    std::string m_folder;
    int m_attempt = 0;
};

template <typename Kind>
std::vector<Kind> only(const std::vector<Record>& records)
{
    std::vector<Kind> found;
    for (const Record& record : records)
        if (const auto* event = std::get_if<Kind>(&record.event))
            found.push_back(*event);
    return found;
}

/// The weights' hash in the last record of a rank.
std::string hashOf(const RankFixture& fixture, int attempt, int rank);
/// Mean losses of the epochs, as a rank recorded them.
std::vector<double> epochLosses(const RankFixture& fixture, int attempt, int rank);
LoadedCheckpoint newestOf(const RankFixture& fixture);
/// sqrt of the squared differences over the squared values, over all tensors of the models.
double relativeDifference(const LoadedCheckpoint& a, const LoadedCheckpoint& b);
/// Fails the test unless every rank ended well.
void expectSuccess(const std::vector<RankOutcome>& outcomes);

/// Waits until `happened`; fails the test after `seconds`.
void waitUntil(const std::function<bool()>& happened, double seconds = 60);

} // namespace lockstep::testing
