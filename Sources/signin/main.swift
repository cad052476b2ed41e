import ArgumentParser
import GRDB
import TOMLKit
import Logging
if CommandLine.arguments.count > 1 { print("hello", (try? DatabaseQueue()) as Any) }
