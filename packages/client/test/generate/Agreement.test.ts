/**
 * The written types and the contract agree (design, style rule 7): what the contract sends fits the written types, what the written
 * types allow to be sent fits the contract, and neither has a member that the other lacks.
 *
 * The compiler does the work: a difference is an error in this file that names the endpoint. The list of endpoints is written with
 * the types, and compared with the contract here.
 */
import { hasMethod } from "@partner-api/contract/EndpointMetadata"
import type { PartnerApi } from "@partner-api/contract/Api"
import { endpoints } from "@partner-api/contract/Endpoints"
import type * as WireErrors from "@partner-api/contract/WireErrors"
import { assert, describe, it } from "@effect/vitest"
import type * as HttpApiSchema from "effect/http-api/HttpApiSchema"

import type { Json } from "../../src/core/Model.ts"
import { type Answers, endpointIds, type Failures, type Requests } from "./ModelTypes.ts"

type Groups = (typeof PartnerApi)["groups"]

/** The endpoint of the contract that is called so. */
type Endpoint<Id> = Id extends `${infer Group extends keyof Groups & string}.${infer Name}`
  ? Name extends keyof Groups[Group]["endpoints"]
    ? Groups[Group]["endpoints"][Name]
    : never
  : never

/** The wire side of a schema of the contract, as an endpoint declares it. */
type Wire<S> =
  S extends HttpApiSchema.WithHeaders<infer Body, infer _Headers>
    ? Wire<Body>
    : S extends { readonly Encoded: infer Encoded }
      ? Encoded extends string
        ? string
        : Encoded
      : never
type Answered<Id> = Endpoint<Id> extends { readonly "~Success": infer S } ? Wire<S> : never
type Requested<Id> = Endpoint<Id> extends { readonly "~Payload": infer S } ? Wire<S> : never

/** The members of a type, which of them are optional, and of what kind they are; choices are text like any other. */
type Shape<T> = [Json] extends [T]
  ? "json"
  : T extends string
    ? "text"
    : T extends number
      ? "number"
      : T extends boolean | null | undefined
        ? T
        : T extends ReadonlyArray<infer Item>
          ? readonly [Shape<Item>]
          : { readonly [Key in keyof T]-?: readonly [{} extends Pick<T, Key> ? "optional" : "always", Shape<T[Key]>] }

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** What a program gives as it is written on the wire: a date is text. */
type Written<T> = [Json] extends [T]
  ? T
  : T extends Date
    ? never
    : T extends string | number | boolean | null | undefined
      ? T
      : T extends ReadonlyArray<infer Item>
        ? ReadonlyArray<Written<Item>>
        : { readonly [Key in keyof T]: Written<T[Key]> }

/** Whether what is `sent` can be taken for `expected`, and nothing is missing on either side. */
type Fits<Sent, Expected> = [Sent] extends [never]
  ? false
  : [Sent] extends [Expected]
    ? Same<Shape<Sent>, Shape<Expected>>
    : false

type WithoutFit<Fitting> = { [Key in keyof Fitting]: Fitting[Key] extends true ? never : Key }[keyof Fitting]

/** True when nothing is left over; else what is. */
type None<Left> = [Left] extends [never] ? true : Left

const agreement: {
  readonly answers: None<WithoutFit<{ [Id in keyof Answers]: Fits<Answered<Id>, Answers[Id]> }>>
  readonly requests: None<WithoutFit<{ [Id in keyof Requests]: Fits<Written<Requests[Id]>, Requested<Id>> }>>
  readonly failures: None<
    WithoutFit<{ [Tag in keyof Failures]: Fits<(typeof WireErrors)[Tag]["Encoded"], Failures[Tag]> }>
  >
  /** Every endpoint of the list has an answer, and the ones with a body have a request. */
  readonly unanswered: None<Exclude<(typeof endpointIds)[number], keyof Answers>>
  readonly unrequested: None<
    Exclude<
      {
        [Id in (typeof endpointIds)[number]]: [Requested<Id>] extends [never] ? never : Id
      }[(typeof endpointIds)[number]],
      keyof Requests
    >
  >
} = { answers: true, requests: true, failures: true, unanswered: true, unrequested: true }

describe("the written types", () => {
  it("are compared with the contract for each endpoint that partners call", () => {
    assert.sameMembers(
      [...endpointIds],
      endpoints.filter(({ metadata }) => hasMethod(metadata)).map(({ id }) => id)
    )
    assert.deepStrictEqual(Object.values(agreement), [true, true, true, true, true])
  })

  it("are distinguished from types that do not fit", () => {
    // What the comparison itself must find: each of these is an error of the compiler when it finds nothing.
    const found: readonly [
      Fits<{ readonly a: string }, { readonly a: string; readonly b?: string }>,
      Fits<{ readonly a: string; readonly b: string }, { readonly a: string }>,
      Fits<{ readonly a?: string }, { readonly a: string }>,
      Fits<{ readonly a: string }, { readonly a?: string }>,
      Fits<{ readonly a: "x" | "y" }, { readonly a: "x" }>,
      Fits<ReadonlyArray<{ readonly a: string }>, ReadonlyArray<{ readonly a: string | null }>>,
      Fits<never, string>
    ] = [false, false, false, false, false, false, false]
    assert.notInclude(found, true)
  })
})
