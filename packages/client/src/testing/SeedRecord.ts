/**
 * A record that a test seeds, checked: all its mistakes are one error that names the record.
 */
import type { SeedPlace } from "@partner-api/service/testing/MemorySeed"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { readRecord } from "./Mistakes.ts"

export { seedRecords } from "@partner-api/service/testing/MemorySeed"

const quoted = (text: string): string => JSON.stringify(text.slice(0, 64))

/** Decodes a record. Reports a wrong one and throws: a service that reads it would answer with an error of its own. */
export const readSeed = <A>(
  schema: Schema.ConstraintDecoder<A>,
  record: unknown,
  { index, kind, organizationId }: SeedPlace,
  report: (error: Error) => void
): A => {
  const id = Predicate.hasProperty(record, "id") && typeof record.id === "string" ? ` (${quoted(record.id)})` : ""
  try {
    return readRecord(schema, record, `${kind}[${index}]${id} of organization ${quoted(organizationId)}`)
  } catch (error) {
    if (error instanceof Error) report(error)
    throw error
  }
}
