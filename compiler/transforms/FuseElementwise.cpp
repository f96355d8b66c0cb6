//===- FuseElementwise.cpp - gather operators into dml.fused --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Three steps, each linear in the number of operators:
//
// 1. A dml.reinterpret of an operator's result that only repeats or reorders
//    elements moves to the operator's inputs, so that producer and consumer
//    have the same sizes. Only done where nothing else reads the result and
//    where the producer can still be computed once for each of its elements.
// 2. Each operator gets a level: that of its producers, plus one where a border
//    lies between. Operators of one level and one set of sizes never depend on
//    each other through another group, so they may be fused freely; those that
//    are connected by values or by common inputs are.
// 3. Each group becomes a dml.fused, in the order of the levels.
//
//===----------------------------------------------------------------------===//

#include "front/rules/Layout.h"
#include "compiler/transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

namespace fusedml {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "compiler/transforms/Passes.h.inc"
} // namespace fusedml

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

namespace {

/// More operators than this in one loop cost more by spilled registers and
/// compile time than a trip through the caches does. An elementary function is
/// as much code and time as several operators.
constexpr size_t kMostOperators = 256, kOperatorsOfFunction = 8;
/// With more tensors read at a time, two kernels and a tensor between them are
/// faster: a sum of 48 takes 0.97 of the time in two, one of 64 0.76.
constexpr size_t kMostStreams = 32;

RankedTensorType tensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// An operator's mnemonic and the name of the node it came from, on one line.
std::string labelOf(Operation *op) {
  std::string label = op->getName().stripDialect().str();
  auto name = dyn_cast<NameLoc>(op->getLoc());
  if (!name)
    return label;
  llvm::raw_string_ostream out(label);
  out << " '";
  for (char c : name.getName())
    if (llvm::isASCII(c) && !llvm::isPrint(c))
      out << "\\x" << llvm::hexdigit(c >> 4, true)
          << llvm::hexdigit(c & 15, true);
    else
      out << c;
  out << "'";
  return label;
}

class Fusion {
public:
  Fusion(func::FuncOp function, bool fuse)
      : function(function), fuse(fuse), builder(function.getContext()) {}

  FusionReport run();

private:
  /// Views of views become views of the memory itself.
  void composeViews();
  /// Returned values that no operator computes get one that copies them.
  void copyReturnedViews();
  /// Step 1 for one operator; returns why it was not done, or "".
  std::string moveReinterpretUp(Operation *op);
  void assignLevels();
  void formGroups();
  void createFused(ArrayRef<Operation *> group, unsigned number);

  func::FuncOp function;
  bool fuse;
  OpBuilder builder;
  SmallVector<Operation *> operators;
  DenseMap<Operation *, std::string> borderReasons;
  DenseMap<Operation *, unsigned> levels;
  DenseMap<Operation *, int> groupOf;
  /// Operators of a kernel that ends because it has so many streams.
  DenseSet<Operation *> cutByStreams;
  SmallVector<SmallVector<Operation *>> groups;
  IRMapping results;
  FusionReport report;
};

} // namespace

void Fusion::copyReturnedViews() {
  auto returnOp = cast<func::ReturnOp>(function.front().getTerminator());
  builder.setInsertionPoint(returnOp);
  for (OpOperand &operand : returnOp->getOpOperands()) {
    Operation *producer = operand.get().getDefiningOp();
    if (producer && rowOf(producer))
      continue;
    operand.set(IdentityOp::create(builder, returnOp.getLoc(),
                                   operand.get().getType(), operand.get(),
                                   ScaleBiasAttr()));
  }
}

/// How often an operator whose operands have these strides is computed when it
/// stands at the loop level where it varies, or nullopt if loops it does not
/// vary along lie outside of that level and would repeat it.
static std::optional<int64_t>
timesComputed(ArrayRef<int64_t> sizes, ArrayRef<SmallVector<int64_t>> strides) {
  int64_t times = 1;
  bool fixed = false;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (size == 1)
      continue;
    bool varies = llvm::any_of(
        strides, [dim = dim](ArrayRef<int64_t> s) { return s[dim] != 0; });
    if (varies && fixed)
      return std::nullopt;
    fixed |= !varies;
    if (varies && llvm::MulOverflow(times, size, times))
      times = std::numeric_limits<int64_t>::max();
  }
  return times;
}

