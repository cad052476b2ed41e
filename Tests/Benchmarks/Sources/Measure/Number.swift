/// A number as text, with `digits` digits after the point; without any if they are all zero.
public func text(_ number: Double, digits: Int = 1) -> String {
  guard number.isFinite else { return "-" }
  let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
  let rounded = (number * unit).rounded()
  let whole = Int((rounded / unit).rounded(.towardZero))
  let rest = Int(rounded) - whole * Int(unit)
  guard rest != 0 else { return "\(whole)" }
  let fraction = String(rest.magnitude)
  return "\(whole).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
}
