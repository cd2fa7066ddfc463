/**
 * A reporter of vitest. It leaves the failed tests of a part for the end of the gate: hundreds of lines of other parts follow those of a failure, and a
 * service that keeps a part of the output keeps its end.
 */
import type { Reporter, TestModule } from "vitest/node"
import { leaveFailures, placeOf } from "./PartFile.ts"

/** The most failures that a part leaves: the first ones name the cause. */
const failuresMax = 10

/** The most characters of an error. Comparisons of long texts take pages. */
const errorLengthMax = 300

type Errors = ReadonlyArray<{ readonly message: string }>

const sentence = (name: string, [error]: Errors): string =>
  `${name}: ${(error?.message.split("\n")[0] ?? "no error").slice(0, errorLengthMax)}`

const failuresOf = (module: TestModule): ReadonlyArray<string> => {
  const file = module.relativeModuleId
  const loading = module.errors()
  return [
    ...(loading.length === 0 ? [] : [sentence(file, loading)]),
    ...[...module.children.allTests("failed")].map((test) =>
      sentence(`${file} > ${test.fullName}`, test.result().errors ?? [])
    )
  ]
}

export default class FailedTests implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: Errors): void {
    const place = placeOf(process.env)
    const failures = [
      ...modules.flatMap(failuresOf),
      ...(unhandled.length === 0 ? [] : [sentence("outside of tests", unhandled)])
    ]
    if (place !== undefined && failures.length > 0) leaveFailures(place, failures.slice(0, failuresMax))
  }
}
