/**
 * The server over Streamable HTTP: one address for the protocol, one for its health, and where clients learn of tokens.
 *
 * It listens on 127.0.0.1 by default, and on other addresses only with tokens of an issuer.
 */
import * as Http from "node:http"
import { idleSecondsDefault } from "@partner-api/contract/IdleConnections"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as McpServer from "effect/ai/McpServer"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Authenticate, type Authorization, openAuthentication, tokenAuthentication } from "./Authorization.ts"
import { endDoubtfulOf } from "./HttpFraming.ts"
import { guarded, mcpPath } from "./HttpGuard.ts"
import { healthPath, isLoopback, ownOrigins } from "./HttpOrigin.ts"
import { issuerAuthentication } from "./IssuerTokens.ts"
import { logEvent } from "../Log.ts"
import { protocols } from "../Revisions.ts"
import { registrations, type ServerDefinition } from "../ServerDefinition.ts"

export interface HttpSettings {
  /** The default is `127.0.0.1`. */
  readonly host?: string
  /** 0 takes any free port. */
  readonly port: number
  /** The address that clients use, without a path, if it differs from the one the server listens on. */
  readonly publicUrl?: string
  /** More names in the header Host, such as a proxy or a service of a cluster uses. Ports are ignored. */
  readonly allowedHosts?: ReadonlyArray<string>
  /** Pages that may call the server, as origins. */
  readonly allowedOrigins?: ReadonlyArray<string>
  readonly authorization: Authorization
}

/** Why the server does not start: what is wrong, and what to do. */
export class HttpSettingsError extends Data.TaggedError("HttpSettingsError")<{
  readonly message: string
  readonly remedy: string
}> {}

/** RFC 9728, 3.1: the well-known address goes before the path of the resource. */
const metadataPath = `/.well-known/oauth-protected-resource${mcpPath}`

/** A request whose headers or body do not arrive in this time is cut. Answers may take longer: they may be streams. */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
/** As much as the platform itself takes. */
const headerBytesMax = 16_384
const connectionsMax = 1_000
/** The time that requests under way have when the server stops. */
const gracefulStopMs = 2_000

const createServer = (): Http.Server => {
  const server = Http.createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleSecondsDefault * 1_000
  })
  server.maxConnections = connectionsMax
  endDoubtfulOf(server)
  return server
}

const listen = (host: string, port: number) =>
  Layer.effect(
    HttpServer.HttpServer,
    Effect.gen(function* () {
      const server = createServer()
      const listening = yield* Effect.mapError(
        NodeHttpServer.make(() => server, { host, port, gracefulShutdownTimeout: gracefulStopMs }),
        () =>
          new HttpSettingsError({
            message: `The server cannot listen on ${host}:${port}.`,
            remedy: "Stop what listens there, or choose another port."
          })
      )
      yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
      return listening
    })
  )

const authenticationOf = (authorization: Authorization): Effect.Effect<Authenticate, never, Scope.Scope> => {
  switch (authorization.kind) {
    case "issuer":
      return issuerAuthentication(authorization)
    case "token":
      return Effect.succeed(tokenAuthentication(authorization.token))
    case "open":
      return Effect.succeed(openAuthentication)
  }
}

const json = (body: unknown) => HttpServerResponse.jsonUnsafe(body, { headers: { "cache-control": "no-store" } })

/** A browser must not guess another media type. */
const unsniffed = HttpServerResponse.setHeader("x-content-type-options", "nosniff")

/** The metadata that a client needs to get a token (RFC 9728). */
const metadataRoutes = (authorization: Authorization, url: string) =>
  authorization.kind === "issuer"
    ? HttpRouter.add(
        "GET",
        metadataPath,
        json({
          resource: `${url}${mcpPath}`,
          authorization_servers: [authorization.issuer],
          scopes_supported: authorization.scopes,
          bearer_methods_supported: ["header"]
        })
      )
    : Layer.empty

const portOf = ({ address }: HttpServer.HttpServer["Service"]): number => ("port" in address ? address.port : 0)

const routes = <R>(
  definition: ServerDefinition<R>,
  settings: HttpSettings,
  more: Layer.Layer<never, never, McpServer.McpServer>
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const server = yield* HttpServer.HttpServer
      const { host = defaultHost, publicUrl, allowedHosts, allowedOrigins, authorization } = settings
      const place = { host, port: portOf(server), publicUrl, allowedHosts, allowedOrigins }
      const url = publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${place.port}`
      const guard = guarded({
        place,
        authenticate: yield* authenticationOf(authorization),
        challenge:
          authorization.kind === "issuer"
            ? { metadataUrl: `${url}${metadataPath}`, scopes: authorization.scopes }
            : undefined,
        tools: definition.tools
      })
      return Layer.mergeAll(
        McpServer.layerHttp({
          name: definition.name,
          version: definition.version,
          instructions: definition.instructions,
          path: mcpPath,
          protocols,
          allowedOrigins: ownOrigins(place),
          allowSessionTermination: true,
          registrations: Layer.merge(registrations(definition), more)
        }),
        HttpRouter.add("GET", healthPath, json({ status: "ok", name: definition.name, version: definition.version })),
        metadataRoutes(authorization, url),
        HttpRouter.middleware((handle) => Effect.map(guard(handle), unsniffed), { global: true }),
        Layer.effectDiscard(logEvent("started", { address: `${url}${mcpPath}` }))
      )
    })
  )

const defaultHost = "127.0.0.1"

/** Paths are matched exactly. */
const routerConfig = { ignoreTrailingSlash: false, ignoreDuplicateSlashes: false, caseSensitive: true }

const problemOf = ({ host = defaultHost, publicUrl, authorization }: HttpSettings): HttpSettingsError | undefined => {
  if (publicUrl !== undefined && !URL.canParse(publicUrl)) {
    return new HttpSettingsError({
      message: "The public address is no URL.",
      remedy: "Give it with its scheme, such as https://tools.example.com."
    })
  }
  if (authorization.kind === "issuer") {
    const urls = [authorization.issuer, ...(authorization.jwksUrl === undefined ? [] : [authorization.jwksUrl])]
    return urls.every((url) => URL.canParse(url))
      ? undefined
      : new HttpSettingsError({
          message: "The issuer, or the address of its keys, is no URL.",
          remedy: "Give it with its scheme, exactly as it stands in the tokens."
        })
  }
  return isLoopback(host)
    ? undefined
    : new HttpSettingsError({
        message: `Without an issuer of tokens the server listens on this machine only, not on ${host}.`,
        remedy: "Set an issuer and an audience, or listen on 127.0.0.1."
      })
}

const refuseSettings = (settings: HttpSettings) => {
  const problem = problemOf(settings)
  return problem === undefined ? Layer.empty : Layer.effectDiscard(Effect.fail(problem))
}

/** Serves until it is interrupted. `HttpServer` has the address that it listens on. */
export const layerHttp = <R>(
  definition: ServerDefinition<R>,
  settings: HttpSettings,
  more: Layer.Layer<never, never, McpServer.McpServer> = Layer.empty
) =>
  HttpRouter.serve(routes(definition, settings, more), {
    routerConfig,
    disableLogger: true,
    disableListenLog: true
  }).pipe(
    Layer.provideMerge(listen(settings.host ?? defaultHost, settings.port)),
    Layer.provide(NodeHttpServer.layerHttpServices),
    Layer.provide(refuseSettings(settings))
  )
