/**
 * The exit code of each end, and what the program that serves and the program that runs a command make of a signal. What the three
 * programs do is in their own tests, with real signals.
 */
import { assert, describe, it } from "@effect/vitest"
import * as CliError from "effect/cli/CliError"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import { exitCodeOf, exitCodes } from "../src/ExitCode.ts"
import { OutputClosed } from "../src/Output.ts"

const command = { onTerminate: exitCodes.terminated, usageTags: ["SettingsError"] }
const service = { onTerminate: exitCodes.done }

const wrongFlag = new CliError.ValidationError({ message: "wrong" })
const requestedHelp = new CliError.ShowHelp({ commandPath: [], errors: [] })
const helpAfterMistake = new CliError.ShowHelp({ commandPath: [], errors: [wrongFlag] })
const linesSkipped = { [Runtime.errorExitCode]: exitCodes.linesSkipped }

describe("the exit code", () => {
  it.for([
    ["a success", Exit.void, 0],
    ["a reader that closed standard output", Exit.fail(new OutputClosed()), 0],
    ["help that the user requested", Exit.fail(requestedHelp), 0],
    ["a failure", Exit.fail({ _tag: "NotFound" }), 1],
    ["a defect", Exit.die("defect"), 1],
    ["a wrong command line", Exit.fail(wrongFlag), 2],
    ["help in place of a wrong command line", Exit.fail(helpAfterMistake), 2],
    ["a wrong setting", Exit.fail({ _tag: "SettingsError" }), 2],
    ["an import without some lines", Exit.fail(linesSkipped), 3],
    ["Ctrl-C that a prompt has read", Exit.interrupt(), 130]
  ] as const)("of %s is %i", ([_what, exit, code]) => {
    assert.strictEqual(exitCodeOf(exit, undefined, command), code)
  })

  it.for([
    ["SIGINT", Exit.interrupt(), command, 130],
    ["SIGINT", Exit.interrupt(), service, 130],
    ["SIGINT", Exit.fail("stopped at line 3"), service, 130],
    ["SIGINT", Exit.void, service, 0],
    ["SIGTERM", Exit.interrupt(), command, 143],
    ["SIGTERM", Exit.interrupt(), service, 0],
    ["SIGTERM", Exit.fail("stopped at line 3"), service, 1]
  ] as const)("after %s (%j)", ([signal, exit, options, code]) => {
    assert.strictEqual(exitCodeOf(exit, signal, options), code)
  })
})
