/**
 * The members of a declaration that every kind of endpoint has. The kinds (`List.ts`, `Read.ts`, `Write.ts`) add what
 * all of their endpoints share: middleware, headers, common errors, paging and retry class.
 *
 * An endpoint of no kind, such as a token endpoint, is an `HttpApiEndpoint` with its own `metadata`.
 */
import type { Deprecation } from "@partner-api/domain/Deprecation"
import type { Permission } from "@partner-api/domain/Permission"
import type { Access } from "@partner-api/domain/Token"
import type * as Schema from "effect/Schema"
import { type EndpointMetadataShape, metadata } from "../EndpointMetadata.ts"

/** Access with a token for the organization that has one of these permissions; without any, with every such token. */
export const scoped = (...anyOf: ReadonlyArray<Permission>): Access => ({
  level: "scoped",
  anyOf
})

/** The same for the employer alone: a grant that is bound to an agency is refused. */
export const employers = (...anyOf: ReadonlyArray<Permission>): Access => ({
  level: "scoped",
  anyOf,
  isEmployers: true
})

/** The parameters of a path, or the headers of a request: their schemas decode texts. */
export type PathParameters = Record<string, Schema.Encoder<string | undefined, unknown>>

/** The parameters of a query: their schemas decode a text, or the texts of a parameter that repeats. */
export type QueryParameters = Record<string, Schema.Encoder<string | ReadonlyArray<string> | undefined, unknown>>

/** The endpoint's own members, beside its name, its path and its schemas. */
export interface Declaration {
  readonly title: string
  readonly description: string
  readonly access: Access
  /** The name of the capability when the specification does not have this endpoint. */
  readonly extension?: string
  /** The names of the capabilities that some members of its bodies are. */
  readonly offers?: ReadonlyArray<string>
  /** The command of the program `partner` that does the same. */
  readonly command?: string
  /** Since when and until when the endpoint is deprecated, and what replaces it. */
  readonly deprecated?: Deprecation
  /** The member of the answer that is shown once, such as a secret. */
  readonly shownOnce?: string
  /** Whether the body of the request or of the answer is a file. */
  readonly file?: "request" | "answer"
  /** The schema of each line of the answer, where that is records in lines. */
  readonly line?: Schema.Top
}

/** The metadata of a declaration of some kind. */
export const metadataOf = (
  { access, command, deprecated, description, extension, file, line, offers, shownOnce, title }: Declaration,
  kind: Pick<EndpointMetadataShape, "paginated" | "isFeed" | "filters" | "retry">
) =>
  metadata({
    title,
    description,
    access,
    extension,
    ...(offers === undefined ? {} : { offers }),
    ...(command === undefined ? {} : { command }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...kind,
    ...(shownOnce === undefined ? {} : { shownOnce, retry: "never" })
  })
