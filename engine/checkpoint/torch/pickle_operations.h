// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep {

/// Opcodes of Python's pickle.py, under its names.
enum PickleOperation : unsigned char {
    kMark = '(',
    kStop = '.',
    kNone = 'N',
    kNewTrue = 0x88,
    kNewFalse = 0x89,
    kBinInt = 'J',
    kBinInt1 = 'K',
    kBinInt2 = 'M',
    kLong1 = 0x8A,
    kBinFloat = 'G',
    kShortBinString = 'U',
    kBinString = 'T',
    kBinUnicode = 'X',
    kShortBinUnicode = 0x8C,
    kEmptyTuple = ')',
    kTuple = 't',
    kTuple1 = 0x85,
    kTuple2 = 0x86,
    kTuple3 = 0x87,
    kEmptyList = ']',
    kAppend = 'a',
    kAppends = 'e',
    kEmptyDict = '}',
    kSetItem = 's',
    kSetItems = 'u',
    kBinGet = 'h',
    kLongBinGet = 'j',
    kBinPut = 'q',
    kLongBinPut = 'r',
    kMemoize = 0x94,
    kProto = 0x80,
    kFrame = 0x95,
    kGlobal = 'c',
    kStackGlobal = 0x93,
    kReduce = 'R',
    kBuild = 'b',
    kBinPersId = 'Q',
};

} // namespace lockstep
