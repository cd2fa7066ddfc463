/**
 * Every command of the program, by reflection, with the rows it adds to the audit log: each change the operator makes has its row,
 * and what changes nothing has none (docs/decisions, 16). A command without a line here fails.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { boundPermissions, employerPermissions, permissions } from "@partner-api/domain/Permission"
import { seal, sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import * as Redacted from "effect/Redacted"
import type * as Command from "effect/cli/Command"
import { assert, describe, it } from "@effect/vitest"
import { partnerApi } from "../../src/cli/PartnerApiCommand.ts"
import { startProgram } from "../../test/Program.ts"
import { openDatabase, sharedFolder, temporaryFolder } from "../../test/TestServer.ts"
import { processesOn } from "../../test/operator/OnFile.ts"

const shared = sharedFolder()

/** The commands that do something, each as it is typed. */
const leavesOf = (
  { name, subcommands }: Command.Command.Any,
  typed: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  const below = subcommands.flatMap(({ commands }) => commands)
  const path = [...typed, name]
  return below.length === 0 ? [path.slice(1).join(" ")] : below.flatMap((command) => leavesOf(command, path))
}

/** A row: its organization (none for clients), its action, what it touched, the members it names. */
type Row = readonly [organization: string, action: string, resource: string, changed: string, more?: object]

/** What stands for the id of an operator that a command has made. */
const newOperator = "opr_NEW"

/** What stands for the id of a secret, which is random. */
const someSecret = "sec_SOME"

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/"sec_[\w-]{8}"/g, JSON.stringify(someSecret)))

const rowsIn = (file: string): ReadonlyArray<{ readonly id: string; readonly row: Row }> => {
  if (!Fs.existsSync(file)) return []
  using database = openDatabase(file)
  return database.db
    .prepare("SELECT organization_id, id, json FROM journal ORDER BY id")
    .all()
    .map(({ organization_id, id, json }) => {
      const { action, resource_id, changed, before, after, client_id } = JSON.parse(String(json))
      assert.isUndefined(client_id, "the operator is no client")
      const values = {
        ...(before === undefined ? {} : { before: withoutIds(before) }),
        ...(after === undefined ? {} : { after: withoutIds(after) })
      }
      const resource = String(resource_id).replace(/^opr_[0-9A-Z]{26}$/, newOperator)
      return { id: String(id), row: [String(organization_id), action, resource, changed.join(" "), values] }
    })
}

const write = (folder: string, name: string, text: string): string => {
  const file = Path.join(folder, name)
  Fs.writeFileSync(file, text)
  return file
}

const keyBytes = (byte: number) => new Uint8Array(sealingKeyBytes).fill(byte)
const keyText = (byte: number): string => Buffer.from(keyBytes(byte)).toString("base64")

