// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/gpu_texts.h"

#include "app/text/gpu_text.h"

namespace lockstep {

bool isOnGpu(const RankSummary& rank)
{
    return rank.device.startsWith(QLatin1String("cuda"));
}

QString gpuLoadText(const RankSummary& rank)
{
    return isOnGpu(rank) ? gpuLoadText(rank.gpu) : QString();
}

QString gpuMemoryText(const RankSummary& rank)
{
    return isOnGpu(rank) ? gpuMemoryText(rank.gpu, rank.gpuMemoryBytes) : QString();
}

QString gpuTemperatureText(const RankSummary& rank)
{
    return isOnGpu(rank) ? gpuTemperatureText(rank.gpu) : QString();
}

QString gpuPowerText(const RankSummary& rank)
{
    return isOnGpu(rank) ? gpuPowerText(rank.gpu) : QString();
}

QString gpuToolTip(const RankSummary& rank)
{
    return gpuClockText(rank.gpu);
}

} // namespace lockstep
