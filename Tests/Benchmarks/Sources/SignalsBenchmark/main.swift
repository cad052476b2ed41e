// Measures the signal layer beside OpenCombine and Observation in one run. Prints tables and, last, the line for the
// budget: at least 7 times as fast as OpenCombine in the shared part of a form's pipeline, and no allocation in all of it.
import Glibc
import Measure

let form = Pipeline.Form()
var shared = [
  ("Signals", Pipeline.signals(into: form, joined: false)),
  ("OpenCombine", Pipeline.openCombine(into: form)),
  ("Observation", Pipeline.observation(into: form, joined: false)),
]
var joined = [
  ("Signals", Pipeline.signals(into: form, joined: true)),
  ("Observation", Pipeline.observation(into: form, joined: true)),
]
#if RXSWIFT
  shared.append(("RxSwift", Pipeline.rxSwift(into: form, joined: false)))
  joined.append(("RxSwift", Pipeline.rxSwift(into: form, joined: true)))
#endif
#if REACTIVESWIFT
  shared.append(("ReactiveSwift", Pipeline.reactiveSwift(into: form, joined: false)))
  joined.append(("ReactiveSwift", Pipeline.reactiveSwift(into: form, joined: true)))
#endif

/// Prints what an event costs each contender, and returns the costs.
func measure(_ name: String, _ contenders: [(String, Pipeline.Running)]) -> [Cost] {
  let costs = Cost.each(of: contenders.map(\.1.type), events: 20_000, rounds: 41)
  var table = Table(name, "ns", "allocations", "times Signals")
  for (contender, cost) in zip(contenders, costs) {
    let allocations = text(cost.allocations, digits: 2)
    table.add(contender.0, cost.nanoseconds.spread(), allocations, text(costs[0].times(cost)))
  }
  table.print()
  return costs
}

print("## The signal layer\n\nNanoseconds of processor time for each event: medians, and the middle four fifths.\n")
let sharedCosts = measure("the form's pipeline", shared)
let joinedCosts = measure("with `combineLatest`, which OpenCombine lacks", joined)

var operators = Table("operator", "Signals ns", "allocations", "OpenCombine ns", "allocations", "times")
for contest in Operators.contests() { contest.run(into: &operators) }
operators.print()
Growth.subscribers().print()
Growth.depth().print()

let ratio = sharedCosts[0].times(sharedCosts[1])
let allocations = max(sharedCosts[0].allocations, joinedCosts[0].allocations)
var budgets = Budgets()
budgets.add("the form's pipeline, OpenCombine's time over that of Signals", ratio, notBelow: 7)
budgets.add("allocations for each event", allocations, atMost: 0)
budgets.print()
print("pipeline: \(text(ratio)) x OpenCombine, \(text(allocations, digits: 2)) allocations per event")
exit(budgets.areKept ? EXIT_SUCCESS : EXIT_FAILURE)
