/**
 * The pages of a listener beside the endpoints of its API: documentation, console, favicon. They need no token.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type { Incoming } from "./Incoming.ts"
import type { Answering } from "./Stage.ts"

export interface Page {
  /** The path of the page, for GET and HEAD. A path that ends in `*` matches all addresses below it. */
  readonly path: string
  readonly answer: (incoming: Incoming) => Answering
}

/** A page whose answer is known at once. */
export const page = (path: string, answer: (incoming: Incoming) => HttpServerResponse): Page => ({
  path,
  answer: (incoming) => Effect.succeed(answer(incoming))
})

/** The pages of a listener; none by default. */
export const Pages = Context.Reference<ReadonlyArray<Page>>("@partner-api/service/Pages", { defaultValue: () => [] })

/** The layer of the pages of a listener. */
export const layerOf = <E, R>(pages: Effect.Effect<ReadonlyArray<Page>, E, R>) => Layer.effect(Pages, pages)
