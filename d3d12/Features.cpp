//===- Features.cpp - ID3D12Device::CheckFeatureSupport -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "d3d12/Features.h"
#include "d3d12/Device.h"

#include <algorithm>
#include <cstring>

using namespace fusedml::d3d12;

bool fusedml::d3d12::isSupported(unsigned level) {
  switch (level) {
  case D3D_FEATURE_LEVEL_1_0_CORE:
  case D3D_FEATURE_LEVEL_11_0:
  case D3D_FEATURE_LEVEL_11_1:
  case D3D_FEATURE_LEVEL_12_0:
  case D3D_FEATURE_LEVEL_12_1:
    return true;
  default:
    return false;
  }
}

namespace {

constexpr const char *kMethod = "ID3D12Device::CheckFeatureSupport";

/// Addresses of a process.
constexpr UINT kAddressBits = 47;

/// Reads the question, has `answer` fill it in, and writes it back if that
/// succeeds.
template <typename Data, typename Answer>
HRESULT with(void *data, UINT size, Answer answer) {
  if (size != sizeof(Data))
    return misuse(E_INVALIDARG, kMethod,
                  "FeatureSupportDataSize is {}; that of this feature is {}",
                  size, sizeof(Data));
  Data copy;
  std::memcpy(&copy, data, sizeof(copy));
  HRESULT result = answer(copy);
  if (SUCCEEDED(result))
    std::memcpy(data, &copy, sizeof(copy));
  return result;
}

/// Zero says no in all fields.
template <typename Data> HRESULT nothing(void *data, UINT size) {
  return with<Data>(data, size, [](Data &answer) {
    answer = {};
    return S_OK;
  });
}

HRESULT checkNode(UINT index) {
  if (index)
    return misuse(E_INVALIDARG, kMethod, "NodeIndex {}; there is node 0 alone",
                  index);
  return S_OK;
}

HRESULT answer(D3D12_FEATURE_DATA_D3D12_OPTIONS &data) {
  std::memset(&data, 0, sizeof(data));
  // The lowest there is.
  data.ResourceBindingTier = D3D12_RESOURCE_BINDING_TIER_1;
  data.ResourceHeapTier = D3D12_RESOURCE_HEAP_TIER_1;
  data.MaxGPUVirtualAddressBitsPerResource = kAddressBits;
  return S_OK;
}

template <typename Architecture>
HRESULT answerArchitecture(Architecture &data) {
  if (HRESULT result = checkNode(data.NodeIndex); FAILED(result))
    return result;
  data.TileBasedRenderer = FALSE;
  data.UMA = TRUE;
  data.CacheCoherentUMA = TRUE;
  if constexpr (requires { data.IsolatedMMU; })
    data.IsolatedMMU = TRUE;
  return S_OK;
}

HRESULT answer(D3D12_FEATURE_DATA_FEATURE_LEVELS &data) {
  if (!data.NumFeatureLevels || !data.pFeatureLevelsRequested)
    return misuse(E_INVALIDARG, kMethod, "no feature levels are asked for");
  bool found = false;
  for (UINT i = 0; i < data.NumFeatureLevels; ++i) {
    const D3D_FEATURE_LEVEL &level = data.pFeatureLevelsRequested[i];
    if (!isSupported(bitsOf(level)))
      continue;
    data.MaxSupportedFeatureLevel =
        found ? std::max(data.MaxSupportedFeatureLevel, level) : level;
    found = true;
  }
  if (!found)
    return misuse(E_INVALIDARG, kMethod,
                  "none of the feature levels is supported");
  return S_OK;
}

HRESULT answer(D3D12_FEATURE_DATA_SHADER_MODEL &data) {
  unsigned model = bitsOf(data.HighestShaderModel);
  if (model < D3D_SHADER_MODEL_5_1)
    return misuse(E_INVALIDARG, kMethod, "shader model {:#x} is unknown",
                  model);
  // No shader runs here. The query has no value for that; this is the lowest.
  data.HighestShaderModel = D3D_SHADER_MODEL_5_1;
  return S_OK;
}

HRESULT answer(D3D12_FEATURE_DATA_ROOT_SIGNATURE &data) {
  unsigned version = bitsOf(data.HighestVersion);
  if (version < D3D_ROOT_SIGNATURE_VERSION_1_0)
    return misuse(E_INVALIDARG, kMethod, "root signature version {} is unknown",
                  version);
  data.HighestVersion = D3D_ROOT_SIGNATURE_VERSION_1_0;
  return S_OK;
}

HRESULT answer(D3D12_FEATURE_DATA_FORMAT_SUPPORT &data) {
  // Formats are of textures and of views, and nothing reads a view.
  data.Support1 = D3D12_FORMAT_SUPPORT1_NONE;
  data.Support2 = D3D12_FORMAT_SUPPORT2_NONE;
  return S_OK;
}

HRESULT answer(D3D12_FEATURE_DATA_FORMAT_INFO &data) {
  if (bitsOf(data.Format) != DXGI_FORMAT_UNKNOWN)
    return misuse(E_INVALIDARG, kMethod,
                  "format {}; there is DXGI_FORMAT_UNKNOWN (0) alone",
                  bitsOf(data.Format));
  data.PlaneCount = 1;
  return S_OK;
}

HRESULT answer(D3D12_FEATURE_DATA_MULTISAMPLE_QUALITY_LEVELS &data) {
  data.NumQualityLevels = 0;
  return S_OK;
}

HRESULT answer(D3D12_FEATURE_DATA_GPU_VIRTUAL_ADDRESS_SUPPORT &data) {
  data.MaxGPUVirtualAddressBitsPerResource = kAddressBits;
  data.MaxGPUVirtualAddressBitsPerProcess = kAddressBits;
  return S_OK;
}

HRESULT answer(D3D12_FEATURE_DATA_COMMAND_QUEUE_PRIORITY &data) {
  unsigned type = bitsOf(data.CommandListType);
  data.PriorityForTypeIsSupported =
      (type == D3D12_COMMAND_LIST_TYPE_DIRECT ||
       type == D3D12_COMMAND_LIST_TYPE_COMPUTE ||
       type == D3D12_COMMAND_LIST_TYPE_COPY) &&
      (data.Priority == D3D12_COMMAND_QUEUE_PRIORITY_NORMAL ||
       data.Priority == D3D12_COMMAND_QUEUE_PRIORITY_HIGH);
  return S_OK;
}

HRESULT answer(D3D12_FEATURE_DATA_PROTECTED_RESOURCE_SESSION_SUPPORT &data) {
  data.Support = D3D12_PROTECTED_RESOURCE_SESSION_SUPPORT_FLAG_NONE;
  return checkNode(data.NodeIndex);
}

HRESULT answer(D3D12_FEATURE_DATA_SERIALIZATION &data) {
  data.HeapSerializationTier = D3D12_HEAP_SERIALIZATION_TIER_0;
  return checkNode(data.NodeIndex);
}

template <typename Data> HRESULT ask(void *data, UINT size) {
  return with<Data>(data, size, [](Data &copy) { return answer(copy); });
}

} // namespace

