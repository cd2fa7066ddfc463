/**
 * `partner-api doctor` on PostgreSQL finds what is wrong, says what to do, and changes nothing (README). The role and its rights are
 * those of docs/postgres.md.
 */
import { newerSchema } from "../../test/OlderSchema.ts"
import { inspect } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type PostgresServer, startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { statementsOf } from "../../test/PostgresPage.ts"
import { startServer } from "../../test/TestServer.ts"
import { examineDatabase } from "../../test/operator/Examine.ts"

const password = "s3cret-and-long"
/** A folder of files that is not there yet, as before the first upload. */
const settings = { PUBLIC_URL: "https://partners.example.com", FILES_URL: "file:/var/lib/partner-api-none/files" }

/** The address of a database for another role, with a password. */
const asRole = (role: string, databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  url.username = role
  url.password = password
  return url.href
}

const examine = (databaseUrl: string) => examineDatabase({ DATABASE_URL: databaseUrl, ...settings })

const nameIn = (databaseUrl: string): string => `"${new URL(databaseUrl).pathname.slice(1)}"`

let sound: PostgresServer
let template = ""

beforeAll(async () => {
  sound = await startPostgres({ fsync: true, settings: { max_prepared_transactions: "2" } })
  await sound.run(sound.url("postgres"), ...statementsOf("roles"))
  template = sound.url("partner_api")
  await sound.run(asRole("partner_api_owner", template), ...statementsOf("rights"))
  const owner = readTarget(asRole("partner_api_owner", template))
  await (await startServer({ database: owner, sandbox: false })).stop()
  await sound.run(asRole("partner_api_owner", template), ...statementsOf("journal"))
})

afterAll(() => sound.stop())

const boundGrant = (permissions: ReadonlyArray<string>) => `
  WITH o AS (INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020') RETURNING id),
  c AS (INSERT INTO clients (id, name, may_create_organizations, is_sandbox, created_at)
    VALUES ('c', 'C', 0, 0, '2020') RETURNING id)
  INSERT INTO grants (client_id, organization_id, permissions, agency_id)
  SELECT c.id, o.id, '${JSON.stringify(permissions)}', 'agy_a' FROM c, o`

const agency = `INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees, searched_name)
  VALUES ('org_a', 'agy_a', 'A', '[]', 1, '[]', 'A')`

const findings: ReadonlyArray<
  [what: string, change: (name: string) => ReadonlyArray<string>, check: string, state: string, seen: RegExp]
