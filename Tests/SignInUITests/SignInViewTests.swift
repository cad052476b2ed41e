import Terminal
import Testing

@Suite("The sign-in scene")
struct SignInViewTests {
  @Test("Untouched at 80x24")
  func untouched() {
    let stage = Stage()
    print(stage.screen)
    stage.type("ada")
    print(stage.screen)
    stage.press(.tab); stage.type("12345")
    print(stage.screen)
    for (c, r) in [(80,13),(80,12),(40,12),(52,10),(20,8),(20,5),(19,5),(200,60),(44,16)] {
    stage.resize(columns: c, rows: r)
    print("== \(c)x\(r)")
    print(stage.screen, stage.cursor as Any)
    }
  }
}
