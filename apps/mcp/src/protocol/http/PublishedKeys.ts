/**
 * Fetches the keys that an issuer publishes, within a limit of size. `IssuerKeys` decides when to fetch and how long to wait.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Jose from "jose"

/** Finds the key of a token, among the keys of one answer. */
export type KeySet = ReturnType<typeof Jose.createLocalJWKSet>

/** Why there are no keys. */
export class KeysFault extends Data.TaggedError("KeysFault")<{ readonly cause: unknown }> {}

/** A key takes some 500 bytes, its certificates a few thousand: room for tens of keys, and nothing that fills the memory. */
const answerBytesMax = 262_144

const Metadata = Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String })
const isMetadata = Schema.is(Metadata)

/** The addresses at which an issuer publishes its metadata (RFC 8414, 3.1; OpenID Connect Discovery, 4). */
const metadataUrls = (issuer: string): ReadonlyArray<string> => {
  const url = new URL(issuer)
  const path = url.pathname.replace(/\/$/, "")
  return [
    `${url.origin}/.well-known/oauth-authorization-server${path}`,
    `${url.origin}${path}/.well-known/openid-configuration`
  ]
}

/** The text of a body; undefined when it is too large. What is left of that one is not read. */
const readText = async (body: ReadableStream<Uint8Array> | null): Promise<string | undefined> => {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ""
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > answerBytesMax) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const fetchJson = (url: string): Effect.Effect<unknown, KeysFault> =>
  Effect.map(
    Effect.tryPromise({
      try: async (signal) => {
        const answer = await fetch(url, { redirect: "error", headers: { accept: "application/json" }, signal })
        return answer.ok ? await readText(answer.body) : undefined
      },
      catch: (cause) => new KeysFault({ cause })
    }),
    (text) => Option.getOrUndefined(parse(text))
  )

const discover = (issuer: string): Effect.Effect<string, KeysFault> =>
  Effect.firstSuccessOf(
    metadataUrls(issuer).map((url) =>
      Effect.flatMap(fetchJson(url), (metadata) =>
        isMetadata(metadata) && metadata.issuer === issuer && URL.canParse(metadata.jwks_uri)
          ? Effect.succeed(metadata.jwks_uri)
          : Effect.fail(new KeysFault({ cause: "these are no metadata of the issuer" }))
      )
    )
  )

const isKeySet = Schema.is(Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) }))

/** Fetches the keys of an issuer. Without `jwksUrl` the issuer's metadata have their address. */
export const fetchPublishedKeys = (options: {
  readonly issuer: string
  readonly jwksUrl?: string | undefined
}): Effect.Effect<KeySet, KeysFault> =>
  (options.jwksUrl === undefined ? discover(options.issuer) : Effect.succeed(options.jwksUrl)).pipe(
    Effect.flatMap(fetchJson),
    Effect.filterOrFail(isKeySet, () => new KeysFault({ cause: "these are no keys of an issuer" })),
    Effect.flatMap(({ keys }) =>
      Effect.try({
        try: () => Jose.createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) }),
        catch: (cause) => new KeysFault({ cause })
      })
    )
  )
