// The form's pipeline in two libraries that are measured if their sources are given (see Package.swift).
#if RXSWIFT
  import RxSwift

  extension Pipeline {
    static func rxSwift(into form: Form, joined: Bool) -> Running {
      let bag = RxSwift.DisposeBag()
      let email = PublishSubject<Int>()
      let password = PublishSubject<Int>()
      func status(_ values: Observable<Int>) -> Observable<Bool> {
        values.map { $0 & 7 }.distinctUntilChanged().filter { $0 != 9 }.map { $0 > 3 }
      }
      let isEmailValid = status(email)
      let isPasswordValid = status(password)
      isEmailValid.subscribe(onNext: { [weak form] in form?.isEmailValid = $0 }).disposed(by: bag)
      isPasswordValid.subscribe(onNext: { [weak form] in form?.isPasswordValid = $0 }).disposed(by: bag)
      if joined {
        Observable.combineLatest(isEmailValid, isPasswordValid).map { $0 && $1 }.distinctUntilChanged()
          .subscribe(onNext: { [weak form] in form?.isSubmitEnabled = $0 }).disposed(by: bag)
      }
      return Running(type: { $0 & 1 == 0 ? email.onNext($0 / 2) : password.onNext($0 / 2) }, owner: bag)
    }
  }
#endif

#if REACTIVESWIFT
  import ReactiveSwift

  extension Pipeline {
    static func reactiveSwift(into form: Form, joined: Bool) -> Running {
      let owner = ReactiveSwift.CompositeDisposable()
      let (email, typeEmail) = ReactiveSwift.Signal<Int, Never>.pipe()
      let (password, typePassword) = ReactiveSwift.Signal<Int, Never>.pipe()
      func status(_ values: ReactiveSwift.Signal<Int, Never>) -> ReactiveSwift.Signal<Bool, Never> {
        values.map { $0 & 7 }.skipRepeats().filter { $0 != 9 }.map { $0 > 3 }
      }
      let isEmailValid = status(email)
      let isPasswordValid = status(password)
      owner.add(isEmailValid.observeValues { [weak form] in form?.isEmailValid = $0 })
      owner.add(isPasswordValid.observeValues { [weak form] in form?.isPasswordValid = $0 })
      if joined {
        let isSubmitEnabled = ReactiveSwift.Signal.combineLatest(isEmailValid, isPasswordValid).map { $0.0 && $0.1 }
        owner.add(isSubmitEnabled.skipRepeats().observeValues { [weak form] in form?.isSubmitEnabled = $0 })
      }
      return Running(
        type: { $0 & 1 == 0 ? typeEmail.send(value: $0 / 2) : typePassword.send(value: $0 / 2) }, owner: owner)
    }
  }
#endif
