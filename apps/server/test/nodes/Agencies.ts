/**
 * Agencies of an organization, imported as the operator does it.
 */
import * as Fs from "node:fs"
import type { commandsWith } from "../operator/OnFile.ts"
import { temporaryFolder } from "../TestServer.ts"

/** Imports two agencies into each organization. */
export const importAgencies = async (
  commands: ReturnType<typeof commandsWith>,
  organizationIds: ReadonlyArray<string>
): Promise<void> => {
  using folder = temporaryFolder()
  const file = folder.file("agencies.csv")
  Fs.writeFileSync(file, "external_id,name\nAG-1,Hirewell\nAG-2,Northwind\n")
  for (const id of organizationIds) await commands.json("import", "agencies", file, "--organization", id)
}
