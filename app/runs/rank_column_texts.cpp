// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/rank_column_texts.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct ColumnTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RankTableModel)
};

} // namespace

QString rankColumnHead(RankTableModel::Column column)
{
    switch (column) {
    case RankTableModel::Rank:
        return ColumnTexts::tr("Rank");
    case RankTableModel::Host:
        return ColumnTexts::tr("Host");
    case RankTableModel::Device:
        return ColumnTexts::tr("Device");
    case RankTableModel::State:
        return ColumnTexts::tr("State");
    case RankTableModel::Epoch:
        return ColumnTexts::tr("Epoch");
    case RankTableModel::Step:
        return ColumnTexts::tr("Step");
    case RankTableModel::Loss:
        return ColumnTexts::tr("Loss");
    case RankTableModel::LossCurve:
        return ColumnTexts::tr("Loss so far");
    case RankTableModel::SamplesPerSecond:
        return ColumnTexts::tr("Samples/s");
    case RankTableModel::Top1:
        return ColumnTexts::tr("Top-1");
    case RankTableModel::Top5:
        return ColumnTexts::tr("Top-5");
    case RankTableModel::LearningRate:
        return ColumnTexts::tr("Learning rate");
    case RankTableModel::DataTime:
        return ColumnTexts::tr("Data wait");
    case RankTableModel::ComputeTime:
        return ColumnTexts::tr("Compute");
    case RankTableModel::NetworkTime:
        return ColumnTexts::tr("Communication");
    case RankTableModel::StepTimeCurve:
        return ColumnTexts::tr("Step time so far");
    case RankTableModel::Memory:
        return ColumnTexts::tr("Memory");
    case RankTableModel::GpuLoad:
        return ColumnTexts::tr("GPU load");
    case RankTableModel::GpuMemory:
        return ColumnTexts::tr("GPU memory");
    case RankTableModel::GpuTemperature:
        return ColumnTexts::tr("GPU temperature");
    case RankTableModel::GpuPower:
        return ColumnTexts::tr("GPU power");
    default:
        return {};
    }
}

QString rankColumnToolTip(RankTableModel::Column column)
{
    switch (column) {
    case RankTableModel::SamplesPerSecond:
        return ColumnTexts::tr(
            "This rank's share of the rate of the whole: all ranks make every step together");
    case RankTableModel::Loss:
        return ColumnTexts::tr("Mean loss over this rank's samples in the last step");
    case RankTableModel::Top1:
        return ColumnTexts::tr(
            "Share of this rank's samples in the last step whose likeliest answer was right");
    case RankTableModel::Top5:
        return ColumnTexts::tr(
            "Share of this rank's samples in the last step whose right answer was among the five likeliest");
    case RankTableModel::LearningRate:
        return ColumnTexts::tr("How far the last step followed its gradient");
    case RankTableModel::DataTime:
        return ColumnTexts::tr("How long the last step waited for its batch");
    case RankTableModel::ComputeTime:
        return ColumnTexts::tr("Forward, backward and optimiser in the last step");
    case RankTableModel::NetworkTime:
        return ColumnTexts::tr(
            "How long the last step waited for other ranks, beyond what was hidden behind the backward pass");
    case RankTableModel::LossCurve:
        return ColumnTexts::tr(
            "The loss of all steps so far, from the lowest to the highest; a mark at the foot "
            "stands where it was "
            "no number. A click sorts by the last one.");
    case RankTableModel::StepTimeCurve:
        return ColumnTexts::tr(
            "How long each step so far took, from the shortest to the longest. A click sorts by "
            "the last one.");
    case RankTableModel::Memory:
        return ColumnTexts::tr("Memory of its host that the rank holds");
    case RankTableModel::GpuLoad:
        return ColumnTexts::tr("Share of the time in which this rank's GPU computes, for whomever");
    case RankTableModel::GpuMemory:
        return ColumnTexts::tr("Memory of this rank's GPU that is in use, by all that runs on it");
    case RankTableModel::GpuTemperature:
        return ColumnTexts::tr("Of the chip; a GPU that is too hot slows itself down");
    case RankTableModel::GpuPower:
        return ColumnTexts::tr("What the card of this rank draws");
    default:
        return ColumnTexts::tr("A click sorts, a right click chooses columns");
    }
}

} // namespace lockstep
