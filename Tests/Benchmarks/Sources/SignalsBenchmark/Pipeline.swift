import OpenCombine
import Signals

/// What a form does with each keystroke: two fields, of each its state; of both states whether one may go on.
enum Pipeline {
  final class Form {
    var isEmailValid = false
    var isPasswordValid = false
    var isSubmitEnabled = false
  }

  /// The two fields and what keeps the form up to date.
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

  /// The part of it that OpenCombine can do: it has no combineLatest.
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