/** A database with something of everything, made once and copied for each command. */
const base = shared.file("base.db")
const prepared = await (async () => {
  const { json } = processesOn(base)
  await json("organizations", "create", "--name", "Acme", "--id", "org_acme")
  await json("organizations", "create", "--name", "Globex", "--id", "org_globex")
  const agencies = write(shared.path, "base.csv", "external_id,name\nAG-1,Hirewell\nAG-2,Northwind\n")
  await json("import", "agencies", agencies, "--organization", "org_acme")
  const job = JSON.stringify({ external_id: "REQ-9", title: "T", description: "D", status: "OPEN" })
  await json("import", "jobs", write(shared.path, "base.ndjson", job), "--organization", "org_acme")
  using database = openDatabase(base)
  const [own = "", rival = ""] = database.db
    .prepare("SELECT id FROM agencies ORDER BY external_id")
    .all()
    .map(({ id }) => String(id))
  await json("clients", "create", "--name", "A", "--id", "cli_a", "--organization", "org_acme", "--as", "employer")
  const bound = ["--name", "B", "--id", "cli_bound", "--organization", "org_acme", "--as", "agency", "--agency", own]
  await json("clients", "create", ...bound)
  await json("clients", "rotate-secret", "cli_bound")
  const at = "2026-01-01T00:00:00.000Z"
  database.db.exec(
    `INSERT INTO users (organization_id, id, email_key, created_at, updated_at, first_name, last_name, email)
      VALUES ('org_acme', 'usr_a', 'a@example.com', '${at}', '${at}', 'A', 'B', 'a@example.com')`
  )
  const application = {
    id: "app_a",
    job_id: "job_a",
    agency_id: own,
    candidate: { first_name: "Ada", last_name: "King", email: "ada@example.com" },
    note: "Free from March",
    state: "UNCONFIRMED",
    state_entered_at: at,
    version: 1,
    created_at: at,
    updated_at: at
  }
  database.db
    .prepare(
      `INSERT INTO applications (organization_id, id, job_id, agency_id, email_key, state, written_at_ms, json)
       VALUES ('org_acme', 'app_a', 'job_a', ?, 'ada@example.com', 'UNCONFIRMED', 0, ?)`
    )
    .run(own, JSON.stringify(application))
  const endpoint = {
    id: "whe_a",
    url: "https://example.com/hook",
    types: ["*"],
    concurrency: 1,
    status: "enabled",
    secret_hint: "Zm8=",
    created_at: at,
    updated_at: at
  }
  const never = Number.MAX_SAFE_INTEGER
  const addEndpoint = database.db.prepare(
    "INSERT INTO webhook_endpoints (id, organization_id, client_id, agency_id, json) VALUES (?, 'org_acme', 'cli_a', NULL, ?)"
  )
  addEndpoint.run("whe_a", JSON.stringify(endpoint))
  addEndpoint.run("whe_b", JSON.stringify({ ...endpoint, id: "whe_b", status: "disabled", disabled_reason: "gone" }))
  const { keyId, sealed } = seal(sealingKeyOf(keyBytes(1)), Redacted.make("whsec_"), "org_acme|whe_a|1")
  database.db.prepare("INSERT INTO webhook_secrets VALUES ('whe_a', 1, ?, ?, NULL)").run(keyId, sealed)
  database.db.exec(
    // Nothing is due: a server of these tests sends nothing.
    `INSERT INTO webhook_positions
      SELECT id, 'org_acme', 0, 0, NULL, 0, 0, ${never}, ${never}, 0, '', 0, NULL FROM webhook_endpoints;
    INSERT INTO webhook_deliveries VALUES
      ('whe_a', 'evt_0000000000001AAAAAAAAAAAAA', 1, 'jobs.imported', 'failed', '[]', 10, NULL, 0)`
  )
  database.db.exec(`INSERT INTO operators VALUES ('opr_ada', 'Ada', 'admin', '${at}', NULL, NULL)`)
  database.db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  return { own, rival }
})()
const { own, rival } = prepared

interface Case {
  /** Arguments behind the command, made in the folder of the database. */
  readonly line: (folder: string) => ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
  /** The command is given twice; the rows are those of the second time. */
  readonly again?: true
  /** The database it works on, where that is a new one. */
  readonly isNew?: true
  /** What a command that goes on running prints when it is ready. */
  readonly ready?: RegExp
  /** The code that it ends with, where that is not 0. */
  readonly code?: number
  /** How many records it adds that have rows of their own, which are not listed here: applications have one for each step on their way. */
  readonly records?: number
}

const words = (line: string) => (): ReadonlyArray<string> => (line === "" ? [] : line.split(" "))
const silent = (line = ""): Case => ({ line: words(line), rows: [] })
const set = (client: string, changed: string, before: ReadonlyArray<string>, after: ReadonlyArray<string>): Row => [
  "org_acme",
  "grant.set",
  client,
  changed,
  { before, after }
]
const removed = (client: string, changed: string, before: ReadonlyArray<string>): Row => [
  "org_acme",
  "grant.removed",
  client,
  changed,
  { before, after: [] }
]
const secrets = { secrets: [someSecret] }
/** The secrets that an entry names: one that was made, and the one before that ended. */
const secretsOf: Readonly<Record<string, object>> = {
  "client.created": { after: secrets },
  "client.revoked": { before: secrets },
  "secret.added": { after: secrets },
  "secret.ended": { before: secrets },
  "secret.replaced": { before: secrets, after: secrets }
}
const ofClient = (action: string, client: string, changed: string): Row => [
  "",
  action,
  client,
  changed,
  secretsOf[action] ?? {}
]
const created = (client: string): Row =>
  ofClient("client.created", client, "name secret may_create_organizations default_organization")
