// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/device_libraries.h"

#include <cublas_v2.h>

#include <memory>
#include <string>

namespace lockstep::cuda {

/// Throws EngineError, unless cuBLAS succeeded in `call`: what the device itself has met, a want of memory,
/// or what cuBLAS says.
void checkCublas(cublasStatus_t status, const char* call);

/// Matrix products by cuBLAS, whose matrices lie column by column: it is asked for the transpose of the
/// product, which lies in memory as the product does row by row.
class CublasProducts {
public:
    /// For the current device.
    explicit CublasProducts(Float32Products float32);

    /// See DeviceLibraries::multiply().
    void multiply(Queue& queue, const MatrixProduct& product, const void* a, const void* b, void* c,
                  void* workspace) const;
    /// "13.1.0"
    std::string version() const;

private:
    std::shared_ptr<cublasContext> m_handle;
    Float32Products m_float32;
};

/// What cublasGemmEx is called with for a product: the first matrix is b, the second a.
struct ColumnMajorProduct {
    cublasOperation_t first = CUBLAS_OP_N;
    cublasOperation_t second = CUBLAS_OP_N;
    int rows = 0;
    int columns = 0;
    int depth = 0;
    int firstStride = 0; ///< from column to column
    int secondStride = 0;
    int resultStride = 0;
};
ColumnMajorProduct columnMajor(const MatrixProduct& product);

} // namespace lockstep::cuda
