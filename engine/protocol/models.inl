// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// The models that an experiment can name, one line each, in the order in which they are offered: the name,
// the function of engine/graph/zoo that builds it, and the samples that it was made for (channels, frames of
// a clip or 0 for a picture, side in pixels, classes). This list is the only one: modelNames(), the zoo and
// its tests are made from it.
//
//            name                  function            channels frames side classes
LOCKSTEP_MODEL("mnist-cnn", makeMnistCnn, 1, 0, 28, 10)
LOCKSTEP_MODEL("lenet", makeLenet, 1, 0, 28, 10)
LOCKSTEP_MODEL("alexnet", makeAlexnet, 3, 0, 224, 1000)
LOCKSTEP_MODEL("vgg11", makeVgg11, 3, 0, 224, 1000)
LOCKSTEP_MODEL("vgg11_bn", makeVgg11Bn, 3, 0, 224, 1000)
LOCKSTEP_MODEL("vgg13", makeVgg13, 3, 0, 224, 1000)
LOCKSTEP_MODEL("vgg13_bn", makeVgg13Bn, 3, 0, 224, 1000)
LOCKSTEP_MODEL("vgg16", makeVgg16, 3, 0, 224, 1000)
LOCKSTEP_MODEL("vgg16_bn", makeVgg16Bn, 3, 0, 224, 1000)
LOCKSTEP_MODEL("vgg19", makeVgg19, 3, 0, 224, 1000)
LOCKSTEP_MODEL("vgg19_bn", makeVgg19Bn, 3, 0, 224, 1000)
LOCKSTEP_MODEL("resnet18", makeResnet18, 3, 0, 224, 1000)
LOCKSTEP_MODEL("resnet34", makeResnet34, 3, 0, 224, 1000)
LOCKSTEP_MODEL("resnet50", makeResnet50, 3, 0, 224, 1000)
LOCKSTEP_MODEL("resnet101", makeResnet101, 3, 0, 224, 1000)
LOCKSTEP_MODEL("resnet152", makeResnet152, 3, 0, 224, 1000)
LOCKSTEP_MODEL("googlenet", makeGooglenet, 3, 0, 224, 1000)
LOCKSTEP_MODEL("squeezenet1_1", makeSqueezenet11, 3, 0, 224, 1000)
LOCKSTEP_MODEL("shufflenet_v2_x0_5", makeShufflenetV2x05, 3, 0, 224, 1000)
LOCKSTEP_MODEL("shufflenet_v2_x1_0", makeShufflenetV2x10, 3, 0, 224, 1000)
LOCKSTEP_MODEL("mobilenet_v2", makeMobilenetV2, 3, 0, 224, 1000)
LOCKSTEP_MODEL("convnext_tiny", makeConvnextTiny, 3, 0, 224, 1000)
LOCKSTEP_MODEL("convnext_base", makeConvnextBase, 3, 0, 224, 1000)
LOCKSTEP_MODEL("resnet8", makeResnet8, 3, 0, 32, 10)
LOCKSTEP_MODEL("resnet20", makeResnet20, 3, 0, 32, 10)
LOCKSTEP_MODEL("resnet32", makeResnet32, 3, 0, 32, 10)
LOCKSTEP_MODEL("resnet56", makeResnet56, 3, 0, 32, 10)
LOCKSTEP_MODEL("i3d", makeI3d, 3, 64, 224, 400)