std::string Fusion::moveReinterpretUp(Operation *op) {
  Value result = op->getResult(0);
  // Users have been visited before, so duplicates are already merged.
  ReinterpretOp view;
  bool onlyViews = true;
  SmallVector<ReinterpretOp> views;
  for (Operation *user : result.getUsers()) {
    auto reinterpret = dyn_cast<ReinterpretOp>(user);
    onlyViews &= static_cast<bool>(reinterpret);
    if (reinterpret)
      views.push_back(reinterpret);
  }
  if (views.empty())
    return "";
  view = views.front();
  if (!onlyViews)
    return "the value is also needed in its own sizes";
  if (llvm::any_of(views, [&](ReinterpretOp other) {
        return other.getType() != view.getType();
      }))
    return "the value is seen in more than one way";

  RankedTensorType seen = view.getType(), produced = tensorType(result);
  if (seen.getElementType() != produced.getElementType())
    return "the edge reinterprets the bytes as another data type";
  SmallVector<SmallVector<int64_t>> strides;
  for (Value operand : op->getOperands()) {
    auto through = graph::seeThrough(descOf(seen), descOf(produced),
                                     stridesOf(tensorType(operand)));
    if (!through)
      return "the edge reorders elements in a way no strides express";
    strides.emplace_back(through->begin(), through->end());
  }
  std::optional<int64_t> times = timesComputed(seen.getShape(), strides);
  if (!times)
    return "the value varies only along inner dimensions, so it is computed "
           "once by a kernel of its own";
  if (*times > produced.getNumElements())
    return "the edge repeats elements along with others, so they are computed "
           "once by a kernel of their own";

  // The operator moves to its last view, in the view's sizes.
  builder.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (auto [operand, through] : llvm::zip_equal(op->getOperands(), strides)) {
    RankedTensorType type =
        withLayout(tensorType(operand), seen.getShape(), through);
    // A view of a view is a view of the memory itself; groups look no further
    // than one.
    Value source = viewedMemory(operand);
    operands.push_back(
        type == operand.getType() ? operand
        : type == source.getType()
            ? source
            : ReinterpretOp::create(builder, op->getLoc(), type, source)
                  .getResult());
  }
  SmallVector<Value> before(op->getOperands());
  Operation *moved = builder.clone(*op);
  moved->setOperands(operands);
  moved->getResult(0).setType(
      RankedTensorType::get(seen.getShape(), seen.getElementType()));
  for (ReinterpretOp each : views) {
    each.getResult().replaceAllUsesWith(moved->getResult(0));
    each.erase();
  }
  op->erase();
  // A view without users would pass for a second way to see its operand.
  for (Value operand : llvm::SetVector<Value>(before.begin(), before.end()))
    if (auto unused = operand.getDefiningOp<ReinterpretOp>();
        unused && unused.use_empty())
      unused.erase();
  return "";
}

void Fusion::assignLevels() {
  // As early as possible: after everything an operator reads.
  DenseMap<Value, unsigned> ready;
  for (Operation &op : function.front().without_terminator()) {
    unsigned level = 0;
    for (Value operand : op.getOperands())
      level = std::max(level, ready.lookup(operand));
    if (!rowOf(&op)) {
      // Whatever reads an operator's result through a view comes later.
      Operation *producer =
          isa<ReinterpretOp>(op) ? op.getOperand(0).getDefiningOp() : nullptr;
      ready[op.getResult(0)] = level + (producer && rowOf(producer) ? 1 : 0);
      continue;
    }
    levels[&op] = level;
    ready[op.getResult(0)] = fuse ? level : level + 1;
    operators.push_back(&op);
  }
  if (!fuse)
    return;
  // Then as late as its readers allow, so that a result that only later
  // operators read meets them in one loop instead of in memory.
  for (Operation *op : llvm::reverse(operators)) {
    unsigned latest = std::numeric_limits<unsigned>::max();
    for (Operation *user : op->getResult(0).getUsers()) {
      if (levels.contains(user))
        latest = std::min(latest, levels[user]);
      // Behind a view lies a border.
      if (auto view = dyn_cast<ReinterpretOp>(user))
        for (Operation *reader : view.getResult().getUsers())
          if (levels.contains(reader))
            latest = std::min(latest, levels[reader] - 1);
    }
    if (latest != std::numeric_limits<unsigned>::max())
      levels[op] = latest;
  }
}

