import Testing

@testable import Unix

@Suite struct MachineMemoryTests {
  @Test func `The least limit of a group and those above it counts`() {
    let files = [
      "/system.slice/signin.service/memory.max": "max\n",
      "/system.slice/memory.max": "1073741824\n",
      "/memory.max": "4294967296\n",
    ]
    #expect(
      MachineMemory.limit(ofGroup: "0::/system.slice/signin.service\n") { files[$0] }
        == 1_073_741_824)
  }

  @Test func `A machine without control groups has no limit of them`() {
    #expect(MachineMemory.limit(ofGroup: "12:memory:/x\n") { _ in "5" } == nil)
    #expect(MachineMemory.limit(ofGroup: "0::/\n") { _ in nil } == nil)
  }

  @Test func `This machine has memory`() { #expect(MachineMemory.available > 100) }
}