const updated = (client: string): Row => ofClient("client.updated", client, "default_organization")
const organization = (id: string): Row => [id, "organization.created", id, "name", {}]
const imported = (id: string, kind: string, count: number): Row => [
  id,
  `${kind}.imported`,
  id,
  "",
  { after: { created: count, updated: 0 } }
]
const granted = (id: string, client: string, after: ReadonlyArray<string>): Row => [
  id,
  "grant.set",
  client,
  "permissions",
  { before: [], after }
]
const ofOperator = (action: string, changed: string, more: object = {}): Row => ["", action, newOperator, changed, more]
const operatorCreated = (role: string): Row => ofOperator("operator.created", "name role", { after: { role } })
const linkCreated = ofOperator("operator.link_created", "link")
/** The last line of a sandbox with a console. */
const signInLink = /#login=/
const revokedAda: Row = ["", "operator.revoked", "opr_ada", "link session", {}]
const jobLine = JSON.stringify({ external_id: "REQ-1", title: "T", description: "D" })

const cases: Readonly<Record<string, ReadonlyArray<Case>>> = {
  serve: [{ ...silent(), ready: /"Serving / }],
  sandbox: [
    {
      line: words(""),
      isNew: true,
      ready: signInLink,
      records: 10,
      rows: [
        organization("org_acme"),
        imported("org_acme", "jobs", 250),
        imported("org_acme", "agencies", 2),
        imported("org_acme", "users", 1),
        organization("org_globex"),
        imported("org_globex", "jobs", 3),
        imported("org_globex", "agencies", 1),
        organization("org_initech"),
        created("sandbox-client"),
        granted("org_acme", "sandbox-client", permissions),
        granted("org_globex", "sandbox-client", permissions),
        created("sandbox-partner"),
        granted("org_acme", "sandbox-partner", permissions),
        created("sandbox-reader"),
        granted("org_acme", "sandbox-reader", ["jobs:read"]),
        operatorCreated("admin"),
        linkCreated
      ]
    },
    { line: words(""), rows: [linkCreated], isNew: true, again: true, ready: signInLink },
    { line: words(""), rows: [operatorCreated("admin"), linkCreated], ready: signInLink }
  ],
  "organizations create": [{ line: words("--name New --id org_new"), rows: [organization("org_new")] }],
  "organizations list": [silent()],
  "clients create": [
    { line: words("--name New --id cli_new"), rows: [created("cli_new")] },
    {
      line: words("--name New --id cli_new --organization org_acme --permission jobs:read"),
      rows: [created("cli_new"), set("cli_new", "permissions", [], ["jobs:read"])]
    },
    {
      line: words(`--name New --id cli_new --organization org_acme --as agency --agency ${own}`),
      rows: [created("cli_new"), set("cli_new", "permissions agency_id", [], boundPermissions)]
    }
  ],
  "clients list": [silent()],
  "clients show": [silent("cli_a")],
  "clients grant": [
    {
      line: words("cli_a org_acme --permission jobs:read"),
      rows: [set("cli_a", "permissions", employerPermissions, ["jobs:read"])]
    },
    {
      line: words(`cli_a org_acme --as agency --agency ${own}`),
      rows: [set("cli_a", "permissions agency_id", employerPermissions, boundPermissions)]
    },
    {
      line: words(`cli_bound org_acme --as agency --agency ${rival}`),
      rows: [set("cli_bound", "agency_id", boundPermissions, boundPermissions)]
    },
    {
      line: words("cli_bound org_acme --as employer"),
      rows: [set("cli_bound", "permissions agency_id", boundPermissions, employerPermissions)]
    },
    {
      line: words("cli_a org_globex --as employer --default"),
      rows: [granted("org_globex", "cli_a", employerPermissions), updated("cli_a")]
    },
    { line: words("cli_a org_acme --as employer --default"), rows: [] },
    { line: words("cli_a org_acme --as employer"), rows: [] }
  ],
  "clients ungrant": [
    {
      line: words("cli_a org_acme"),
      rows: [removed("cli_a", "permissions", employerPermissions), updated("cli_a")]
    },
    {
      line: words("cli_bound org_acme"),
      rows: [removed("cli_bound", "permissions agency_id", boundPermissions), updated("cli_bound")]
    }
  ],
  "clients rotate-secret": [
    { line: words("cli_a"), rows: [ofClient("secret.added", "cli_a", "secret")] },
    { line: words("cli_bound --finish --yes"), rows: [ofClient("secret.ended", "cli_bound", "secret")] },
    {
      line: words("cli_a --now"),
      rows: [
        ofClient("secret.replaced", "cli_a", "secret"),
        ["org_acme", "webhook_endpoint.disabled", "whe_a", "status disabled_reason", {}],
        ["org_acme", "webhook_endpoint.disabled", "whe_b", "disabled_reason", {}]
      ]
    },
    { line: words("cli_a --now --keep-webhooks"), rows: [ofClient("secret.replaced", "cli_a", "secret")] }
  ],
  "clients revoke": [{ line: words("cli_a --yes"), rows: [ofClient("client.revoked", "cli_a", "secret")] }],
  "organizations rename": [
    {
      line: words("org_acme --name Acme2"),
      rows: [["org_acme", "organization.renamed", "org_acme", "name", {}]]
    },
    { line: words("org_acme --name Acme"), rows: [] }
  ],
  "jobs list": [silent("--organization org_acme")],
  "users list": [silent("--organization org_acme")],
  "users erase": [
    {
      line: words("org_acme usr_a --yes"),
      rows: [["org_acme", "user.erased", "usr_a", "first_name last_name email", {}]]
    }
  ],
  "candidates erase": [
    {
      line: words("org_acme --email ADA@example.com --yes"),
      rows: [["org_acme", "application.erased", "app_a", "candidate note", {}]]
    }
  ],
  audit: [silent(), silent("--organization org_acme")],
  "import jobs": [
    {
      line: (folder) => [write(folder, "jobs.ndjson", jobLine), "--organization", "org_acme"],
      records: 1,
      rows: [imported("org_acme", "jobs", 1)]
    },
    {
      line: (folder) => [write(folder, "jobs.ndjson", jobLine), "--organization", "org_acme"],
      again: true,
      rows: []
    },
    {
      line: (folder) => [write(folder, "jobs.ndjson", jobLine), "--organization", "org_acme", "--dry-run"],
      rows: []
    }
  ],
  "import agencies": [
    {
      line: (folder) => [write(folder, "new.csv", "external_id,name\nAG-3,C\n"), "--organization", "org_acme"],
      records: 1,
      rows: [imported("org_acme", "agencies", 1)]
    }
  ],
  "import users": [
    {
      line: (folder) => [
        write(folder, "new.csv", "first_name;last_name;email\nAda;King;ada@example.com\n"),
        "--organization",
        "org_acme"
      ],
      records: 1,
      rows: [imported("org_acme", "users", 1)]
    }
  ],
  "import applications": [
    {
      line: (folder) => [
        write(
          folder,
          "new.csv",
          "external_id,agency_external_id,job_external_id,first_name,last_name,email\nC-1,AG-1,REQ-9,Eve,Doe,eve@example.com\n"
        ),
        "--organization",
        "org_acme"
      ],
      records: 1,
      rows: [imported("org_acme", "applications", 1)]
    }
  ],
  seed: [
    {
      line: words("--organizations 2 --jobs 3 --yes"),
      rows: [
        organization("org_seed_1"),
        imported("org_seed_1", "jobs", 2),
        organization("org_seed_2"),
        imported("org_seed_2", "jobs", 1),
        created("seed-client"),
        granted("org_seed_1", "seed-client", permissions),
        granted("org_seed_2", "seed-client", permissions)
      ]
    },
    {
      line: words("--organizations 2 --jobs 3 --yes"),
      again: true,
      rows: [ofClient("secret.replaced", "seed-client", "secret")]
    }
  ],
  "webhooks list": [silent()],
  "webhooks show": [silent("whe_a")],
  "webhooks disable": [
    {
      line: words("whe_a"),
      rows: [["org_acme", "webhook_endpoint.disabled", "whe_a", "status disabled_reason", {}]]
    },
    { line: words("whe_a"), again: true, rows: [] }
  ],
  "webhooks enable": [
    { line: words("whe_b"), rows: [["org_acme", "webhook_endpoint.updated", "whe_b", "status", {}]] },
    silent("whe_a")
  ],
  "webhooks redeliver": [
    {
      line: words("whe_a evt_0000000000001AAAAAAAAAAAAA"),
      rows: [["org_acme", "webhook_endpoint.redelivered", "whe_a", "", {}]]
    },
    {
      line: words("whe_a --failed --since 2020-01-01T00:00:00Z --yes"),
      rows: [["org_acme", "webhook_endpoint.redelivered", "whe_a", "", {}]]
    },
    silent("whe_a --failed --since 2099-01-01T00:00:00Z --yes")
  ],
  "secrets rewrap": [
    { line: words(""), rows: [["", "webhook_secrets.rewrapped", sealingKeyOf(keyBytes(2)).id, "key", {}]] },
    { line: words(""), again: true, rows: [] }
  ],
  "console login": [
    {
      line: words("--operator Ben --role viewer"),
      rows: [operatorCreated("viewer"), linkCreated]
    },
    { line: words("--operator Ben"), again: true, rows: [linkCreated] },
    {
      line: words("--operator Ada --role viewer"),
      rows: [
        ["", "operator.updated", "opr_ada", "role", { before: { role: "admin" }, after: { role: "viewer" } }],
        ["", "operator.link_created", "opr_ada", "link", {}]
      ]
    }
  ],
  "console operators": [silent()],
  "console revoke": [{ line: words("--operator Ada --yes"), rows: [revokedAda] }],
  "console erase": [
    { line: words("--operator Ada --yes"), rows: [revokedAda, ["", "operator.erased", "opr_ada", "name", {}]] }
  ],
  doctor: [silent()],
  config: [silent()],
  "logs explain": [{ ...silent("req_none"), code: 1 }],
  migrate: [{ line: () => [], rows: [] }],
  // Both databases keep the journal that they have.
  copy: [
    { line: (folder) => ["--from", `sqlite:${base}`, "--to", `sqlite:${Path.join(folder, "copy.db")}`], rows: [] }
  ],
  backup: [{ line: (folder) => [Path.join(folder, "backup.db")], rows: [] }],
  restore: [{ line: () => [base, "--yes"], rows: [["", "database.restored", "database", "tokens", {}]] }]
}

/** A command line as the name of a test: folders and made identifiers differ each time. */
const nameOf = (command: string, { line, again }: Case): string =>
  [command, ...line(shared.path).map((word) => (word === own || word === rival ? "AGENCY" : Path.basename(word)))].join(
    " "
  ) + (again === true ? ", given again" : "")

const runs = Object.entries(cases).flatMap(([command, each]) =>
  each.map((one) => [nameOf(command, one), command, one] as const)
)

describe("the audit log", () => {
  it("has a line here for every command of the program, and for no other (docs/decisions, 16)", () => {
    assert.deepStrictEqual(Object.keys(cases).toSorted(), [...leavesOf(partnerApi)].toSorted())
  })

  it.concurrent.for(runs)(
    "has the rows of: partner-api %s (docs/decisions, 16)",
    async ([, command, { records, code: end = 0, line, rows, again, isNew, ready }], { expect }) => {
      using folder = temporaryFolder()
      const file = folder.file("data.db")
      if (isNew === undefined) Fs.copyFileSync(base, file)
      const settings = {
        PUBLIC_URL: "http://127.0.0.1:8080",
        PORT: "0",
        OPERATOR_URL: "http://127.0.0.1:8090",
        OPERATOR_PORT: "0",
        SECRETS_KEY: keyText(2),
        SECRETS_KEY_PREVIOUS: keyText(1)
      }
      const args = [...command.split(" "), ...line(folder.path)]
      const runOnce = async () => {
        if (ready === undefined) {
          const { code, stderr } = await processesOn(file, settings).run(...args)
          expect([code, code === end ? "" : stderr]).toStrictEqual([end, ""])
          return
        }
        await using program = startProgram(args, { DATABASE_URL: `sqlite:${file}`, ...settings })
        await program.line(ready)
        expect((await program.stop()).code).toBe(0)
      }
      if (again === true) await runOnce()
      const before = new Set(rowsIn(file).map(({ id }) => id))
      await runOnce()
      const added = rowsIn(file).filter(({ id }) => !before.has(id))
      const isOfRecord = ([, action]: Row): boolean =>
        records !== undefined && /^(?:application|job|agency|user|placement)\./.test(action)
      const actions = added.filter(({ row }) => isOfRecord(row)).map(({ row: [, action] }) => action)
      // The placement of a seeded hire is no record of its own in that number.
      const first = /^(?!placement\.).*\.(?:submitted|imported|created)$/
      expect(actions.filter((action) => first.test(action))).toHaveLength(records ?? 0)
      expect(added.map(({ row }) => row).filter((row) => !isOfRecord(row))).toStrictEqual(rows)
    }
  )
})
