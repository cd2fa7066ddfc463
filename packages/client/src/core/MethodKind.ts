/**
 * The types by which one interface of methods serves both entries: a kind names what an entry returns for a call, a list and a feed.
 *
 * Types only. The kinds themselves are beside the clients: `promise/PartnerClient.ts` and `effect/PartnerShape.ts`.
 */

/** The return types of the entries. Its members refer to `this["data"]` and `this["end"]`, which a method fills in. */
export interface MethodKind {
  /** The data of an answer, or the item of a list. */
  readonly data: unknown
  /** The members of a page of a list besides its items. */
  readonly end: unknown
  /** A call that gives `data`. */
  readonly call: unknown
  /** A list of `data`. */
  readonly list: unknown
  /** A feed of `data` that is followed. */
  readonly follow: unknown
}

/** A call of a kind. */
export type CallOf<Kind extends MethodKind, Data> = (Kind & { readonly data: Data })["call"]

/** A list of a kind. */
export type ListOf<Kind extends MethodKind, Item, End = unknown> = (Kind & {
  readonly data: Item
  readonly end: End
})["list"]

/** A feed of a kind that is followed. */
export type FollowOf<Kind extends MethodKind, Item> = (Kind & { readonly data: Item })["follow"]
