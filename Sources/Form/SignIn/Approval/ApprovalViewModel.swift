public import Identity
public import Signals

/// The events while an approval elsewhere is awaited.
public protocol ApprovalViewModelInputs {
  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The user wants the address on the clipboard.
  func didTapCopy()
  /// Esc was pressed: gives up.
  func didTapCancel()
}

/// The page at which a person approves, and where the wait leads.
public protocol ApprovalViewModelOutputs {
  /// Show who approves.
  var title: String { get }
  /// Show the address to open.
  var address: String { get }
  /// Show the code to enter there.
  var code: String { get }
  /// Show this picture of the address, for a camera. True is dark. Nil if the address is too long for one.
  var picture: BitMatrix? { get }
  /// Whether the picture has the code in it.
  var isCodeInPicture: Bool { get }
  /// The purpose of the conversation.
  var purpose: Conversation.Purpose { get }
  /// Show how long the code is good.
  var timeLeft: Signal<ApprovalTime> { get }

  /// Put this text on the clipboard.
  var copied: Signal<String> { get }
  /// Go on with the next step of the conversation: another page, because this code has ended, or a further step.
  var nextStep: Signal<Conversation> { get }
  /// Go back, or on: the conversation is over.
  var ended: Signal<(SignInOutcome, Conversation)> { get }
  /// Go back, and say this: the user gave up.
  var dismissed: Signal<Message?> { get }
}

/// The wait for an approval elsewhere, without its view.
public protocol ApprovalViewModelType {
  /// The events that the view reports.
  var inputs: any ApprovalViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any ApprovalViewModelOutputs { get }
}

/// The wait for an approval elsewhere: it begins with the view, goes on by itself, and ends when the user gives up. Each
/// page has a view model of its own.
public final class ApprovalViewModel: ApprovalViewModelType, ApprovalViewModelOutputs {
  public let title: String
  public let address: String
  public let code: String
  public let picture: BitMatrix?
  public let isCodeInPicture: Bool
  public let purpose: Conversation.Purpose
  public let timeLeft: Signal<ApprovalTime>
  public let copied: Signal<String>
  public let nextStep: Signal<Conversation>
  public let ended: Signal<(SignInOutcome, Conversation)>
  public let dismissed: Signal<Message?>

  public let inputs: any ApprovalViewModelInputs
  public var outputs: any ApprovalViewModelOutputs { self }

  /// - Parameters:
  ///   - conversation: The conversation, at this wait.
  ///   - page: The page at which the person approves.
  ///   - scheduler: The clock of all timers.
  public init(_ conversation: Conversation, at page: ApprovalPage, on scheduler: any Scheduler) {
    let inputs = Inputs()
    title = page.title ?? ""
    address = page.address.text
    code = page.code
    picture = QRCode.picture(of: page.scanned.text)
    isCodeInPicture = page.completeAddress != nil
    purpose = conversation.purpose
    copied = inputs.copies.signal.map { page.scanned.text }

    let step = Signal<Bool>.merge(inputs.loads.signal.map { true }, inputs.cancels.signal.map { false })
      .flatMapLatest { [signIn = conversation.signIn] isAwaited async -> SignInStep? in
        isAwaited ? await signIn.next(.proceed) : nil
      }.compactMap { $0 }.shared()
    // The countdown ends with the wait.
    let isAwaited = step.map { _ in false }.held(true)
    let time = scheduler.approvalTime(of: page.timeLimit)
    timeLeft = isAwaited.flatMapLatest { $0 ? time : .merge() }
    nextStep = step.compactMap(\.open).map { conversation.going(on: $0) }
    ended = step.compactMap(\.outcome).map { ($0, conversation.afterAnswer) }
    dismissed = inputs.cancels.signal.map { conversation.messageOfLeaving }
    self.inputs = inputs
  }

  private final class Inputs: ApprovalViewModelInputs {
    let loads = Relay<Void>()
    func viewDidLoad() { loads.send() }

    let copies = Relay<Void>()
    func didTapCopy() { copies.send() }

    let cancels = Relay<Void>()
    func didTapCancel() { cancels.send() }
  }
}
