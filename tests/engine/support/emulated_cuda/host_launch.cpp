// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_cuda/host_launch.h"

namespace lockstep::testing {

namespace {

ThreadOrder g_order = ThreadOrder::Rising;

} // namespace

ThreadOrder threadOrder()
{
    return g_order;
}

void setThreadOrder(ThreadOrder order)
{
    g_order = order;
}

} // namespace lockstep::testing
