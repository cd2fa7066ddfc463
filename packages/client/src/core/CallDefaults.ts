/**
 * The options that a copy of a client has for all of its calls. The options of a call count more.
 */
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { readHeaders } from "./CallExtras.ts"
import type { AnyOptions, DefaultOptions } from "./CallOptions.ts"
import { type CallLimits, resolveLimits } from "./ClientConfig.ts"
import { unknownOption } from "./OptionNames.ts"

const names: ReadonlyArray<string> = [
  "timeoutMs",
  "deadlineMs",
  "retries",
  "headers",
  "onBehalfOf"
] satisfies ReadonlyArray<keyof DefaultOptions>

/** Defaults, and what is wrong with them. */
export interface CallDefaults {
  readonly options: DefaultOptions
  readonly mistake: string | undefined
}

/** The defaults of a client that is no copy. */
export const noDefaults: CallDefaults = { options: {}, mistake: undefined }

/** Options over others: a member that is undefined is one that is not given, and headers come together. */
export const mergeOptions = <Options extends AnyOptions>(defaults: DefaultOptions, options: Options): Options => {
  if (defaults === noDefaults.options) return options
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const headers = { ...defaults.headers, ...(Predicate.isObject(options.headers) ? options.headers : {}) }
  return { ...options, ...defaults, ...given, ...(options.headers === undefined ? {} : { headers }) }
}

/** The defaults of a copy of a client: `given` over those that the client has. */
export const nextDefaults = (before: CallDefaults, given: unknown, limits: CallLimits): CallDefaults => {
  if (!Predicate.isObject(given) || Array.isArray(given)) {
    return { ...before, mistake: "The options of withOptions must be an object." }
  }
  const unknown = unknownOption(given, names, "withOptions")
  // Their names are checked; their values are, one by one.
  const options = given as DefaultOptions
  const headers = readHeaders(options.headers)
  const checked = resolveLimits(options, limits)
  return {
    options: mergeOptions({ ...before.options }, options),
    mistake:
      before.mistake ??
      unknown ??
      (Result.isFailure(headers) ? headers.failure : Result.isFailure(checked) ? checked.failure.message : undefined)
  }
}
