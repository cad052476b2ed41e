import ArgumentParser

/// `signin account …`
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    group: "account", "Manage accounts.", of: Self.self,
    [
      AddAccountCommand.self, ListAccountsCommand.self, RemoveAccountCommand.self, RenameAccountCommand.self,
      ChangePasswordCommand.self,
      LockAccountCommand.self, UnlockAccountCommand.self, SecondStepCommand.self, RecoveryCodesCommand.self,
      AccountKeysCommand.self,
      LinkAccountCommand.self, UnlinkAccountCommand.self, ListLinksCommand.self,
      ImportAccountsCommand.self, ExportAccountsCommand.self,
    ])
}

/// `signin session …`
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    group: "session", "Check, list and end sessions.", of: Self.self,
    [VerifySessionCommand.self, ListSessionsCommand.self, RevokeSessionCommand.self])
}

/// `signin throttle …`
struct ThrottleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    group: "throttle", "Show and clear failures and waits.", of: Self.self,
    [ListThrottleCommand.self, ClearThrottleCommand.self])
}

/// `signin store …`
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    group: "store", "Back up, restore and move a store.", of: Self.self,
    [
      BackUpStoreCommand.self, RestoreStoreCommand.self, KeyCommand.self, MigrateStoreCommand.self,
      CopyStoreCommand.self,
    ])
}

/// `signin store key …`
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    group: "key", in: "store", "Manage the sealing key.", of: Self.self, [RotateKeyCommand.self])
}

/// `signin config …`
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    group: "config", "Inspect the settings.", of: Self.self, [ShowSettingsCommand.self])
}
