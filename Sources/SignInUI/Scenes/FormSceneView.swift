import Terminal

/// A scene that consists of a form alone. It binds the form to its view model; the form does the rest.
protocol FormSceneView: SceneView {
  var form: FormView { get }
}

extension FormSceneView {
  func handle(_ event: Event) {
    form.handle(event)
  }

  func resize(to size: Size) {
    form.resize(to: size)
  }

  func draw(in frame: inout Frame) {
    form.draw(in: &frame)
  }

  var notice: String? {
    get { form.notice }
    set { form.notice = newValue }
  }
}
