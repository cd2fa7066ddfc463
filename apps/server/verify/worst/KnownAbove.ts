/**
 * Rows of the worst-case table that may take more than the bounds of the table, each with its own bound and the reason. A row that is not here has to
 * keep the bounds; an entry that no row needs any more is to be taken out.
 */
import type { Engine } from "../../test/worst/Measure.ts"

/** A bound of its own. What is absent is as for every row. */
export interface KnownAbove {
  readonly cpuMsMax?: number
  readonly pieceMsMax?: number
  /** How long a bystander may wait at p99 beside eight of them. */
  readonly p99MsMax?: number
  /** Where it holds; on both engines by default. */
  readonly engine?: Engine
  readonly reason: string
}

/** A filter that nothing meets passes 10,000 records: on SQLite in one statement, which reads each of them past its long text. */
const passesAll: KnownAbove = {
  cpuMsMax: 150,
  pieceMsMax: 150,
  p99MsMax: 20_000,
  engine: "SQLite",
  reason:
    "passes 10,000 large records in one statement: an index that covers the filters would read none of their texts"
}

/** The tokens of a client end together, up to 10,000 of them. */
const endsTokens: KnownAbove = {
  cpuMsMax: 400,
  pieceMsMax: 400,
  p99MsMax: 20_000,
  reason: "ends 10,000 tokens in one statement; a client needs 10,000 requests to have that many"
}

/** An agency with 1,000 recruiters is larger than a page, and read as one text. */
const largeAgency: KnownAbove = { pieceMsMax: 40, reason: "one agency with 1,000 recruiters takes 1 MB of JSON" }

/** A list that is answered whole, or entries that each have two lists of fees. */
const wholeAnswer: KnownAbove = { pieceMsMax: 30, reason: "decodes and encodes some hundred KB in one piece" }

/** By the id of the endpoint, or by that and the input: `partner jobs.list | no job has the status`. */
export const knownAbove: Readonly<Record<string, KnownAbove | undefined>> = {
  "partner jobs.list | no job has the status": passesAll,
  "partner jobs.list | no job has the name": passesAll,
  "operator organizations.jobs | no job has the status": passesAll,
  "operator organizations.jobs | no job has the name": passesAll,
  "partner applications.list | no application has the state": passesAll,
  "partner applications.list | none of a job has the state": passesAll,
  "operator organizations.applications | no application has the state": passesAll,
  "operator organizations.applications | none of a job has the state": passesAll,
  "partner webhookEndpoints.delete": { cpuMsMax: 500, pieceMsMax: 400, reason: "removes 200,000 deliveries" },
  "partner agencies.feesHistory | a long history": {
    cpuMsMax: 900,
    pieceMsMax: 30,
    engine: "PostgreSQL",
    reason: "reads the action of all 10,020 entries about an agency out of their JSON for a page of 100"
  },
  "partner oauth.revoke": endsTokens,
  "operator clients.revoke": endsTokens,
  "operator clients.rotateSecret": endsTokens,
  "partner applications.transition | 99 others are withdrawn": {
    cpuMsMax: 400,
    pieceMsMax: 60,
    reason:
      "withdraws 99 applications with an entry and an event each; a person has at most 100 unconfirmed ones for a job"
  },
  "partner agencies.list": largeAgency,
  "partner agencies.get": largeAgency,
  "operator organizations.agencies": largeAgency,
  "operator organizations.list": { pieceMsMax: 30, reason: "counts the clients of all organizations for each page" },
  "partner organizations.list": wholeAnswer,
  "partner agencies.feesHistory": wholeAnswer,
  "operator webhookEndpoints.list": {
    cpuMsMax: 300,
    engine: "PostgreSQL",
    reason: "counts the deliveries of each of 101 endpoints by three statements"
  },
  "operator health.get": {
    cpuMsMax: 2_000,
    pieceMsMax: 2_000,
    p99MsMax: 20_000,
    reason: "looks at all of the database as `doctor` does, for operators alone"
  }
}