/// Whether a tensor has an element of its own for each one of a loop.
static bool isStream(RankedTensorType type) {
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), stridesOf(type)))
    if (size > 1 && stride == 0)
      return false;
  return true;
}

namespace {
/// The first operators of a group that make one kernel.
struct Piece {
  size_t count = 0;
  bool cutByStreams = false; ///< Why there are not more.
};
} // namespace

static Piece pieceOf(ArrayRef<Operation *> group) {
  Piece piece;
  size_t size = 0;
  DenseSet<Operation *> members;
  DenseSet<Value> streams;
  for (Operation *op : group) {
    // Functions are what is not exact.
    size += rowOf(op)->maxUlp == 0 ? 1 : kOperatorsOfFunction;
    if (size > kMostOperators)
      break;
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (members.contains(producer) ||
          isa_and_present<ConstantOp, LinearIndexOp>(producer) ||
          !isStream(tensorType(operand)))
        continue;
      streams.insert(viewedMemory(operand));
    }
    piece.cutByStreams = streams.size() > kMostStreams;
    if (piece.cutByStreams && piece.count > 0)
      break;
    members.insert(op);
    ++piece.count;
  }
  return piece;
}

void Fusion::formGroups() {
  llvm::EquivalenceClasses<Operation *> classes;
  for (Operation *op : operators)
    classes.insert(op);
  if (fuse) {
    // The last operator of each level and size that read a value.
    std::map<std::tuple<void *, unsigned, std::vector<int64_t>>, Operation *>
        readers;
    for (Operation *op : operators) {
      ArrayRef<int64_t> shape = tensorType(op->getResult(0)).getShape();
      std::vector<int64_t> sizes(shape.begin(), shape.end());
      for (Value operand : op->getOperands()) {
        Operation *producer = operand.getDefiningOp();
        if (producer && rowOf(producer)) {
          if (levels[producer] == levels[op])
            classes.unionSets(producer, op);
          continue;
        }
        // Views of one memory bring its elements into the caches together.
        if (auto view = operand.getDefiningOp<ReinterpretOp>())
          operand = view.getInput();
        if (operand.getDefiningOp<ConstantOp>() ||
            operand.getDefiningOp<LinearIndexOp>())
          continue;
        Operation *&reader =
            readers[{operand.getAsOpaquePointer(), levels[op], sizes}];
        if (reader)
          classes.unionSets(reader, op);
        reader = op;
      }
    }
  }
  llvm::MapVector<Operation *, SmallVector<Operation *>> members;
  for (Operation *op : operators)
    members[classes.getLeaderValue(op)].push_back(op);
  // Operators are in order, so a piece of a group depends on earlier pieces
  // only.
  for (auto &[leader, group] : members)
    for (ArrayRef<Operation *> rest = group; !rest.empty();) {
      Piece piece = pieceOf(rest);
      groups.emplace_back(rest.take_front(piece.count));
      if (piece.cutByStreams)
        cutByStreams.insert(groups.back().begin(), groups.back().end());
      rest = rest.drop_front(piece.count);
    }
  llvm::stable_sort(groups, [&](const auto &a, const auto &b) {
    return levels[a.front()] < levels[b.front()];
  });
  for (auto [number, group] : llvm::enumerate(groups))
    for (Operation *op : group)
      groupOf[op] = number;
}

/// The scalar a splat constant holds, or null.
static TypedAttr splatOf(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                           : DenseElementsAttr();
  if (!elements || !elements.isSplat())
    return {};
  return cast<TypedAttr>(elements.getSplatValue<Attribute>());
}

