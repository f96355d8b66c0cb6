#!/usr/bin/env bash
#===- run.sh - FuseDML beside its peers -------------------------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# Builds the peers that are installed, runs them, and writes the tables and
# plots of docs/performance.md, where the variables below are explained. Called
# by `./dev bench --peers [PEER...]`, which builds FuseDML first.
#
#===------------------------------------------------------------------------===#

# Functions are called by names that are put together.
# shellcheck disable=SC2317
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${here%/bench/peers}
build=${PEERS_BUILD:-$root/build/peers}
ort_npm=${PEERS_ORT_NPM:-$build/npm}
python=${PEERS_PYTHON:-/usr/bin/python3}
page=${PEERS_PAGE-$root/docs/performance.md}
cxx=${CXX:-clang++-22}
repeat=${PEERS_REPEAT:-1}
compiled=(fusedml native ort halide eigen dnnl simd llvmjit)
interpreted=(numpy numexpr torch torchjit numba)

flags=(-std=c++20 -O3 -march=native -ffp-contract=off)
# As a user compiles: products and sums may be contracted.
user_flags=(-std=c++20 -O3 -march=native)
# $ORIGIN is for the loader to expand.
# shellcheck disable=SC2016
link=("$build/Harness.o" "-L$build" -llimits '-Wl,-rpath,$ORIGIN')

say() { printf 'peers: %s\n' "$*" >&2; }

build_limits() {
  "$cxx" "${flags[@]}" -fPIC -shared FastLimits.cpp StrictLimits.cpp Limits.cpp \
    LimitPool.cpp -o "$build/liblimits.so" -lpthread &&
    "$cxx" "${flags[@]}" -c Harness.cpp -o "$build/Harness.o"
}

build_fusedml() {
  local release=$root/build/release
  "$cxx" "${user_flags[@]}" "-I$root/include" "-I$release/generated/include" \
    PeerFusedml.cpp -o "$build/peer_fusedml" "${link[@]}" \
    "-L$release/lib" -lfusedml "-Wl,-rpath,$release/lib"
}

# Compiles the plain loops; the first argument names the set of flags.
auto_loops() {
  "$cxx" "${user_flags[@]}" -fno-math-errno -fno-trapping-math \
    "-DFUSEDML_TAG=$1" "${@:2}" -c AutoLoops.cpp -o "$build/auto_$1.o"
}

build_native() {
  local wide=-mprefer-vector-width=512 narrow=-mprefer-vector-width=256
  local inline=-DFUSEDML_POLYNOMIALS
  auto_loops o3 &&
    auto_loops v256 "$narrow" &&
    auto_loops mvec "$wide" -fveclib=libmvec -ffast-math &&
    auto_loops poly "$wide" "$inline" &&
    auto_loops poly256 "$narrow" "$inline" &&
    auto_loops rat "$wide" "$inline" -DFUSEDML_RATIONAL &&
    "$cxx" "${user_flags[@]}" PeerNative.cpp \
      "$build"/auto_{o3,v256,mvec,poly,poly256,rat}.o \
      -o "$build/peer_native" "${link[@]}" -lsleef -lmvec -lm
}

ort_library() {
  local library
  for library in "$ort_npm"/node_modules/onnxruntime-node/bin/napi-v*/linux/x64/libonnxruntime.so*; do
    if [[ -f $library ]]; then
      printf '%s\n' "$library"
      return
    fi
  done
}

build_ort() {
  [[ -n $(ort_library) ]] &&
    "$python" make_models.py "$build/models" &&
    "$cxx" "${user_flags[@]}" PeerOrt.cpp -o "$build/peer_ort" "${link[@]}" -ldl
}

build_eigen() {
  "$cxx" "${user_flags[@]}" -fno-math-errno -isystem /usr/include/eigen3 \
    PeerEigen.cpp -o "$build/peer_eigen" "${link[@]}"
}

build_dnnl() {
  "$cxx" "${user_flags[@]}" PeerDnnl.cpp -o "$build/peer_dnnl" "${link[@]}" \
    -ldnnl -l:libgomp.so.1
}

# Highway's own choice of targets does not know every recent processor.
build_simd() {
  "$cxx" "${user_flags[@]}" -DHWY_COMPILE_ONLY_STATIC PeerSimd.cpp \
    -o "$build/peer_simd" "${link[@]}" -lhwy
}

