/**
 * What a list prints, an import reads: every import of the command line with every list of its records, of both programs and in each form
 * (docs/files.md). The pairs are those of the commands, so that a new import is tried without a word here.
 */
import { assert, describe, it } from "@effect/vitest"
import type * as Command from "effect/cli/Command"
import type { ImportedKind } from "@partner-api/domain/commands/Import"
import { importCommand } from "../../src/cli/import/ImportCommand.ts"
import { partnerApi } from "../../src/cli/PartnerApiCommand.ts"
import { partnerFile } from "../../test/Built.ts"
import { startProcess } from "../../test/faults/ServerProcess.ts"
import { commandsOn, credentialsOf } from "../../test/operator/OnFile.ts"
import { startServer } from "../../test/TestServer.ts"
import {
  countsOf,
  jobOf,
  makeWorld,
  ndjson,
  neighbour,
  organization,
  runImport,
  reportedLines
} from "../../test/imports/ImportWorld.ts"

const commandsIn = ({ subcommands }: Command.Command.Any): ReadonlyArray<Command.Command.Any> =>
  subcommands.flatMap(({ commands }) => commands)

/** What is imported: texts that spreadsheets, shells and readers of CSV take for something else. */
const records: Readonly<Record<ImportedKind, ReadonlyArray<object>>> = {
  jobs: [
    jobOf(1, { title: "=1+1", location: "@SUM(A1)" }),
    jobOf(2, { title: "-2, +3; 'quoted'", description: 'a\t"b"\nc|d', openings: 3, salary_max_cents: 9_000_000 }),
    { external_id: "E-3", title: "Zoë | #TYPE", description: "sep=;" }
  ],
  agencies: [{ external_id: "AG-1", name: "=Hirewell" }],
  users: [
    { first_name: "=Zoë", last_name: 'O"Neil, jr', email: "zoe@example.com" },
    { first_name: "'-Ada", last_name: "König; 2", email: "ada@example.com" }
  ],
  applications: [
    {
      external_id: "C-1",
      agency_external_id: "AG-1",
      job_external_id: "E-1",
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@example.com"
    }
  ]
}

/** The member that a line of an import needs and the API does not show: such a list is refused for it. */
const unlisted: Readonly<Partial<Record<ImportedKind, string>>> = {
  agencies: "optimizedFee",
  applications: "agency_external_id"
}

const world = await makeWorld()
const imported = commandsIn(importCommand).map(({ name }) => name)
const kinds = (["jobs", "agencies", "users", "applications"] as const).filter((kind) => imported.includes(kind))
const filled = world.database()
for (const kind of kinds) {
  const { code, stderr } = await runImport(filled, kind, world.write(`${kind}.ndjson`, ndjson(records[kind])))
  assert.strictEqual(code, 0, stderr)
}
const operator = commandsOn(filled)
const credentials = credentialsOf(
  await operator.json("clients", "create", "--name", "Partner", "--organization", organization, "--as", "employer")
)

/** What `partner` prints about the records that were imported. */
const partner = async (baseUrl: string, args: ReadonlyArray<string>) => {
  await using program = startProcess([process.execPath, partnerFile, ...args, "--organization", organization], {
    env: {
      PARTNER_BASE_URL: baseUrl,
      PARTNER_CLIENT_ID: credentials.client_id,
      PARTNER_CLIENT_SECRET: credentials.client_secret
    }
  })
  return await program.ended
}

/** Everything that a list of one of the programs prints, in each form that it has. */
const listsOf = async (kind: ImportedKind) => {
  await using server = await startServer({ databaseFile: filled, sandbox: false })
  const base = `http://127.0.0.1:${server.port}`
  const own = commandsIn(partnerApi).find(({ name }) => name === kind)
  const hasList = own !== undefined && commandsIn(own).some(({ name }) => name === "list")
  return [
    { name: `partner-${kind}.ndjson`, ...(await partner(base, [kind, "list", "--all", "--json"])) },
    { name: `partner-${kind}.csv`, ...(await partner(base, [kind, "list", "--all", "--csv"])) },
    ...(hasList
      ? [
          {
            name: `operator-${kind}.ndjson`,
            ...(await operator.run(kind, "list", "--organization", organization, "--json"))
          }
        ]
      : [])
  ]
}

describe("what is listed", () => {
  it("is tried for every import of the command line", () => {
    assert.sameMembers([...imported], Object.keys(records))
    assert.sameMembers([...kinds], Object.keys(records))
  })

  it.for(kinds)("of %s is imported again, and is unchanged (docs/files.md)", async (kind) => {
    const missing = unlisted[kind]
    for (const { code, name, stderr, stdout } of await listsOf(kind)) {
      assert.strictEqual(code, 0, stderr)
      const file = world.write(name, stdout)
      const again = await runImport(filled, kind, file)
      const count = records[kind].length
      if (missing === undefined) {
        assert.deepStrictEqual([again.code, reportedLines(again.stderr)], [0, []], name)
        assert.deepStrictEqual(countsOf(again.stdout), [count, 0, 0, count, 0], name)
        const other = await runImport(world.database(), kind, file, [], neighbour)
        assert.deepStrictEqual(countsOf(other.stdout), [count, count, 0, 0, 0], name)
      } else {
        assert.strictEqual(again.code, 1, name)
        assert.include(again.stderr, missing)
      }
    }
  })
})
