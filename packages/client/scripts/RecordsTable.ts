/**
 * The table of `docs/testing.md` with the members of the records of a test server. Writes no file.
 */
import { seedRecords } from "../src/testing/SeedRecord.ts"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { withTable } from "../../contract/scripts/Table.ts"

const coded = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(", ")

const row = (kind: string, fields: Readonly<Record<string, Schema.Top>>): ReadonlyArray<string> => {
  const named = (isOptional: boolean) =>
    coded(
      Object.keys(fields).filter(
        (name) => fields[name] !== undefined && SchemaAST.isOptional(fields[name].ast) === isOptional
      )
    )
  return [`\`${kind}\``, named(false), named(true)]
}

/** The page with the table of these records in place of the one it has. */
export const withRecordsTable = (page: string): string =>
  withTable("packages/client/docs/testing.md", page, [
    ["Kind", "Required members", "Optional members"],
    ...Object.entries(seedRecords).map(([kind, { fields }]) => row(kind, fields))
  ])
