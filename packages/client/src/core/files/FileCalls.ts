/**
 * Makes the methods of files (`FileMethods.ts`) of the endpoints whose body is one. Sends nothing: `ClientCore.ts` does.
 */
import { type CallDefaults, mergeOptions } from "../CallDefaults.ts"
import type { AnyOptions } from "../CallOptions.ts"
import type { Methods } from "../Method.ts"
import type { Operation } from "../Operation.ts"
import { unknownOption } from "../OptionNames.ts"
import type { FileCall } from "./FileMethods.ts"

/** The timeouts of files: the service takes a file for 120 s. */
const fileTimes = { timeoutMs: 130_000, deadlineMs: 400_000 }

const ofFiles = {
  request: { name: "attach", options: ["type", "fileName", "mediaType", "onProgress"] },
  answer: { name: "download", options: ["onProgress"] }
} as const

const callOf = (
  operation: Operation,
  file: keyof typeof ofFiles,
  args: ReadonlyArray<unknown>,
  defaults: CallDefaults
): FileCall => {
  const params = Object.fromEntries(operation.params.map((name, index) => [name, args[index]]))
  const rest = args.slice(operation.params.length)
  const content = file === "request" ? rest.shift() : undefined
  const [given = {}, ...more] = rest
  const { name, options: names } = ofFiles[file]
  const isWrong = typeof given !== "object" || given === null || Array.isArray(given) || more.length > 0
  // The generated types declare the last argument as options; their values are checked where each is used.
  const options = isWrong ? {} : (given as AnyOptions)
  return {
    params,
    content,
    options: { ...fileTimes, ...mergeOptions(defaults.options, options) },
    mistake:
      defaults.mistake ??
      (isWrong
        ? `The last argument of ${name} must be an object with its options.`
        : unknownOption(options, [...operation.options, ...names], name))
  }
}

/** The methods of an API with those of its files in the group `applications`. */
export const withFiles = <Result>(
  methods: Methods<Result>,
  operations: ReadonlyArray<Operation>,
  defaults: CallDefaults,
  method: (operation: Operation, call: FileCall) => Result
): Methods<Result> => {
  const files = operations.flatMap((operation) => {
    const { file } = operation.metadata
    return file === undefined
      ? []
      : [
          [
            ofFiles[file].name,
            (...args: ReadonlyArray<unknown>) => method(operation, callOf(operation, file, args, defaults))
          ] as const
        ]
  })
  return files.length === 0
    ? methods
    : { ...methods, applications: { ...methods["applications"], ...Object.fromEntries(files) } }
}