> = [
  [
    "migrations that are pending",
    () => ["DELETE FROM migrations WHERE migration_id > 1"],
    "migrations",
    "look",
    /schema 1, this program has \d+: \d+ pending/
  ],
  ["a newer schema", () => newerSchema(999).split("; "), "migrations", "bad", /schema 999/],
  [
    "a unique index that is missing",
    () => ["DROP INDEX jobs_external_id"],
    "indexes",
    "bad",
    /^jobs_external_id is missing, unique jobs \(organization_id C, external_id C\)$/
  ],
  ["an index that is missing", () => ["DROP INDEX tokens_kind"], "indexes", "look", /^tokens_kind is missing/],
  [
    "an index that is invalid",
    () => ["UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = to_regclass('tokens_expiry')"],
    "indexes",
    "look",
    /^tokens_expiry is invalid$/
  ],
  [
    "a key that sorts by a language",
    () => ['ALTER TABLE users ALTER COLUMN id TYPE TEXT COLLATE "en-x-icu"'],
    "indexes",
    "bad",
    /^users_pkey is unique users \(organization_id C, id\) and should be unique users \(organization_id C, id C\)/
  ],
  // Every other statement has run in a transaction that may not write: doctor changes nothing.
  [
    "a database that takes no writes",
    (name) => [`ALTER DATABASE ${name} SET default_transaction_read_only = on`],
    "writes",
    "bad",
    /^transactions are read-only$/
  ],
  [
    "commits that a crash loses",
    (name) => [`ALTER DATABASE ${name} SET synchronous_commit = off`],
    "durability",
    "bad",
    /^synchronous_commit is off: /
  ],
  [
    "indexes of another collation library",
    () => ["UPDATE pg_database SET datcollversion = '1.2' WHERE datname = current_database()"],
    "collation",
    "look",
    /made with version 1\.2 .* the server has \d/
  ],
  [
    "a prepared transaction",
    () => ["BEGIN", "UPDATE write_probes SET count = count + 1", "PREPARE TRANSACTION 'left'"],
    "sessions",
    "look",
    /^prepared transactions: 1$/
  ],
  [
    "a table with many dead rows",
    () => [
      "INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020')",
      "ALTER TABLE journal_counters SET (autovacuum_enabled = off)",
      "INSERT INTO journal_counters SELECT 'org_' || n, 1 FROM generate_series(1, 12000) AS n",
      "DELETE FROM journal_counters",
      "SELECT pg_stat_force_next_flush()"
    ],
    "vacuum",
    "look",
    /^journal_counters has 12,000 dead rows beside 0 \(last vacuum: never\)$/
  ],
  [
    "too few connections for a rolling restart",
    (name) => [`ALTER DATABASE ${name} CONNECTION LIMIT 15`],
    "pool",
    "look",
    /^15 connections, enough for 1 nodes with 10 each$/
  ],
  [
    "a right to change the journal",
    () => ["GRANT UPDATE ON journal TO partner_api"],
    "role",
    "look",
    /^partner_api has the right to change entries of the journal/
  ],
  [
    "a clock that went back",
    () => ["INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2999-01-01T00:00:00.000Z')"],
    "clock",
    "bad",
    /2999/
  ],
  [
    "a client of the sandbox",
    () => [
      `INSERT INTO clients (id, name, may_create_organizations, is_sandbox, created_at) VALUES ('s', 'S', 0, 1, '2020')`
    ],
    "clients",
    "look",
    /: s$/
  ],
  [
    "a bound grant with more than it can hold",
    () => [boundGrant(["jobs:read", "fees:write", "users:read"]), agency],
    "grants",
    "look",
    /: c in org_a \(fees:write, users:read\)$/
  ],
  [
    "a grant that is bound to an agency that is not there",
    () => [boundGrant(["jobs:read"])],
    "agencies",
    "look",
    /: c in org_a \(agy_a\)$/
  ],
  [
    "a job that an agency sees without an assignment",
    () => [
      `WITH o AS (INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020') RETURNING id)
      INSERT INTO agency_jobs (organization_id, agency_id, job_id, written_at_ms) SELECT id, 'agy_a', 'job_a', 1 FROM o`
    ],
    "access",
    "bad",
    /^jobs of agencies: 1 open to all agencies and listed once more, the first org_a job_a agy_a$/
  ],
  [
    "a table that the role may not read",
    () => ["REVOKE SELECT ON tokens FROM partner_api"],
    "contents",
    "bad",
    /cannot be read: 42501 permission denied for table tokens\.$/
  ]
]

