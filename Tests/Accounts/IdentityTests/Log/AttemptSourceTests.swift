import Identity
import Testing

@Suite("The source of an attempt")
struct AttemptSourceTests {
  @Test("is counted by user and host, not by terminal or program")
  func counted() {
    let first = AttemptSource(tty: "pts/1", uid: 1000, host: "10.0.0.7", program: "signin")
    let second = AttemptSource(tty: "pts/2", uid: 1000, host: "10.0.0.7", program: "bash")
    let stranger = AttemptSource(tty: "pts/1", uid: 1001, host: "10.0.0.7", program: "signin")
    #expect(first.counted.text == "1000@10.0.0.7")
    #expect(first.counted == second.counted)
    #expect(first.counted != stranger.counted)
  }

  @Test(
    "is counted by the network of an IPv6 address, because one person has all of its addresses",
    arguments: [
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:DB8:1:2::", "2001:db8:1:2::/64"), ("::1", "::/64"),
      ("fe80::1%eth0", "fe80::/64"), ("::ffff:192.0.2.7", "192.0.2.7"), ("192.0.2.7", "192.0.2.7"),
      ("castle", "castle"), ("1:2:3", "1:2:3"), ("", ""),
    ])
  func network(host: String, place: String) {
    #expect(ThrottleSource(uid: 7, host: host).place == place)
  }

  @Test("is read as it is written")
  func text() {
    for host in ["castle", "2001:db8::1", "a@b"] {
      let source = ThrottleSource(uid: 4_294_967_295, host: host)
      #expect(ThrottleSource(source.text) == source)
    }
    for text in ["", "castle", "@castle", "x@castle", "7@", "-1@castle", "4294967296@castle"] {
      #expect(ThrottleSource(text) == nil, "\(text)")
    }
  }

  @Test("keeps at most 255 bytes of a text, in whole characters")
  func cutsTexts() {
    let source = AttemptSource(
      tty: "", uid: 0, host: String(repeating: "h", count: 300), program: String(repeating: "é", count: 200))
    #expect(source.host == String(repeating: "h", count: 255))
    #expect(source.program == String(repeating: "é", count: 127))
  }
}
