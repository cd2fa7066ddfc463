/**
 * What the peers ask of a database, whichever engine it is. Rows come as arrays: the fastest way out of both drivers.
 */
import type { Soon } from "./Soon.ts"

export type Row = Readonly<Record<number, unknown>>

/** A range of the jobs of an organization, `count` of them after an identifier. */
export type ReadPage = (organizationId: string, after: string, count: number) => Soon<ReadonlyArray<Row>>

/** A user, ready to be stored. */
export interface StoredUser {
  readonly id: string
  readonly created_at: string
  readonly updated_at: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly status: string
}

export interface Database {
  /** The secret that signs cursors. */
  readonly cursorSecret: string
  /** Client, organization, expiry and permissions of a token. */
  readonly findToken: (digest: string) => Soon<Row | undefined>
  /** The members of each job as columns, in the order of `members`. */
  readonly columnPage: ReadPage
  /** The identifier and the stored JSON of each job. */
  readonly storedPage: ReadPage
  /** Adds a user and the journal's next entry, both or neither; false when the user exists. */
  readonly addUser: (
    organizationId: string,
    user: StoredUser,
    entry: { readonly id: string; readonly json: string }
  ) => Soon<boolean>
}