build_halide() {
  local headers=(-isystem /usr/include/halide14)
  mkdir -p "$build/halide"
  "$cxx" -std=c++20 -O1 "${headers[@]}" HalideGenerator.cpp \
    -o "$build/halide_generator" -lHalide14 &&
    "$build/halide_generator" "$build/halide" &&
    "$cxx" "${user_flags[@]}" "${headers[@]}" PeerHalide.cpp "$build"/halide/*.o \
      -o "$build/peer_halide" "${link[@]}" -lHalide14 -lpthread -ldl
}

build_llvmjit() {
  local workload
  mkdir -p "$build/ll"
  for workload in W1 W4; do
    "$cxx" "${user_flags[@]}" -Xclang -disable-llvm-passes \
      -mprefer-vector-width=512 -fno-math-errno -fno-trapping-math \
      -DFUSEDML_POLYNOMIALS -DFUSEDML_TAG=jit "-DFUSEDML_ONLY_$workload" \
      -S -emit-llvm AutoLoops.cpp -o "$build/ll/$workload.ll" || return 1
  done
  "$cxx" -std=c++20 -O2 -isystem /usr/lib/llvm-22/include PeerLlvmJit.cpp \
    -o "$build/peer_llvmjit" "${link[@]}" -L/usr/lib/llvm-22/lib -lLLVM-22
}

run_peer() {
  case $1 in
  ort) "$build/peer_ort" "$(ort_library)" "$build/models" ;;
  llvmjit) "$build/peer_llvmjit" "$build/ll" ;;
  torchjit)
    # TorchScript fuses nothing here, so that two workloads say it all.
    PEERS_WL=${PEERS_WL:-W1,W4} \
      "$python" peer_python.py "$build/liblimits.so" "$1"
    ;;
  numpy | numexpr | torch | numba)
    "$python" peer_python.py "$build/liblimits.so" "$1"
    ;;
  *) "$build/peer_$1" ;;
  esac
}

# Keeps only the peers asked for, in our order.
wanted() {
  local peer
  for peer in "$@"; do
    if [[ -z $asked || ",$asked," == *",$peer,"* ]]; then
      printf '%s\n' "$peer"
    fi
  done
}

check_names() {
  local peer known=" ${compiled[*]} ${interpreted[*]} "
  for peer in ${asked//,/ }; do
    if [[ $known != *" $peer "* ]]; then
      say "error: no peer '$peer'; there are${known}"
      exit 2
    fi
  done
}

asked=${PEERS:-}
if (($#)); then
  asked=$(IFS=, && printf '%s' "$*")
fi
check_names
cd "$here" || exit 1
mkdir -p "$build"

say "building the hand-written kernels"
if ! build_limits >"$build/build-limits.log" 2>&1; then
  cat "$build/build-limits.log" >&2
  say "error: they do not build; they need $cxx and a processor with AVX-512"
  exit 1
fi
ready=()
for peer in $(wanted "${compiled[@]}"); do
  say "building $peer"
  if "build_$peer" >"$build/build-$peer.log" 2>&1; then
    ready+=("$peer")
  else
    say "skipped $peer: not installed, or does not build ($build/build-$peer.log)"
  fi
done
for peer in $(wanted "${interpreted[@]}"); do
  module=${peer%jit}
  if "$python" -c "import $module" 2>/dev/null; then
    ready+=("$peer")
  else
    say "skipped $peer: $python has no module $module"
  fi
done
if ((!${#ready[@]})); then
  say "error: none of the peers can run"
  exit 1
fi

export PEERS_OUT=$build/results.jsonl HL_NUM_THREADS=2
[[ ${PEERS_KEEP:-0} = 1 ]] || rm -f "$PEERS_OUT"
"$python" report.py --machine "$cxx" "peers: ${ready[*]}" >>"$PEERS_OUT"
failed=0
for ((round = 1; round <= repeat; ++round)); do
  for peer in "${ready[@]}"; do
    start=$SECONDS
    if ! run_peer "$peer" 2>"$build/run-$peer.log"; then
      say "$peer failed: $(tail -n 1 "$build/run-$peer.log")"
      [[ $peer != fusedml ]] || failed=1
    fi
    say "round $round of $repeat, $peer: $((SECONDS - start)) s," \
      "load $(cut -d' ' -f1 /proc/loadavg)"
  done
done
"$python" report.py "$PEERS_OUT" "$page" | tee "$build/tables.md"
exit "$failed"
