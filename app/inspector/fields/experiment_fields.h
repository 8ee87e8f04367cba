// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/fields/field_spec.h"

#include <QCoreApplication>

namespace lockstep {

/// The fields of the experiment itself, in the language of now. Their keys are those of the document.
class ExperimentFields {
    Q_DECLARE_TR_FUNCTIONS(lockstep::ExperimentPanel)
public:
    /// What the experiment is called, and what it trains.
    static FieldTable<Experiment> model();
    /// Where the weights come from.
    static FieldTable<Experiment> weights();
    static FieldTable<Experiment> data();
    static FieldTable<Experiment> moreAboutData();

    /// What most experiments change: how it is trained,
    static FieldTable<Experiment> training();
    /// and how its replicas stay in step;
    static FieldTable<Experiment> strategy();
    /// then what few do.
    static FieldTable<Experiment> optimizer();
    static FieldTable<Experiment> gradients();
    static FieldTable<Experiment> checkpoints();

private:
    static FieldTable<Experiment> learningRate();
    static FieldTable<Experiment> extent();
    static FieldTable<Experiment> samples();

    static FieldTable<Experiment> compression();
    static FieldTable<Experiment> localSteps();
    static FieldTable<Experiment> asyncServers();
    static FieldTable<Experiment> protection();
    static FieldTable<Experiment> modelParts();
    static QString unboundedStaleness(const Experiment& experiment);
    static QString chosenCuts(const Experiment& experiment);
    /// When the strategy and the compression of the experiment are the ones to take, in a sentence each.
    static QString whenToUse(const Experiment& experiment);
    static QString whenToCompress(const Experiment& experiment);
    static QString whatEncryptionCosts(const Experiment& experiment);
};

} // namespace lockstep