describe("partner-api doctor on PostgreSQL", () => {
  it("finds nothing wrong with a service that runs as docs/postgres.md says", async () => {
    const databaseUrl = asRole("partner_api", await sound.create(template))
    await using server = await startServer({ database: readTarget(databaseUrl), sandbox: false })
    await using other = await startServer({ database: readTarget(databaseUrl), sandbox: false })
    for (const { call } of [server, other]) assert.strictEqual((await call("GET", "/health/ready")).status, 200)
    const { healthy, notGood, names, printed } = await examine(databaseUrl)
    assert.deepStrictEqual([healthy, notGood], [true, {}])
    assert.deepStrictEqual(names, [
      "program",
      "settings",
      "public url",
      "metrics",
      "traces",
      "console",
      "requests",
      "mail",
      "scanner",
      "uploads",
      "database",
      "encryption",
      "role",
      "indexes",
      "writes",
      "durability",
      "timeouts",
      "statements",
      "pool",
      "nodes",
      "collation",
      "sessions",
      "vacuum",
      "wraparound",
      "db clock",
      "migrations",
      "clock",
      "clients",
      "grants",
      "agencies",
      "search",
      "storage",
      "secrets",
      "deliveries",
      "webhooks",
      "access",
      "uploads"
    ])
    assert.notInclude(printed, password)
  })

  it.concurrent.for(findings)("finds %s (README)", async ([, change, check, state, seen], { expect }) => {
    const databaseUrl = await sound.create(template)
    await sound.run(databaseUrl, ...change(nameIn(databaseUrl)))
    const { healthy, notGood } = await examine(asRole("partner_api", databaseUrl))
    expect(Object.keys(notGood)).toStrictEqual([check])
    expect(healthy).toBe(state !== "bad")
    expect(notGood[check]?.state).toBe(state)
    expect(notGood[check]?.seen).toMatch(seen)
    expect(notGood[check]?.remedy).toMatch(/\.$/)
  })

  it("finds a server that a crash takes answered writes from (README)", async () => {
    await using server = await startPostgres({ settings: { full_page_writes: "off", synchronous_commit: "off" } })
    const { healthy, notGood } = await examine(server.url("postgres"))
    assert.isFalse(healthy)
    assert.strictEqual(
      notGood["durability"]?.seen,
      "fsync is off, full_page_writes is off, synchronous_commit is off: a crash loses what was answered as done"
    )
    assert.strictEqual(notGood["migrations"]?.state, "look")
    const tables = await server.run(server.url("postgres"), "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
    assert.deepStrictEqual(tables, [], "nothing is made by looking")
  })

  it.for([
    ["a superuser", "postgres", /^postgres is a superuser$/],
    ["the owner of the tables", "partner_api_owner", /^partner_api_owner owns the tables/]
  ] as const)("finds %s as its role (docs/postgres.md)", async ([, role, seen]) => {
    const { notGood } = await examine(asRole(role, template))
    assert.deepStrictEqual(Object.keys(notGood), ["role"])
    assert.match(notGood["role"]?.seen ?? "", seen)
  })

  it.for<[what: string, url: (template: string) => string, seen: RegExp]>([
    ["a server", () => `postgres://ann:${password}@127.0.0.1:1/partners?password=${password}`, /cannot be used: /],
    ["a database", (known) => asRole("partner_api", known.replace("/partner_api?", "/none?")), /3D000 .*"none"/],
    ["a role", (known) => asRole("nobody", known), /28000 role "nobody" does not exist/],
    [
      "a file of authorities",
      () => `postgres://ann:${password}@db.invalid/partners?sslrootcert=none.pem`,
      /The file none\.pem, sslrootcert/
    ]
  ])("reports %s that is not there, without the password (README)", async ([, url, seen]) => {
    const { healthy, notGood, printed } = await examine(url(template))
    assert.isFalse(healthy)
    assert.deepStrictEqual(Object.keys(notGood), ["database"])
    assert.match(notGood["database"]?.seen ?? "", seen)
    assert.notInclude(printed, password)
  })
})

describe("the role that docs/postgres.md makes", () => {
  it("is enough for a server, and cannot change the journal", async () => {
    const databaseUrl = asRole("partner_api", await sound.create(template))
    await using server = await startServer({ database: readTarget(databaseUrl) })
    const token = await server.partner()
    const json = { first_name: "Ann", last_name: "Doe", email: "ann@example.com" }
    const headers = { "Idempotency-Key": "one" }
    assert.strictEqual((await server.call("POST", "/v1/users", { token, json, headers })).status, 201)
    assert.strictEqual((await server.call("POST", "/v1/users", { token, json, headers })).status, 201)
    const revoked = await server.call("POST", "/oauth/revoke", {
      form: { token, client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }
    })
    assert.strictEqual(revoked.status, 200)
    for (const change of ["UPDATE journal SET json = ''", "DELETE FROM journal", "TRUNCATE journal"]) {
      const refusal = await sound.run(databaseUrl, change).catch((error: unknown) => inspect(error))
      assert.include(String(refusal), "permission denied for table journal")
    }
  })
})
