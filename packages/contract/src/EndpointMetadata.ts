/**
 * The facts about an endpoint beside its shapes. Declared once with the endpoint; the server's authentication, the client's
 * retries, the agents' tools, the OpenAPI document and the guides read it from there.
 *
 * Nothing else enumerates endpoints: see `Reflection.ts`.
 */
import { attachmentFormats } from "@partner-api/domain/AttachmentFormat"
import { type Deprecation, deprecationSentence } from "@partner-api/domain/Deprecation"
import type { Permission } from "@partner-api/domain/Permission"
import { type Access, isTokenOptional } from "@partner-api/domain/Token"
import * as Context from "effect/Context"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/**
 * The way in which a request may be repeated after a failure:
 * `safe` changes nothing, `idempotent` sets a value and may be sent again, `idempotency-key` makes something and may be sent again only
 * with the same `Idempotency-Key`, and `never` is not sent again by programs: its answer shows something once.
 */
export type RetryClass = "safe" | "idempotent" | "idempotency-key" | "never"

export interface EndpointMetadataShape {
  /** The effect of the endpoint, as a sentence for readers and agents. */
  readonly title: string
  /** More about it: what it is for, and what a reader should know before using it. */
  readonly description: string
  /** The level, permission or right that the token needs. */
  readonly access: Access
  /** The name of the capability when the specification does not have this endpoint; `undefined` when it does. */
  readonly extension: string | undefined
  /** The names of capabilities that members of its bodies are, so that other servers can leave them out. */
  readonly offers?: ReadonlyArray<string>
  readonly paginated: boolean
  /** Whether the list is a feed: it goes on, so its pages have a cursor at the end too. */
  readonly isFeed?: true
  /** The parameters that filter a list. They are an extension of their own, also of a list that the specification has. */
  readonly filters?: ReadonlyArray<string>
  readonly retry: RetryClass
  /** The member of the answer that is shown once: it is not stored with the answer, and the replay of an answer lacks it. */
  readonly shownOnce?: string
  /**
   * A JSON body that may be left out (extension). The handler reads it, because a declared payload is one that must be there. The API
   * lists it among its additional schemas.
   */
  readonly optionalBody?: Schema.Top
  /** The schema of each line of its answer, where that is records in lines (NDJSON), without a bound on their number. The API lists it among its additional schemas. */
  readonly line?: Schema.Top
  /** Whether the body of its request or of its answer is a file, whose bytes pass through as they are. */
  readonly file?: "request" | "answer"
  /**
   * The command of the program `partner` that does the same, with the values of the examples; `{name}` stands for a parameter of the path.
   * A test runs it.
   */
  readonly command?: string
  /** Whether its answer stays as it is while the service runs: it has an `ETag`, and 304 for those who have it already. */
  readonly isStatic?: true
  /** Since when and until when the endpoint is deprecated, and what replaces it; absent where it stays. */
  readonly deprecated?: Deprecation
  /** Whether it takes client credentials or hands out tokens: the business of a client library, not of those who use one. */
  readonly credentials?: true
}

/** The annotation that carries the metadata. */
export class EndpointMetadata extends Context.Service<EndpointMetadata, EndpointMetadataShape>()(
  "@partner-api/contract/EndpointMetadata"
) {}

/** Whether the client library has a method of its own for an endpoint: credentials are the library's business, and files have methods of another form. */
export const hasMethod = ({ credentials, file }: EndpointMetadataShape): boolean =>
  credentials !== true && file === undefined

/** Permissions of which one is enough, as a sentence names them. */
export const oneOf = (permissions: ReadonlyArray<Permission>): string =>
  permissions.map((permission) => `\`${permission}\``).join(" or ")

/** The requirements of an endpoint for the token, as a sentence. */
const need = (access: Access): string => {
  switch (access.level) {
    case "public":
      return "Needs no token."
    case "primary":
      if (isTokenOptional(access)) return "Takes a primary token, or none."
      return access.right === undefined
        ? "Needs a primary token."
        : `Needs a primary token of a client with the right \`${access.right}\`.`
    case "scoped": {
      const view = access.isEmployers === true ? ", of a grant that is not bound to an agency" : ""
      return access.anyOf.length === 0
        ? `Needs a token for the organization${view}.`
        : `Needs a token for the organization with the permission ${oneOf(access.anyOf)}${view}.`
    }
    case "credentials":
      return "Takes the client id and the client secret by HTTP Basic; a token is refused."
    case "operator":
      return `Needs the session of an operator with the role \`${access.role}\`.`
  }
}

/** That an endpoint is deprecated, as a sentence; none where it stays. */
export const deprecationTexts = ({ deprecated }: EndpointMetadataShape): ReadonlyArray<string> =>
  deprecated === undefined ? [] : [deprecationSentence(deprecated)]

/** A body that may be left out, in the form of the OpenAPI document. */
const toRequestBody = ({ ast }: Schema.Top) => ({
  required: false,
  content: {
    "application/json": { schema: { $ref: `#/components/schemas/${SchemaAST.resolveIdentifier(ast) ?? ""}` } }
  },
  "x-extension": true
})

/** The body that is a file, in the form of the OpenAPI document. */
const toFileBody = () => ({
  required: true,
  content: Object.fromEntries(
    attachmentFormats.map(({ mediaType }) => [mediaType, { schema: { type: "string", format: "binary" } }])
  ),
  "x-extension": true
})

/** The annotations of an endpoint: its metadata, and their text in the OpenAPI document. */
export const metadata = (shape: EndpointMetadataShape) =>
  Context.merge(
    Context.make(EndpointMetadata, shape),
    OpenApi.annotations({
      summary: shape.title,
      description: [shape.description, ...deprecationTexts(shape), need(shape.access)].join(" "),
      override: {
        ...(shape.deprecated === undefined ? {} : { deprecated: true }),
        ...(shape.extension === undefined ? {} : { "x-extension": true }),
        ...(shape.optionalBody === undefined ? {} : { requestBody: toRequestBody(shape.optionalBody) }),
        ...(shape.file === "request" ? { requestBody: toFileBody() } : {})
      }
    })
  )