void Fusion::createFused(ArrayRef<Operation *> group, unsigned number) {
  DenseSet<Operation *> members(group.begin(), group.end());
  auto returnOp = cast<func::ReturnOp>(function.front().getTerminator());
  builder.setInsertionPoint(returnOp);

  llvm::SetVector<Value> inputs;
  for (Operation *op : group)
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!members.contains(producer) && !splatOf(operand))
        inputs.insert(operand);
    }

  // A result for each use outside: one for all later groups, and one for each
  // time the value is returned, since each output is memory of its own.
  SmallVector<std::pair<Value, OpOperand *>> outputs;
  for (Operation *op : group) {
    Value value = op->getResult(0);
    SmallVector<OpOperand *> returned;
    bool neededLater = false;
    for (OpOperand &use : value.getUses()) {
      if (use.getOwner() == returnOp)
        returned.push_back(&use);
      else if (!members.contains(use.getOwner()))
        neededLater = true;
    }
    llvm::sort(returned, [](OpOperand *a, OpOperand *b) {
      return a->getOperandNumber() < b->getOperandNumber();
    });
    if (returned.empty() && neededLater)
      outputs.push_back({value, nullptr});
    for (OpOperand *use : returned)
      outputs.push_back({value, use});
  }

  SmallVector<Value> operands;
  for (Value input : inputs) {
    if (auto view = input.getDefiningOp<ReinterpretOp>())
      operands.push_back(
          ReinterpretOp::create(builder, view.getLoc(), view.getType(),
                                results.lookupOrDefault(view.getInput())));
    else
      operands.push_back(results.lookupOrDefault(input));
  }
  SmallVector<Type> types;
  for (auto &[value, use] : outputs)
    types.push_back(value.getType());
  SmallVector<Location> locs;
  for (Operation *op : group)
    locs.push_back(op->getLoc());
  auto fused = FusedOp::create(
      builder, FusedLoc::get(builder.getContext(), locs), types, operands);

  OpBuilder body = OpBuilder::atBlockEnd(&fused.getBody().emplaceBlock());
  IRMapping elements;
  for (Value input : inputs)
    elements.map(
        input, fused.getBlock().addArgument(tensorType(input).getElementType(),
                                            input.getLoc()));
  for (Operation *op : group) {
    SmallVector<Value> scalars;
    for (Value operand : op->getOperands()) {
      if (TypedAttr splat = splatOf(operand);
          splat && !elements.contains(operand))
        elements.map(operand,
                     ConstantOp::create(body, operand.getLoc(), splat));
      scalars.push_back(elements.lookup(operand));
    }
    Operation *element = body.clone(*op);
    element->setOperands(scalars);
    element->getResult(0).setType(
        tensorType(op->getResult(0)).getElementType());
    elements.map(op->getResult(0), element->getResult(0));
  }
  SmallVector<Value> yields;
  for (auto &[value, use] : outputs)
    yields.push_back(elements.lookup(value));
  YieldOp::create(body, fused.getLoc(), yields);

  for (auto [output, result] : llvm::zip_equal(outputs, fused.getResults())) {
    auto &[value, use] = output;
    if (!results.contains(value))
      results.map(value, result);
    if (use)
      use->set(result);
  }

  FusionReport::Group &summary = report.groups.emplace_back();
  for (Operation *op : group)
    summary.operators.push_back(labelOf(op));
  summary.sizes.assign(fused.getSizes().begin(), fused.getSizes().end());
  summary.inputs = inputs.size();
  summary.results = outputs.size();

  for (Operation *op : group)
    for (Value operand : op->getOperands()) {
      bool viewed = false;
      if (auto view = operand.getDefiningOp<ReinterpretOp>()) {
        viewed = true;
        operand = view.getInput();
      }
      Operation *producer = operand.getDefiningOp();
      if (!producer || !groupOf.contains(producer) ||
          groupOf[producer] == static_cast<int>(number))
        continue;
      std::string reason =
          !fuse    ? "fusion is off"
          : viewed ? borderReasons.lookup(producer)
          : cutByStreams.contains(producer) && levels[producer] == levels[op]
              ? "the kernel reads " + std::to_string(kMostStreams) +
                    " tensors, and more at a time are slower"
          : levels[producer] == levels[op]
              ? "the kernel has reached " + std::to_string(kMostOperators) +
                    " operators, a function counting as " +
                    std::to_string(kOperatorsOfFunction)
              : "another operand of the consumer comes from behind a border";
      FusionReport::Border border{groupOf[producer], static_cast<int>(number),
                                  labelOf(producer), labelOf(op), reason};
      // Both operands may come from one operator.
      if (report.borders.empty() || !(report.borders.back() == border))
        report.borders.push_back(std::move(border));
    }
}

