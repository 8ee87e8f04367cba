// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cudnn.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lockstep::cuda {

/// Throws EngineError, unless cuDNN succeeded in `call`: what the device itself has met, a want of memory, or
/// what cuDNN says of its last error.
void checkCudnn(cudnnStatus_t status, const char* call);

/// How cuDNN calls the type of an attribute.
template <typename T>
constexpr cudnnBackendAttributeType_t kCudnnType = CUDNN_TYPE_BACKEND_DESCRIPTOR;
template <>
inline constexpr auto kCudnnType<std::int64_t> = CUDNN_TYPE_INT64;
template <>
inline constexpr auto kCudnnType<bool> = CUDNN_TYPE_BOOLEAN;
template <>
inline constexpr auto kCudnnType<float> = CUDNN_TYPE_FLOAT;
template <>
inline constexpr auto kCudnnType<double> = CUDNN_TYPE_DOUBLE;
template <>
inline constexpr auto kCudnnType<char> = CUDNN_TYPE_CHAR;
template <>
inline constexpr auto kCudnnType<void*> = CUDNN_TYPE_VOID_PTR;
template <>
inline constexpr auto kCudnnType<cudnnHandle_t> = CUDNN_TYPE_HANDLE;
template <>
inline constexpr auto kCudnnType<cudnnDataType_t> = CUDNN_TYPE_DATA_TYPE;
template <>
inline constexpr auto kCudnnType<cudnnConvolutionMode_t> = CUDNN_TYPE_CONVOLUTION_MODE;
template <>
inline constexpr auto kCudnnType<cudnnPointwiseMode_t> = CUDNN_TYPE_POINTWISE_MODE;
template <>
inline constexpr auto kCudnnType<cudnnGenStatsMode_t> = CUDNN_TYPE_GENSTATS_MODE;
template <>
inline constexpr auto kCudnnType<cudnnBackendHeurMode_t> = CUDNN_TYPE_HEUR_MODE;
template <>
inline constexpr auto kCudnnType<cudnnBackendKnobType_t> = CUDNN_TYPE_KNOB_TYPE;
template <>
inline constexpr auto kCudnnType<cudnnBackendNumericalNote_t> = CUDNN_TYPE_NUMERICAL_NOTE;
template <>
inline constexpr auto kCudnnType<cudnnBackendBehaviorNote_t> = CUDNN_TYPE_BEHAVIOR_NOTE;

/// A descriptor of cuDNN's graph API, kept together with those that it is made of. Attributes are set, then
/// it is finalised. Copies are the same descriptor.
class CudnnDescriptor {
public:
    explicit CudnnDescriptor(cudnnBackendDescriptorType_t type);

    template <typename T>
    CudnnDescriptor& set(cudnnBackendAttributeName_t name, const T& value)
    {
        return setAll(name, std::span<const T>(&value, 1));
    }
    template <typename T>
    CudnnDescriptor& set(cudnnBackendAttributeName_t name, const std::vector<T>& values)
    {
        return setAll(name, std::span<const T>(values));
    }
    template <typename T>
    CudnnDescriptor& setAll(cudnnBackendAttributeName_t name, std::span<const T> values)
    {
        return setRaw(name, kCudnnType<T>, values.size(), values.data());
    }
    CudnnDescriptor& set(cudnnBackendAttributeName_t name, const CudnnDescriptor& part);
    CudnnDescriptor& set(cudnnBackendAttributeName_t name, const std::vector<CudnnDescriptor>& parts);

    CudnnDescriptor& finalize();
    /// Finalises it; false where cuDNN cannot serve what it says.
    bool tryFinalize();

    /// At most `most` of them.
    template <typename T>
    std::vector<T> get(cudnnBackendAttributeName_t name, std::size_t most) const
    {
        std::vector<T> values(most);
        values.resize(getRaw(name, kCudnnType<T>, most, values.data()));
        return values;
    }
    std::vector<CudnnDescriptor> get(cudnnBackendAttributeName_t name, cudnnBackendDescriptorType_t type,
                                     std::size_t most) const;

    cudnnBackendDescriptor_t raw() const { return m_raw.get(); }

private:
    CudnnDescriptor& setRaw(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                            std::size_t count, const void* values);
    /// How many were written.
    std::size_t getRaw(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, std::size_t most,
                       void* values) const;

    std::shared_ptr<void> m_raw;
    std::vector<std::shared_ptr<void>> m_parts;
};

} // namespace lockstep::cuda
