// Measures the signal layer beside OpenCombine in one run. Prints tables and, last, the line for the budget: at least 8
// times as fast as OpenCombine in the shared part of a form's pipeline, and no allocation in all of it.
import Glibc
import Measure

let form = Pipeline.Form()
let shared = Pipeline.signals(into: form, joined: false)
let whole = Pipeline.signals(into: form, joined: true)
let peer = Pipeline.openCombine(into: form)
let costs = Cost.each(of: [shared.type, whole.type, peer.type], events: 50_000, rounds: 41)
let ratio = costs[2].nanoseconds / costs[0].nanoseconds
let allocations = max(costs[0].allocations, costs[1].allocations)

var pipeline = Table("the form's pipeline", "ns per event", "allocations")
for (name, cost) in zip(
  ["Signals, the shared part", "Signals, with combineLatest", "OpenCombine, the shared part"], costs)
{
  pipeline.add(name, text(cost.nanoseconds), text(cost.allocations, digits: 2))
}
pipeline.print()

var operators = Table("operator", "Signals ns", "allocations", "OpenCombine ns", "allocations", "times")
for contest in Operators.contests() { contest.run(into: &operators) }
operators.print()
Growth.subscribers().print()
Growth.depth().print()

print("pipeline: \(text(ratio)) x OpenCombine, \(text(allocations, digits: 2)) allocations per event")
exit(ratio >= 8 && allocations == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
