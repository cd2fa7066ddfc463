/**
 * The operator's API as types, read from the contract: what each operation takes, and what it answers, as they go over the wire. Types
 * only: nothing of the contract is in the page.
 */
import type { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import type * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type * as Schema from "effect/Schema"

type Groups = (typeof OperatorApi)["groups"]

/** Every endpoint by its group and name, as `requests.list`. */
type Endpoints = {
  [Group in keyof Groups]: {
    [Name in keyof Groups[Group]["endpoints"]]: {
      readonly id: `${Group & string}.${Name & string}`
      readonly declaration: Groups[Group]["endpoints"][Name]
    }
  }[keyof Groups[Group]["endpoints"]]
}[keyof Groups]

/** The name of an operation. */
export type OperationId = Endpoints["id"]

type Declared<Id extends OperationId> = Extract<Endpoints, { readonly id: Id }>["declaration"]

/** The wire side of a schema, below what the contract wraps around it. */
type Wire<S> =
  S extends HttpApiSchema.WithHeaders<infer Body, infer _Headers>
    ? Wire<Body>
    : S extends { readonly schema: infer Inner extends Schema.Top }
      ? Inner["Encoded"]
      : S extends Schema.Top
        ? S["Encoded"]
        : never

type Part<Name extends string, S> = [S] extends [never]
  ? { readonly [_ in Name]?: never }
  : { readonly [_ in Name]: Wire<S> }

/** The input of an operation. */
export type Input<Id extends OperationId> = Part<"params", Declared<Id>["~Params"]> &
  Part<"query", Declared<Id>["~Query"]> &
  Part<"payload", Declared<Id>["~Payload"]>

/** The answer of an operation. */
export type Answer<Id extends OperationId> = Wire<Declared<Id>["~Success"]>

/** The operations that answer with a page of a list. */
export type ListId = {
  [Id in OperationId]: Answer<Id> extends { readonly content: ReadonlyArray<unknown> } ? Id : never
}[OperationId]

/** An item of a list. */
export type Item<Id extends ListId> = Answer<Id> extends { readonly content: ReadonlyArray<infer One> } ? One : never

/** The filters of a list, as they stand in the address of the page: texts, which the server judges. */
export type ListInput<Id extends ListId> = Part<"params", Declared<Id>["~Params"]> & {
  readonly query: { readonly [_ in Exclude<keyof Wire<Declared<Id>["~Query"]>, "cursor">]?: string | undefined }
}
