/**
 * Makes the Promise client over the operations of a contract; there is no list of methods here.
 *
 * The only place where an effect becomes a promise, and a failure an exception.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { ClientClock, ClientOptions } from "../core/ClientOptions.ts"
import { responseOf, type WithResponse } from "../core/CallResponse.ts"
import { calledAt, type ClientError, clientError } from "../core/ClientError.ts"
import { resolveConfig } from "../core/ClientConfig.ts"
import { type CallContext, makeClientCore, type ClientCore, type Read } from "../core/ClientCore.ts"
import { asDeclared, isScoped, type MethodCall, methodsOf } from "../core/Method.ts"
import type { Operation } from "../core/Operation.ts"
import { firstPage, type PageResult } from "../core/pages/Pagination.ts"
import { fetchTransport } from "./FetchTransport.ts"
import type { OrganizationClient, PartnerClient } from "./PartnerClient.ts"
import { pendingCall } from "./PendingCall.ts"
import { type FetchedPage, pendingList } from "./PendingList.ts"

type Run = <A>(
  operation: string,
  options: MethodCall["options"],
  effect: (progress: CallContext["progress"]) => Effect.Effect<A, ClientError>
) => Promise<A>

const withResponse = <Data>(data: Data, read: Read): WithResponse<Data> => ({ data, response: responseOf(read) })

/** Runs effects as promises. An aborted call rejects with a `ClientError` like any other failure. */
const runner =
  (context: Context.Context<never>): Run =>
  async (operation, options, effect) => {
    // Captured before the first await, while the caller is on the stack.
    const site = new Error(operation)
    const progress = { attempts: 0 }
    const { signal } = options
    const aborted = () =>
      clientError(
        {
          tag: "Aborted",
          message: "The call was ended by its signal.",
          outcome: progress.attempts === 0 ? "not_sent" : "unknown"
        },
        { operation, attempts: progress.attempts }
      )
    if (signal?.aborted === true) throw calledAt(aborted(), site)
    const exit = await Effect.runPromiseExitWith(context)(effect(progress), signal === undefined ? {} : { signal })
    if (Exit.isSuccess(exit)) return exit.value
    const failure = Cause.findErrorOption(exit.cause)
    if (Option.isSome(failure)) throw calledAt(failure.value, site)
    // Anything but a failure or an interruption is a defect of this library.
    throw Cause.hasInterruptsOnly(exit.cause) ? calledAt(aborted(), site) : Cause.squash(exit.cause)
  }

/** A method of the client. A call starts at once, a list on demand. */
const method =
  (core: ClientCore, run: Run, organization: string | undefined) =>
  (operation: Operation, call: MethodCall): unknown => {
    const { options } = call
    if (!operation.metadata.paginated) {
      return pendingCall(
        run(operation.id, options, (progress) =>
          core.call(operation, call.input, { organization, options, progress })
        ).then((read) => withResponse(read.data, read))
      )
    }
    const fetched = ({ next, page, read }: PageResult): WithResponse<FetchedPage<unknown>> => {
      let after: Promise<FetchedPage<unknown>> | undefined
      const nextPage = () => {
        if (next === undefined) return undefined
        return (after ??= run(operation.id, options, (progress) => next({ organization, options, progress })).then(
          (step) => fetched(step).data
        ))
      }
      return withResponse({ ...page, nextPage }, read)
    }
    return pendingList(() =>
      run(operation.id, options, (progress) =>
        firstPage(core, operation, call, { organization, options, progress })
      ).then(fetched)
    )
  }

/** Effect's clock of the option `clock`. */
const clockOf = ({ nowMs, sleep }: ClientClock): Clock.Clock => {
  const nanos = () => BigInt(Math.trunc(nowMs())) * 1_000_000n
  return {
    currentTimeMillisUnsafe: nowMs,
    currentTimeMillis: Effect.sync(nowMs),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => Effect.promise((signal) => sleep(Duration.toMillis(duration), signal))
  }
}

/** Whether the program runs in a browser page, where nothing is secret. */
const isBrowser = (): boolean => "window" in globalThis && "document" in globalThis

/** Makes a client over the operations of a contract. */
export const clientOver = (operations: ReadonlyArray<Operation>, options: ClientOptions): PartnerClient => {
  const refuse = (message: string) =>
    clientError({ tag: "InvalidConfiguration", message, outcome: "not_sent" }, { operation: undefined, attempts: 0 })
  if (isBrowser() && options.dangerouslyAllowBrowser !== true) {
    throw refuse("In a browser everybody can read the credentials. Call the API from a server (spec 5).")
  }
  const config = Result.getOrThrowWith(resolveConfig(options), ({ message }) => refuse(message))
  const { clock } = options
  const context = clock === undefined ? Context.empty() : Context.make(Clock.Clock, clockOf(clock))
  const run = runner(context)
  const core = Effect.runSyncWith(context)(makeClientCore(operations, config, fetchTransport(options.fetch)))
  const scoped = operations.filter(isScoped)
  const organization = (id: string): OrganizationClient =>
    asDeclared<OrganizationClient>(scoped, methodsOf(scoped, method(core, run, id)))
  return asDeclared<PartnerClient>(operations, {
    ...methodsOf(operations, method(core, run, config.organization)),
    organization,
    forgetTokens: () => Effect.runSyncWith(context)(core.forgetTokens)
  })
}
