// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/rehearsal/stage/places.h"
#include "remote/rehearsal/stage_order.h"

#include <string>

/// What each kind of order does. The answer is empty, or says what went wrong, in English: it is put into a
/// sentence of the program.
namespace lockstep {

/// Waits for the end of the program, ten seconds at most.
std::string runProgram(const Places& places, const StageOrder& order);
/// REQUIRES: the places have networks of their own.
std::string writeSetting(const StageOrder& order);
/// In a session of its own, with a home of its own in LOCKSTEP_HOME; not waited for. `stream` becomes its
/// standard input and output, `errors` its standard error.
std::string startProgram(const Places& places, const StageOrder& order, int stream, int errors);
/// By the file that the engines of the place look for (kSlowData).
std::string brakeData(const Places& places, const StageOrder& order);
/// Every process of the place.
std::string signalPlace(const Places& places, const StageOrder& order);

} // namespace lockstep
