/**
 * Makes the Promise client over the operations of a contract; there is no list of methods here. `Runtime.ts` makes promises of effects.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { ClientOptions, EnvironmentOptions } from "../core/ClientOptions.ts"
import { responseOf, type WithResponse } from "../core/CallResponse.ts"
import { type CallDefaults, mergeOptions, nextDefaults, noDefaults } from "../core/CallDefaults.ts"
import { clientError } from "../core/ClientError.ts"
import { resolveConfig } from "../core/ClientConfig.ts"
import type { RequestMethod, RequestOptions } from "../core/CallOptions.ts"
import { makeClientCore, type ClientCore, type Read } from "../core/ClientCore.ts"
import { withFiles } from "../core/files/FileCalls.ts"
import type { FileCall } from "../core/files/FileMethods.ts"
import { asDeclared, isScoped, type MethodCall, methodsOf } from "../core/Method.ts"
import type { Operation } from "../core/Operation.ts"
import { clientOptionNames, unknownOption } from "../core/OptionNames.ts"
import { followedPage } from "../core/pages/Follow.ts"
import type { FeedPage } from "../core/pages/Page.ts"
import { firstPage, type PageResult } from "../core/pages/Pagination.ts"
import { withEnvironment } from "./Environment.ts"
import { fetchTransport } from "./FetchTransport.ts"
import type { OrganizationClient, PartnerClient } from "./PartnerClient.ts"
import { pendingCall } from "./PendingCall.ts"
import { type FetchedPage, itemsFrom, pendingList } from "./PendingList.ts"
import { clockOf, type Run, runner } from "./Runtime.ts"

const withResponse = <Data>(data: Data, read: Read): WithResponse<Data> => ({ data, response: responseOf(read) })

/** A method of the client. A call starts at once, a list on demand. */
const method =
  (core: ClientCore, run: Run, organization: string | undefined) =>
  (operation: Operation, call: MethodCall): unknown => {
    const { options } = call
    if (!operation.metadata.paginated) {
      return pendingCall(
        run(operation.id, options, (progress) => core.call(operation, call, { organization, options, progress })).then(
          (read) => withResponse(read.data, read)
        )
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
      const data: FetchedPage<unknown> = { ...page, nextPage, [Symbol.asyncIterator]: () => itemsFrom(() => data) }
      return withResponse(data, read)
    }
    return pendingList(() =>
      run(operation.id, options, (progress) =>
        firstPage(core, operation, call, { organization, options, progress })
      ).then(fetched)
    )
  }

/** The method that follows a feed. Nothing is sent before it is iterated. */
const follow =
  (core: ClientCore, run: Run, organization: string | undefined) =>
  (operation: Operation, call: MethodCall): AsyncIterable<FeedPage<unknown>> => {
    const { options } = call
    async function* pages(): AsyncGenerator<FeedPage<unknown>, void, undefined> {
      let cursor: string | undefined
      while (true) {
        const after = cursor
        const { page } = await run(operation.id, options, (progress) =>
          followedPage(core, operation, call, after, { organization, options, progress })
        )
        yield page
        cursor = page.cursor
      }
    }
    return { [Symbol.asyncIterator]: pages }
  }

/** A method of files. */
const fileMethod =
  (core: ClientCore, run: Run, organization: string | undefined) =>
  (operation: Operation, call: FileCall): unknown => {
    const { options } = call
    return pendingCall(
      run(operation.id, options, (progress) => core.file(operation, call, { organization, options, progress })).then(
        (read) => withResponse(read.data, read)
      )
    )
  }

/** The method `request`. */
const requestMethod =
  (core: ClientCore, run: Run, organization: string | undefined, defaults: CallDefaults) =>
  (method: RequestMethod, path: string, given: RequestOptions = {}) => {
    const options = mergeOptions(defaults.options, given)
    return pendingCall(
      run("request", options, (progress) => core.request(method, path, { organization, options, progress })).then(
        (read) => withResponse(read.data, read)
      )
    )
  }

/** Whether the program runs in a browser page, where nothing is secret. */
const isBrowser = (): boolean => "window" in globalThis && "document" in globalThis

/** Whether there are options: a program in JavaScript may give something else. */
const isGiven = (options: unknown): boolean => Predicate.isObject(options)

/** Makes a client over the operations of a contract. */
export const clientOver = (
  operations: ReadonlyArray<Operation>,
  given: ClientOptions | EnvironmentOptions
): PartnerClient => {
  const refuse = (message: string) =>
    clientError({ tag: "InvalidConfiguration", message, outcome: "not_sent" }, { operation: undefined, attempts: 0 })
  if (!isGiven(given)) throw refuse("The options of createClient must be an object.")
  if (isBrowser() && given.dangerouslyAllowBrowser !== true) {
    throw refuse(
      "In a browser everybody can read the credentials (spec 5). Call the API from a server; in tests set dangerouslyAllowBrowser."
    )
  }
  const unknown = unknownOption(given, clientOptionNames, "createClient")
  if (unknown !== undefined) throw refuse(unknown)
  const options = Result.getOrThrowWith(withEnvironment(given), refuse)
  const config = Result.getOrThrowWith(resolveConfig(options, operations), ({ message }) => refuse(message))
  const { clock } = options
  const context = clock === undefined ? Context.empty() : Context.make(Clock.Clock, clockOf(clock))
  const run = runner(context)
  const core = Effect.runSyncWith(context)(makeClientCore(operations, config, fetchTransport(options.fetch)))
  const scoped = operations.filter(isScoped)
  const clientWith = (defaults: CallDefaults): PartnerClient =>
    asDeclared<PartnerClient>(operations, {
      ...withFiles(
        methodsOf(operations, defaults, method(core, run, config.organization), follow(core, run, config.organization)),
        operations,
        defaults,
        fileMethod(core, run, config.organization)
      ),
      request: requestMethod(core, run, config.organization, defaults),
      organization: (id: string): OrganizationClient =>
        asDeclared<OrganizationClient>(scoped, {
          ...withFiles(
            methodsOf(scoped, defaults, method(core, run, id), follow(core, run, id)),
            scoped,
            defaults,
            fileMethod(core, run, id)
          ),
          request: requestMethod(core, run, id, defaults)
        }),
      withOptions: (more: unknown) => {
        const next = nextDefaults(defaults, more, config)
        if (next.mistake !== undefined) throw refuse(next.mistake)
        return clientWith(next)
      },
      forgetTokens: () => Effect.runSyncWith(context)(core.forgetTokens)
    })
  return clientWith(noDefaults)
}
