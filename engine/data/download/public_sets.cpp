// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/download/public_sets.h"

namespace lockstep {
namespace {

constexpr const char* kTrainImages = "train-images-idx3-ubyte.gz";
constexpr const char* kTrainLabels = "train-labels-idx1-ubyte.gz";
constexpr const char* kTestImages = "t10k-images-idx3-ubyte.gz";
constexpr const char* kTestLabels = "t10k-labels-idx1-ubyte.gz";
constexpr std::uint64_t kCifarBatchBytes = 10000 * 3073;

PublicSet mnist()
{
    return {"mnist",
            "mnist",
            {{kTrainImages, 9912422, "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609"},
             {kTrainLabels, 28881, "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c"},
             {kTestImages, 1648877, "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6"},
             {kTestLabels, 4542, "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6"}},
            {"https://ossci-datasets.s3.amazonaws.com/mnist/",
             "https://storage.googleapis.com/cvdf-datasets/mnist/", "http://yann.lecun.com/exdb/mnist/"},
            {},
            {}};
}

PublicSet fashionMnist()
{
    return {"fashion-mnist",
            "mnist",
            {{kTrainImages, 26421880, "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84"},
             {kTrainLabels, 29515, "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845"},
             {kTestImages, 4422102, "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073"},
             {kTestLabels, 5148, "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5"}},
            {"http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",
             "https://storage.googleapis.com/tensorflow/tf-keras-datasets/",
             "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/"},
            {},
            {}};
}

PublicSet cifar10()
{
    return {"cifar10",
            "cifar10",
            {{"cifar-10-binary.tar.gz", 170052171,
              "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd"}},
            {"https://www.cs.toronto.edu/~kriz/", "https://cave.cs.toronto.edu/kriz/",
             "https://mindspore-website.obs.cn-north-4.myhuaweicloud.com/notebook/datasets/"},
            "cifar-10-batches-bin",
            {{"data_batch_1.bin", kCifarBatchBytes, {}},
             {"data_batch_2.bin", kCifarBatchBytes, {}},
             {"data_batch_3.bin", kCifarBatchBytes, {}},
             {"data_batch_4.bin", kCifarBatchBytes, {}},
             {"data_batch_5.bin", kCifarBatchBytes, {}},
             {"test_batch.bin", kCifarBatchBytes, {}}}};
}

} // namespace

const std::vector<PublicSet>& publicSets()
{
    static const std::vector<PublicSet> sets = {mnist(), fashionMnist(), cifar10()};
    return sets;
}

} // namespace lockstep
