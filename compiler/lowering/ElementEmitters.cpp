//===- ElementEmitters.cpp - what each operator does to an element --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each row of dialect/operators, by family in Emit*.cpp.
// Everything there must give the same bits for scalars and vectors and on every
// target; see ElementBuilder.
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/ElementEmitters.h"
#include "compiler/lowering/EmitterSupport.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace fusedml;

static llvm::StringMap<const ElementEmitter *> collectEmitters() {
  llvm::StringMap<const ElementEmitter *> all;
  for (ArrayRef<ElementEmitter> family :
       {arithmeticEmitters(), clampEmitters(), divideEmitters(), powEmitters(),
        mathEmitters(), compareEmitters(), bitEmitters(), activationEmitters(),
        convertEmitters(), quantizeEmitters()})
    for (const ElementEmitter &emitter : family)
      all[emitter.mnemonic] = &emitter;
  return all;
}

const ElementEmitter *fusedml::findEmitter(StringRef mnemonic) {
  static const llvm::StringMap<const ElementEmitter *> emitters =
      collectEmitters();
  return emitters.lookup(mnemonic);
}
