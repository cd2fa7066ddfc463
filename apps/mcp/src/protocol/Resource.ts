/**
 * A resource: a text that a client reads without a tool, at a fixed URI or for each URI of a template.
 *
 * Tools answer the same, because many clients support only tools. Text of the platform is cleaned as in the answers of tools.
 */
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { CallLimit } from "./tool/CallLimit.ts"
import { type Completer, completionsOf } from "./Completion.ts"
import { kindOf, logEvent } from "./Log.ts"
import { cleanText } from "./answer/PlatformText.ts"
import { CurrentPrincipal, holds, type Principal } from "./Principal.ts"
import type { ToolFailure } from "./tool/ToolFailure.ts"

interface ResourceMetadata {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  readonly scopes?: ReadonlyArray<string>
}

/** A text at one address. */
export interface StaticResource<out R> extends ResourceMetadata {
  readonly uri: string
  readonly read: (principal: Principal) => Effect.Effect<string, ToolFailure, R>
}

/** A text for each address of a template such as `partner://organizations/{organization_id}/jobs`. */
export interface TemplateResource<out R> extends ResourceMetadata {
  readonly uriTemplate: string
  readonly read: (
    parameters: Readonly<Record<string, string>>,
    principal: Principal
  ) => Effect.Effect<string, ToolFailure, R>
  readonly complete?: Readonly<Record<string, Completer<R>>>
}

export type Resource<R> = StaticResource<R> | TemplateResource<R>

const contents = (uri: string, mimeType: string, text: string) =>
  McpSchema.ReadResourceResult.make({ contents: [{ uri, mimeType, text: cleanText(text) }] })

/** A failure that may pass is an internal error; any other, such as an unknown id, is a wrong parameter. */
const explained = (failure: ToolFailure): McpSchema.InvalidParams | McpSchema.InternalError =>
  failure.outcome === "unknown" || failure.retryable
    ? new McpSchema.InternalError({ message: cleanText(failure.message) })
    : new McpSchema.InvalidParams({ message: cleanText(failure.message) })

const internal = new McpSchema.InternalError({ message: "The resource could not be read; the server's log says why." })

const guarded = <A, R>(name: string, read: Effect.Effect<A, ToolFailure, R>) =>
  Effect.catchCause(read, (cause): Effect.Effect<never, McpSchema.InvalidParams | McpSchema.InternalError> => {
    if (Cause.hasInterrupts(cause)) return Effect.interrupt
    const failure = cause.reasons.find(Cause.isFailReason)
    const defect = cause.reasons.find(Cause.isDieReason)
    return failure !== undefined && defect === undefined
      ? Effect.fail(explained(failure.error))
      : Effect.andThen(logEvent("resource_defect", { name, kind: kindOf(defect?.defect) }), Effect.fail(internal))
  })

const parameterPattern = /\{([A-Za-z0-9_]+)\}/g

/** The services of a registration that only principals with one of the scopes see. */
const gatedServices = (scopes: ReadonlyArray<string> | undefined) =>
  Effect.provide(
    Effect.context<never>(),
    McpServer.visibility(() => Effect.map(CurrentPrincipal, (principal) => holds(principal, scopes ?? []))).layer
  )

/** The name under which reads of a resource count. */
const readsOf = (name: string): string => `resources/read ${name}`

const registerStatic = <R>(resource: StaticResource<R>, limit: CallLimit) =>
  Effect.gen(function* () {
    const server = yield* McpServer.McpServer
    const services = yield* Effect.context<R>()
    const { uri, name, title, description, mimeType } = resource
    yield* server.addResource({
      resource: new McpSchema.Resource({ uri, name, title, description, mimeType }),
      annotations: Context.empty(),
      services: yield* gatedServices(resource.scopes),
      handle: Effect.flatMap(CurrentPrincipal, (principal) =>
        limit(principal, readsOf(name), resource.read(principal))
      ).pipe(
        Effect.map((text) => contents(uri, mimeType, text)),
        (read) => guarded(name, read),
        Effect.catchTag("InvalidParams", ({ message }) => Effect.fail(new McpSchema.InternalError({ message }))),
        Effect.provideContext(services)
      )
    })
  })

const registerTemplate = <R>(resource: TemplateResource<R>, limit: CallLimit) =>
  Effect.gen(function* () {
    const server = yield* McpServer.McpServer
    const services = yield* Effect.context<R>()
    const { uriTemplate, name, title, description, mimeType } = resource
    const names = [...uriTemplate.matchAll(parameterPattern)].map(([, parameter = ""]) => parameter)
    let place = 0
    // A colon begins a parameter of the router, so one of the address is doubled; parameters are numbered.
    const routerPath = uriTemplate.replaceAll(":", "::").replaceAll(parameterPattern, () => `:${place++}`)
    yield* server.addResourceTemplate({
      template: new McpSchema.ResourceTemplate({ uriTemplate, name, title, description, mimeType }),
      annotations: Context.empty(),
      services: yield* gatedServices(resource.scopes),
      routerPath,
      completions: completionsOf(resource.complete ?? {}, limit, services),
      handle: (uri, values) =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          limit(
            principal,
            readsOf(name),
            resource.read(Object.fromEntries(names.map((parameter, at) => [parameter, values[at] ?? ""])), principal)
          )
        ).pipe(
          Effect.map((text) => contents(uri, mimeType, text)),
          (read) => guarded(name, read),
          Effect.provideContext(services)
        )
    })
  })

/** Registers a resource. */
export const registerResource = <R>(
  resource: Resource<R>,
  limit: CallLimit
): Effect.Effect<void, never, McpServer.McpServer | R> =>
  "uri" in resource ? registerStatic(resource, limit) : registerTemplate(resource, limit)