HRESULT Device::CheckFeatureSupport(D3D12_FEATURE feature, void *data,
                                    UINT size) {
  if (!data)
    return misuse(E_INVALIDARG, kMethod, "pFeatureSupportData is null");
  switch (bitsOf(feature)) {
#define FUSEDML_ASK(name)                                                      \
  case D3D12_FEATURE_##name:                                                   \
    return ask<D3D12_FEATURE_DATA_##name>(data, size);
#define FUSEDML_NOTHING(name)                                                  \
  case D3D12_FEATURE_##name:                                                   \
    return nothing<D3D12_FEATURE_DATA_##name>(data, size);
    FUSEDML_ASK(D3D12_OPTIONS)
    FUSEDML_ASK(FEATURE_LEVELS)
    FUSEDML_ASK(SHADER_MODEL)
    FUSEDML_ASK(ROOT_SIGNATURE)
    FUSEDML_ASK(FORMAT_SUPPORT)
    FUSEDML_ASK(FORMAT_INFO)
    FUSEDML_ASK(MULTISAMPLE_QUALITY_LEVELS)
    FUSEDML_ASK(GPU_VIRTUAL_ADDRESS_SUPPORT)
    FUSEDML_ASK(COMMAND_QUEUE_PRIORITY)
    FUSEDML_ASK(PROTECTED_RESOURCE_SESSION_SUPPORT)
    FUSEDML_ASK(SERIALIZATION)
    FUSEDML_NOTHING(D3D12_OPTIONS1)
    FUSEDML_NOTHING(D3D12_OPTIONS2)
    FUSEDML_NOTHING(D3D12_OPTIONS3)
    FUSEDML_NOTHING(D3D12_OPTIONS4)
    FUSEDML_NOTHING(D3D12_OPTIONS5)
    FUSEDML_NOTHING(D3D12_OPTIONS6)
    FUSEDML_NOTHING(D3D12_OPTIONS7)
    FUSEDML_NOTHING(D3D12_OPTIONS8)
    FUSEDML_NOTHING(D3D12_OPTIONS9)
    FUSEDML_NOTHING(D3D12_OPTIONS10)
    FUSEDML_NOTHING(D3D12_OPTIONS11)
    FUSEDML_NOTHING(D3D12_OPTIONS12)
    FUSEDML_NOTHING(D3D12_OPTIONS13)
    FUSEDML_NOTHING(SHADER_CACHE)
    FUSEDML_NOTHING(EXISTING_HEAPS)
    FUSEDML_NOTHING(DISPLAYABLE)
    FUSEDML_NOTHING(CROSS_NODE)
#undef FUSEDML_ASK
#undef FUSEDML_NOTHING
  case D3D12_FEATURE_ARCHITECTURE:
    return with<D3D12_FEATURE_DATA_ARCHITECTURE>(
        data, size, [](auto &copy) { return answerArchitecture(copy); });
  case D3D12_FEATURE_ARCHITECTURE1:
    return with<D3D12_FEATURE_DATA_ARCHITECTURE1>(
        data, size, [](auto &copy) { return answerArchitecture(copy); });
  default:
    return misuse(E_INVALIDARG, kMethod, "feature {} is unknown",
                  bitsOf(feature));
  }
}