void Fusion::composeViews() {
  for (auto view :
       llvm::make_early_inc_range(function.front().getOps<ReinterpretOp>())) {
    if (auto inner = view.getInput().getDefiningOp<ReinterpretOp>())
      view.getInputMutable().assign(inner.getInput());
    if (view.getInput().getType() == view.getType())
      view.getResult().replaceAllUsesWith(view.getInput());
  }
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(function.front())))
    if (isa<ReinterpretOp>(op) && op.use_empty())
      op.erase();
}

FusionReport Fusion::run() {
  composeViews();
  copyReturnedViews();
  if (fuse) {
    SmallVector<Operation *> reversed;
    for (Operation &op : llvm::reverse(function.front().without_terminator()))
      if (rowOf(&op))
        reversed.push_back(&op);
    for (Operation *op : reversed) {
      std::string reason = moveReinterpretUp(op);
      if (!reason.empty())
        borderReasons[op] = reason;
    }
  }
  assignLevels();
  formGroups();
  for (auto [number, group] : llvm::enumerate(groups))
    createFused(group, number);

  // Old operators, last first, and the views that fed them.
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(function.front())))
    if (!isa<FusedOp, func::ReturnOp>(op) && op.use_empty())
      op.erase();
  return std::move(report);
}

FusionReport fusedml::fuseElementwise(func::FuncOp function, bool fuse) {
  return Fusion(function, fuse).run();
}

static std::string formatSizes(ArrayRef<int64_t> sizes) {
  return formatList({sizes.data(), sizes.size()});
}

std::string FusionReport::str() const {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << groups.size() << (groups.size() == 1 ? " kernel" : " kernels") << "\n";
  for (auto [number, group] : llvm::enumerate(groups)) {
    out << "kernel " << number << " over " << formatSizes(group.sizes) << ": "
        << llvm::join(group.operators, ", ") << " (" << group.inputs
        << (group.inputs == 1 ? " input, " : " inputs, ") << group.results
        << (group.results == 1 ? " result)" : " results)") << "\n";
  }
  for (const Border &border : borders)
    out << "border from kernel " << border.from << " (" << border.producer
        << ") to kernel " << border.to << " (" << border.consumer
        << "): " << border.reason << "\n";
  return text;
}

/// Text inside a quoted Graphviz string.
static std::string quoted(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

std::string FusionReport::dot(StringRef graphName) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "digraph \"" << quoted(graphName) << "\" {\n  node [shape=box];\n";
  for (auto [number, group] : llvm::enumerate(groups))
    out << "  k" << number << " [label=\"kernel " << number << " "
        << formatSizes(group.sizes) << "\\n"
        << llvm::join(llvm::map_range(group.operators, quoted), "\\n")
        << "\"];\n";
  for (const Border &border : borders)
    out << "  k" << border.from << " -> k" << border.to << " [label=\""
        << border.reason << "\"];\n";
  out << "}\n";
  return text;
}

/// What fusion expects and the pipeline guarantees: one block that returns, and
/// operators on tensors.
static LogicalResult checkGraph(func::FuncOp function) {
  if (function.isExternal() || !function.getBody().hasOneBlock() ||
      !isa<func::ReturnOp>(function.front().getTerminator()))
    return function.emitError("a graph is one block that ends with return");
  for (Operation &op : function.front())
    if (rowOf(&op) && !isa<RankedTensorType>(op.getResult(0).getType()))
      return op.emitOpError("stands on elements outside dml.fused");
  for (Type type : function.getResultTypes())
    if (!isa<RankedTensorType>(type))
      return function.emitError() << "returns " << type << ", not a tensor";
  return success();
}

namespace {
struct FuseElementwisePass
    : fusedml::impl::FuseElementwiseBase<FuseElementwisePass> {
  using FuseElementwiseBase::FuseElementwiseBase;
  void runOnOperation() override {
    if (failed(checkGraph(getOperation())))
      return signalPassFailure();
    FusionReport result = fuseElementwise(getOperation(), fuse);
    if (!report)
      return;
    std::string text = result.str();
    for (StringRef line : llvm::split(text, '\n'))
      if (!line.empty())
        getOperation().emitRemark() << line;
  }
};
} // namespace
