// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
//
// Random resized crops of 224 x 224 from pictures, per second of processor time:
//     loader_benchmark FOLDER [SECONDS [CACHE_MB [DISK_CACHE_GB]]]
// FOLDER is an image folder (train/CLASS/, val/CLASS/). Decoded pictures are kept as far as CACHE_MB allow
// (none: nothing is kept); every picture has been read to its end once before, as from the second epoch on.
// Without SECONDS it answers each line of its standard input
// with one round over the folder: a line with images, processor seconds.
#include "engine/data/batch_loader.h"

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>

using namespace lockstep;

namespace {

double processorSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// One epoch, sample by sample.
void readAll(const Dataset& set, int epoch, std::vector<float>& values)
{
    for (std::size_t i = 0; i < set.size(); ++i)
        set.read(i, {Use::Training, epoch}, values);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::cerr << "usage: loader_benchmark FOLDER [SECONDS [CACHE_MB [DISK_CACHE_GB]]]\n";
        return 2;
    }
    try {
        DataSpec spec;
        spec.kind = DataKind::ImageFolder;
        spec.path = argv[1];
        spec.cacheMegabytes = argc > 3 ? std::atof(argv[3]) : 0;
        spec.diskCacheGigabytes = argc > 4 ? std::atof(argv[4]) : 0;
        const DataSplits data = openData(spec, 1);
        const Dataset& set = *data.training;
        std::vector<float> values(static_cast<std::size_t>(set.sampleShape().elements()));
        int epoch = 0;
        readAll(set, epoch++, values);
        if (argc > 2) {
            const double begin = processorSeconds();
            double seconds = 0;
            std::size_t images = 0;
            while (seconds < std::atof(argv[2])) {
                readAll(set, epoch++, values);
                images += set.size();
                seconds = processorSeconds() - begin;
            }
            std::cout << static_cast<double>(images) / seconds << " images/s of processor time\n";
            return 0;
        }
        for (std::string line; std::getline(std::cin, line);) {
            const double begin = processorSeconds();
            readAll(set, epoch++, values);
            std::cout << set.size() << ' ' << processorSeconds() - begin << std::endl;
        }
    } catch (const EngineError& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.code());
    }
    return 0;
}
