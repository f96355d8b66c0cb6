//===- FeatureLevel.cpp - names of the feature levels ---------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Descriptor.h"

#include <utility>

namespace fusedml {
namespace {

constexpr std::pair<FeatureLevel, std::string_view> kLevels[] = {
    {FeatureLevel::Level_1_0, "1_0"}, {FeatureLevel::Level_2_0, "2_0"},
    {FeatureLevel::Level_2_1, "2_1"}, {FeatureLevel::Level_3_0, "3_0"},
    {FeatureLevel::Level_3_1, "3_1"}, {FeatureLevel::Level_4_0, "4_0"},
    {FeatureLevel::Level_4_1, "4_1"}, {FeatureLevel::Level_5_0, "5_0"},
    {FeatureLevel::Level_5_1, "5_1"}, {FeatureLevel::Level_5_2, "5_2"},
    {FeatureLevel::Level_6_0, "6_0"}, {FeatureLevel::Level_6_1, "6_1"},
    {FeatureLevel::Level_6_2, "6_2"}, {FeatureLevel::Level_6_3, "6_3"},
    {FeatureLevel::Level_6_4, "6_4"},
};

} // namespace

std::string_view name(FeatureLevel level) {
  for (const auto &[value, text] : kLevels)
    if (value == level)
      return text;
  return "unknown";
}

std::optional<FeatureLevel> featureLevel(uint32_t dmlValue) {
  for (const auto &[value, text] : kLevels)
    if (value == static_cast<FeatureLevel>(dmlValue))
      return value;
  return std::nullopt;
}

std::optional<FeatureLevel> parseFeatureLevel(std::string_view text) {
  constexpr std::string_view kPrefix = "DML_FEATURE_LEVEL_";
  if (text.starts_with(kPrefix))
    text.remove_prefix(kPrefix.size());
  for (const auto &[value, name] : kLevels)
    if (name == text)
      return value;
  return std::nullopt;
}

} // namespace fusedml
