import OpenCombine
import Signals

/// A form's work for each keystroke: the state of each of two fields, and from both whether the form can be submitted.
enum Pipeline {
  final class Form {
    var isEmailValid = false
    var isPasswordValid = false
    var isSubmitEnabled = false
  }

  /// The input of the two fields, and the owner of the form's subscriptions.
  struct Running {
    let type: (Int) -> Void
    let owner: AnyObject
  }

  /// Relay, map, skipRepeats, filter, map, bind, twice; with `joined` also combineLatest of both, map, skipRepeats, bind.
  static func signals(into form: Form, joined: Bool) -> Running {
    let bag = DisposeBag()
    let email = Relay<Int>()
    let password = Relay<Int>()
    func status(_ signal: Signal<Int>) -> Signal<Bool> {
      signal.map { $0 & 7 }.skipRepeats().filter { $0 != 9 }.map { $0 > 3 }
    }
    let isEmailValid = status(email.signal)
    let isPasswordValid = status(password.signal)
    isEmailValid.bind(to: Binder(form) { $0.isEmailValid = $1 }).disposed(by: bag)
    isPasswordValid.bind(to: Binder(form) { $0.isPasswordValid = $1 }).disposed(by: bag)
    if joined {
      Signal.combineLatest(isEmailValid, isPasswordValid).map { $0 && $1 }.skipRepeats()
        .bind(to: Binder(form) { $0.isSubmitEnabled = $1 }).disposed(by: bag)
    }
    return Running(type: { $0 & 1 == 0 ? email.send($0 / 2) : password.send($0 / 2) }, owner: bag)
  }

  /// The shared part: OpenCombine has no combineLatest.
  static func openCombine(into form: Form) -> Running {
    final class Owner {
      var cancellables: [AnyCancellable] = []
    }
    let owner = Owner()
    let email = PassthroughSubject<Int, Never>()
    let password = PassthroughSubject<Int, Never>()
    email.map { $0 & 7 }.removeDuplicates().filter { $0 != 9 }.map { $0 > 3 }
      .sink { [weak form] in form?.isEmailValid = $0 }.store(in: &owner.cancellables)
    password.map { $0 & 7 }.removeDuplicates().filter { $0 != 9 }.map { $0 > 3 }
      .sink { [weak form] in form?.isPasswordValid = $0 }.store(in: &owner.cancellables)
    return Running(type: { $0 & 1 == 0 ? email.send($0 / 2) : password.send($0 / 2) }, owner: owner)
  }
}
