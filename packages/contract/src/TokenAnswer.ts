/**
 * The headers of every answer that holds a token: nobody may keep a copy (RFC 6749 §5.1).
 */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"

const description = "Nobody may keep a copy (RFC 6749 §5.1)"
const noStore = {
  "cache-control": Schema.Literal("no-store").annotate({ description }),
  pragma: Schema.Literal("no-cache").annotate({ description })
}

/** An answer that holds a token. */
export const tokenAnswer = <S extends Schema.Top>(token: S) => HttpApiSchema.WithHeaders(token, noStore)

/** Puts a token into its answer. */
export const withNoStore = <Token>(body: Token) =>
  HttpApiSchema.withHeaders({ body, headers: { "cache-control": "no-store", pragma: "no-cache" } as const })
