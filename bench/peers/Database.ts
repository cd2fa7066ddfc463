/**
 * What the peers need of a database, whichever engine it is. Rows come as arrays: the fastest way out of both drivers.
 */
import type { Soon } from "./Soon.ts"
import type { StatementName } from "./Statements.ts"

export type Row = Readonly<Record<number, unknown>>

/** A range of the jobs of an organization, `count` of them after an identifier. */
export type ReadPage = (organizationId: string, after: string, count: number) => Soon<ReadonlyArray<Row>>

/** The values of a statement. */
export type Values = ReadonlyArray<string | number | null>

/** A statement, and its values. Where its rows are not needed, the next one is sent without waiting for it. */
type Step = readonly [name: StatementName, values: Values, needed?: "no rows"]

/** The work of a transaction: it yields statements, one after the other, and is given the rows of each. */
export type Steps<A> = Generator<Step, A, ReadonlyArray<Row>>

export interface Database {
  /** The secret that signs cursors. */
  readonly cursorSecret: string
  /** Whether transactions run beside each other, and lock what they change. */
  readonly isShared: boolean
  /** Client, organization, expiry and permissions of a token. */
  readonly findToken: (digest: string) => Soon<Row | undefined>
  /** The rows of a statement that only reads. */
  readonly read: (name: StatementName, values: Values) => Soon<ReadonlyArray<Row>>
  /** The rows of one statement that writes: a transaction of its own. */
  readonly write: (name: StatementName, values: Values) => Soon<ReadonlyArray<Row>>
  /** The members of each job as columns, in the order of `members`. */
  readonly columnPage: ReadPage
  /** Takes all steps as one transaction. */
  readonly transaction: <A>(steps: Steps<A>) => Soon<A>
}
