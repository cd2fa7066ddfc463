/**
 * Makes the Effect service over the operations of a contract; there is no list of methods here.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as HttpClient from "effect/http/HttpClient"
import { responseOf } from "../core/CallResponse.ts"
import { type CallDefaults, mergeOptions, nextDefaults, noDefaults } from "../core/CallDefaults.ts"
import { type ClientError, clientError } from "../core/ClientError.ts"
import { makeClientCore, type ClientCore, type Read } from "../core/ClientCore.ts"
import type { RequestMethod, RequestOptions } from "../core/CallOptions.ts"
import { type Fetched, listing } from "./Listing.ts"
import { withFiles } from "../core/files/FileCalls.ts"
import type { FileCall } from "../core/files/FileMethods.ts"
import { asDeclared, isScoped, type MethodCall, methodsOf } from "../core/Method.ts"
import type { Operation } from "../core/Operation.ts"
import { clientOptionNames, unknownOption } from "../core/OptionNames.ts"
import { type RedactableOptions, resolveConfig } from "../core/ClientConfig.ts"
import { followedPage } from "../core/pages/Follow.ts"
import type { FeedPage } from "../core/pages/Page.ts"
import { firstPage, type PageResult } from "../core/pages/Pagination.ts"
import { httpClientTransport } from "./HttpClientTransport.ts"
import { ResponseListener } from "./CurrentResponse.ts"
import type { OrganizationShape, PartnerShape } from "./PartnerShape.ts"

/** Passes the response to the listener of {@link withResponse}. */
const notify = (read: Read): Effect.Effect<void> => Effect.map(ResponseListener, (listen) => listen?.(responseOf(read)))

const method =
  (core: ClientCore, organization: string | undefined) =>
  (operation: Operation, call: MethodCall): unknown => {
    const { options } = call
    const context = () => ({ organization, options, progress: { attempts: 0 } })
    if (!operation.metadata.paginated) {
      return Effect.suspend(() => core.call(operation, call, context())).pipe(
        Effect.tap(notify),
        Effect.map(({ data }) => data)
      )
    }
    const fetched = (step: Effect.Effect<PageResult, ClientError>): Effect.Effect<Fetched<unknown>, ClientError> =>
      step.pipe(
        Effect.tap(({ read }) => notify(read)),
        Effect.map(({ next, page }) => ({
          page,
          next: next === undefined ? undefined : fetched(Effect.suspend(() => next(context())))
        }))
      )
    return listing(fetched(Effect.suspend(() => firstPage(core, operation, call, context()))))
  }

/** The method that follows a feed. */
const follow =
  (core: ClientCore, organization: string | undefined) =>
  (operation: Operation, call: MethodCall): Stream.Stream<FeedPage<unknown>, ClientError> => {
    const context = () => ({ organization, options: call.options, progress: { attempts: 0 } })
    return Stream.paginate(Option.none<string>(), (cursor) =>
      Effect.suspend(() => followedPage(core, operation, call, Option.getOrUndefined(cursor), context())).pipe(
        Effect.tap(({ read }) => notify(read)),
        Effect.map(({ page }) => [[page], Option.some(Option.some(page.cursor))] as const)
      )
    )
  }

/** A method of files. */
const fileMethod =
  (core: ClientCore, organization: string | undefined) =>
  (operation: Operation, call: FileCall): unknown =>
    Effect.suspend(() =>
      core.file(operation, call, { organization, options: call.options, progress: { attempts: 0 } })
    ).pipe(
      Effect.tap(notify),
      Effect.map(({ data }) => data)
    )

/** The method `request`. */
const requestMethod =
  (core: ClientCore, organization: string | undefined, defaults: CallDefaults) =>
  (method: RequestMethod, path: string, given: RequestOptions = {}): Effect.Effect<unknown, ClientError> =>
    Effect.suspend(() => {
      const options = mergeOptions(defaults.options, given)
      return core.request(method, path, { organization, options, progress: { attempts: 0 } })
    }).pipe(
      Effect.tap(notify),
      Effect.map(({ data }) => data)
    )

/** The options that come from the environment here. */
const ofEnvironment = ["fetch", "clock", "dangerouslyAllowBrowser"]
const optionNames = clientOptionNames.filter((name) => !ofEnvironment.includes(name))

/** Makes the service. */
export const partnerOver = Effect.fnUntraced(function* (
  operations: ReadonlyArray<Operation>,
  options: RedactableOptions
) {
  const refuse = (message: string) =>
    clientError({ tag: "InvalidConfiguration", message, outcome: "not_sent" }, { operation: undefined, attempts: 0 })
  const unknown = unknownOption(options, optionNames, "Partner")
  if (unknown !== undefined) return yield* Effect.fail(refuse(unknown))
  const config = yield* Effect.mapError(Effect.fromResult(resolveConfig(options, operations)), ({ message }) =>
    refuse(message)
  )
  const core = yield* makeClientCore(operations, config, httpClientTransport(yield* HttpClient.HttpClient))
  const scoped = operations.filter(isScoped)
  const shapeWith = (defaults: CallDefaults): PartnerShape =>
    asDeclared<PartnerShape>(operations, {
      ...withFiles(
        methodsOf(operations, defaults, method(core, config.organization), follow(core, config.organization)),
        operations,
        defaults,
        fileMethod(core, config.organization)
      ),
      request: requestMethod(core, config.organization, defaults),
      organization: (id: string): OrganizationShape =>
        asDeclared<OrganizationShape>(scoped, {
          ...withFiles(
            methodsOf(scoped, defaults, method(core, id), follow(core, id)),
            scoped,
            defaults,
            fileMethod(core, id)
          ),
          request: requestMethod(core, id, defaults)
        }),
      // Wrong defaults fail each call: nothing is thrown here.
      withOptions: (more: unknown) => shapeWith(nextDefaults(defaults, more, config)),
      forgetTokens: core.forgetTokens
    })
  return shapeWith(noDefaults)
})
