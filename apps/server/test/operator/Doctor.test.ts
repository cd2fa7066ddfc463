/**
 * `partner-api doctor` finds what is wrong, says what to do, and changes nothing (README).
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { assert, describe, it } from "@effect/vitest"
import { backupFindingOf, type Backups } from "../../src/operations/doctor/BackupChecks.ts"
import { storageFindingOf } from "../../src/operations/doctor/StorageChecks.ts"
import { fileFindingsOf } from "../../src/operations/doctor/FileChecks.ts"
import { consoleFindingOf } from "../../src/operations/doctor/SettingsChecks.ts"
import type { OperatorSettings } from "../../src/platform/OperatorSettings.ts"
import { openDatabase, startServer, temporaryFolder } from "../TestServer.ts"
import { examineDatabase } from "./Examine.ts"
import { newerSchema, takeBack } from "../OlderSchema.ts"
import { commandsOn } from "./OnFile.ts"

const hourMs = 3_600_000
const everySixHours = { everyMs: 6 * hourMs, keep: 28, folder: undefined }

const url = { PUBLIC_URL: "https://partners.example.com" }

const examine = (file: string, settings: Readonly<Record<string, string>> = url) =>
  examineDatabase({ DATABASE_URL: `sqlite:${file}`, ...settings })

/** A database as a service leaves it, without a sandbox, changed by `change`. */
const database = async (change: (file: string) => void | Promise<void>) => {
  const folder = temporaryFolder()
  const file = folder.file("data.db")
  await using server = await startServer({ databaseFile: file, sandbox: false })
  await server.stop()
  await change(file)
  return { file, [Symbol.dispose]: folder.remove }
}

const inSql = (sql: string) => (file: string) => {
  using made = openDatabase(file)
  made.db.exec("PRAGMA foreign_keys=OFF")
  made.db.exec(sql)
}

const future = "2999-01-01T00:00:00.000Z"

const boundGrant = (agency: string, permissions: ReadonlyArray<string>) => `
  INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
  INSERT INTO clients (id, name, may_create_organizations, is_sandbox, created_at) VALUES ('c', 'C', 0, 0, '2020');
  INSERT INTO grants (client_id, organization_id, permissions, agency_id)
  VALUES ('c', 'org_a', '${JSON.stringify(permissions)}', '${agency}')`

/** Two jobs that are ASSIGNED. Of the first, one agency sees it without an assignment, and another does not in spite of one. */
const wrongAccess = `
  INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
  INSERT INTO jobs (organization_id, id, json, status, agency_access, written_at_ms, searched_at_ms)
  VALUES ('org_a', 'job_1', '{}', 'OPEN', 'ASSIGNED', 1, 1), ('org_a', 'job_2', '{}', 'OPEN', 'ASSIGNED', 2, 2);
  INSERT INTO job_assignments (organization_id, job_id, agency_id, due_at_ms, is_shown, json)
  VALUES ('org_a', 'job_1', 'agy_b', NULL, 1, '{}'), ('org_a', 'job_2', 'agy_a', NULL, 1, '{}'), ('org_a', 'job_2', 'agy_b', 9, 1, '{}');
  INSERT INTO agency_jobs (organization_id, agency_id, job_id, status, written_at_ms)
  VALUES ('org_a', 'agy_a', 'job_1', 'OPEN', 1), ('org_a', 'agy_a', 'job_2', 'OPEN', 1)`

const findings: ReadonlyArray<
  [what: string, change: (file: string) => void | Promise<void>, check: string, state: string, seen: RegExp]
> = [
  [
    "a reference to nothing",
    inSql("INSERT INTO client_secrets (digest, client_id, created_at) VALUES ('d', 'nobody', '2020')"),
    "integrity",
    "bad",
    /a row of client_secrets names a row of clients that is not there/
  ],
  [
    "a message of nobody (recruiting 10)",
    inSql("INSERT INTO messages (organization_id, application_id, number, json) VALUES ('org_none', 'app_a', 1, '{}')"),
    "integrity",
    "bad",
    /a row of messages names a row of organizations that is not there/
  ],
  [
    "a page that was overwritten",
    (file) => {
      const bytes = Fs.readFileSync(file)
      bytes.fill(0xff, 4_096, 12_288)
      Fs.writeFileSync(file, bytes)
    },
    "database",
    "bad",
    /is damaged|malformed/
  ],
  [
    "a migration that is pending",
    (file) => takeBack(file, 1),
    "migrations",
    "look",
    /schema 1, this program has \d+: \d+ pending/
  ],
  ["a newer schema", inSql(newerSchema(999)), "migrations", "bad", /schema 999/],
  [
    "a file without its bytes (recruiting 5)",
    inSql(`INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
      INSERT INTO attachments (organization_id, application_id, id, state, size_bytes, changed_at_ms, json)
      VALUES ('org_a', 'app_a', 'att_a', 'STORED', 25, 1, '{}'), ('org_a', 'app_a', 'att_b', 'REMOVED', 0, 1, NULL)`),
    "uploads",
    "bad",
    /files without their bytes, 1 of 1: org_a app_a att_a \(missing\)$/
  ],
  [
    "a file that waits, and nobody who scans it (recruiting 5)",
    (file) => {
      inSql(`INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
        INSERT INTO attachments (organization_id, application_id, id, state, size_bytes, changed_at_ms, json, scan_due_at_ms)
        VALUES ('org_a', 'app_a', 'att_a', 'STORED', 3, 1, '{}', 1)`)(file)
      Fs.mkdirSync(`${file}.files/org_a`, { recursive: true, mode: 0o700 })
      Fs.writeFileSync(`${file}.files/org_a/att_a`, "abc", { mode: 0o600 })
    },
    "scans",
    "look",
    /^1 file waiting, the oldest for [\d,]+ minutes: nobody can read them$/
  ],
  [
    "a mail that waits, and one that was given up (recruiting 6)",
    inSql(`INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
      INSERT INTO mails (id, organization_id, kind, subject_id, client_id, address_key, key_id, state, attempts, created_at_ms, due_at_ms)
      VALUES ('m1', 'org_a', 'INVITATION', 's', 'c', 'a', 'k', 'WAITING', 0, 1, 1), ('m2', 'org_a', 'INVITATION', 's', 'c', 'a', 'k', 'FAILED', 0, 1, 1)`),
    "mails",
    "look",
    /^1 mail waiting, the oldest for [\d,]+ minutes; 1 mail given up in 30 days$/
  ],
  [
    "a placement past its day (recruiting 8)",
    inSql(`INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
      INSERT INTO placements (organization_id, id, application_id, job_id, agency_id, status, due_day, payment_terms_days, written_at_ms, json)
      VALUES ('org_a', 'plc_a', 'app_a', 'job_a', 'agy_a', 'AWAITING_START', '2026-01-01', 30, 1, '{}')`),
    "placements",
    "look",
    /^1 placement waiting, the oldest for [\d,]+ minutes: their fees are not due, or their guarantees not over$/
  ],
  [
    "persons that are kept longer than an organization has set (recruiting 9)",
    inSql("INSERT INTO organizations (id, name, created_at, retained_at_ms) VALUES ('org_a', 'A', '2020', 1)"),
    "retention",
    "look",
    /^1 organization with retention_days, the last look [\d,]+ hours ago$/
  ],
  [
    "a newer schema that has only added",
    inSql("INSERT INTO migrations (migration_id, name) VALUES (999, 'future')"),
    "migrations",
    "look",
    /schema 999, this program has \d+, which may run on it/
  ],
  [
    "a clock that went back",
    inSql(`INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '${future}')`),
    "clock",
    "bad",
    /knows of 2999-01-01/
  ],
  [
    "a token that lives too long",
    inSql(`INSERT INTO clients (id, name, may_create_organizations, is_sandbox, created_at) VALUES ('c', 'C', 0, 0, '2020');
      INSERT INTO tokens (digest, client_id, is_primary, expires_at_ms) VALUES ('t', 'c', 1, ${Date.parse(future)})`),
    "clock",
    "bad",
    /knows of 2998-12-31/
  ],
  [
    "clients of the sandbox",
    inSql(
      "INSERT INTO clients (id, name, may_create_organizations, is_sandbox, created_at) VALUES ('c', 'C', 0, 1, '2020')"
    ),
    "clients",
    "look",
    /everybody knows: c$/
  ],
  ["a database that everybody may read", (file) => Fs.chmodSync(file, 0o604), "files", "bad", /data\.db \(604\)$/],
  ["a database that a group may read", (file) => Fs.chmodSync(file, 0o640), "files", "look", /data\.db \(640\)$/],
  [
    "a journal, a lock and a kept copy that everybody may read",
    (file) => {
      for (const name of [`${file}-wal`, `${file}.lock`, `${file}.before-restore-1`]) {
        Fs.writeFileSync(name, "")
        Fs.chmodSync(name, 0o644)
      }
      Fs.writeFileSync(`${file}2`, "another's", { mode: 0o644 })
    },
    "files",
    "bad",
    /reach \S+-wal \(644\), \S+\.before-restore-1 \(644\), \S+\.lock \(644\)$/
  ],
  [
    "a link where a journal would be",
    (file) => Fs.symlinkSync("nowhere", `${file}-journal`),
    "files",
    "bad",
    /no file, .*data\.db-journal$/
  ],
  [
    "a folder that everybody may write to",
    (file) => Fs.chmodSync(Path.dirname(file), 0o1777),
    "folder",
    "bad",
    /\(777\)$/
  ],
  ["a folder that everybody may list", (file) => Fs.chmodSync(Path.dirname(file), 0o755), "folder", "look", /\(755\)$/],
  [
    "a bound grant that was stored with more than it can hold",
    inSql(`${boundGrant("agy_a", ["jobs:read", "fees:write", "users:read"])};
      INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees, searched_name)
      VALUES ('org_a', 'agy_a', 'A', '[]', 1, '[]', 'A')`),
    "grants",
    "look",
    /: c in org_a \(fees:write, users:read\)$/
  ],
  [
    "a grant that is bound to an agency that is not there",
    inSql(boundGrant("agy_gone", ["jobs:read"])),
    "agencies",
    "look",
    /: c in org_a \(agy_gone\)$/
  ],
  [
    "an agency that the search index does not have",
    inSql(`INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
      INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees)
      VALUES ('org_a', 'agy_a', 'A', '[]', 1, '[]')`),
    "search",
    "look",
    /: 1; lists with q answer 503/
  ],
  [
    "applications that own one person together, from before claims",
    inSql(`INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
      INSERT INTO applications (organization_id, id, job_id, agency_id, email_key, state, written_at_ms, json)
      SELECT 'org_a', 'app_' || replace(value, '+', '_'), 'job_1', 'agy_1', value || '@example.com', 'OFFER', 0, '{}'
      FROM json_each('["ada", "ada+x", "bob+x"]');
      -- A hire without a placement that is under way owns nobody.
      INSERT INTO applications (organization_id, id, job_id, agency_id, email_key, state, written_at_ms, json)
      VALUES ('org_a', 'app_bob', 'job_1', 'agy_1', 'bob@example.com', 'HIRED', 0, '{}')`),
    "claims",
    "look",
    /together, under two tags of an email: app_ada and app_ada_x$/
  ],
  [
    "claims of a key that is not set",
    inSql(`INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
      INSERT INTO claims (organization_id, scope, person_key, key_id, application_id, since_ms, expires_at_ms)
      SELECT 'org_a', 'job_1', value, value, 'app_1', 0, 0 FROM json_each('["none", "lost"]')`),
    "claims",
    "look",
    /their key is not set: 1 with the key lost$/
  ],
  [
    "jobs that agencies see against the rule",
    inSql(wrongAccess),
    "access",
    "bad",
    /^jobs of agencies: (?=.*1 shown and not to be seen, the first org_a job_1 agy_a)(?=.*1 to be seen and not shown, the first org_a job_1 agy_b)(?=.*1 shown in lists with members of before, the first org_a job_2 agy_a)(?=.*1 with an assignment that is marked wrongly, the first org_a job_2 agy_b)/
  ]
]

/** The bytes of a key, by which its name is made; and the setting of it. */
const keyText = (byte: number): string => Buffer.alloc(sealingKeyBytes, byte).toString("base64")
const keyId = (byte: number): string => sealingKeyOf(new Uint8Array(sealingKeyBytes).fill(byte)).id

const never = Number.MAX_SAFE_INTEGER

/** An endpoint with a secret that the key 1 has sealed. Nothing is due to it. */
const endpoint = (id: string, { status = "enabled", reason = "", position = "" } = {}) => `
  INSERT INTO webhook_endpoints (id, organization_id, client_id, agency_id, json) VALUES ('${id}', 'org_a', 'c', NULL, '${JSON.stringify(
    {
      status,
      ...(reason === "" ? {} : { disabled_reason: reason }),
      updated_at: "2026-01-01T00:00:00.000Z"
    }
  )}');
  INSERT INTO webhook_secrets VALUES ('${id}', 1, '${keyId(1)}', '', NULL), ('${id}', 0, '${keyId(9)}', '', 1);
  INSERT INTO webhook_positions VALUES ('${id}', 'org_a', 0, 0, NULL, 0, 0, ${never}, ${never}, 0, '', 0, NULL);
  ${position === "" ? "" : `UPDATE webhook_positions SET ${position} WHERE endpoint_id = '${id}';`}`

const hourAgo = Date.now() - hourMs
const waiting = `INSERT INTO journal_counters (organization_id, sequence) VALUES ('org_a', 2);
  INSERT INTO events (organization_id, sequence, type, is_for_agencies, occurred_at_ms, json) VALUES
  ('org_a', 2, 'job.created', 0, ${hourAgo}, '{}');`

const keys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: {},
  right: { SECRETS_KEY: keyText(1) },
  replaced: { SECRETS_KEY: keyText(2), SECRETS_KEY_PREVIOUS: keyText(1) },
  wrong: { SECRETS_KEY: keyText(3) }
}

const webhookFindings: ReadonlyArray<
  [what: string, sql: string, keys: string, check: string, state: string, seen: RegExp]
> = [
  [
    "no key for endpoints",
    endpoint("whe_a"),
    "none",
    "secrets",
    "bad",
    /not set, and there are 1 webhook endpoint: nothing/
  ],
  [
    "secrets of a key that is not set, but not those that sign no more",
    endpoint("whe_a") + endpoint("whe_b"),
    "wrong",
    "secrets",
    "bad",
    new RegExp(`^2 secrets of 2 endpoints: sealed with the key ${keyId(1)}, which is not set`)
  ],
  [
    "secrets of the key before",
    endpoint("whe_a"),
    "replaced",
    "secrets",
    "look",
    new RegExp(`^1 secret of 1 endpoint: sealed with the key ${keyId(1)} of SECRETS_KEY_PREVIOUS$`)
  ],
  [
    "events that nobody delivers",
    endpoint("whe_a", { position: "wake_after = 1" }) + waiting,
    "right",
    "deliveries",
    "look",
    /^due for 60 minutes, and no worker has come: whe_a in org_a$/
  ],
  [
    "retries that nobody makes",
    endpoint("whe_a", { position: `due_at_ms = ${hourAgo}, lease_until_ms = ${hourAgo - 1}` }),
    "right",
    "deliveries",
    "look",
    /^due for 60 minutes/
  ],
  [
    "a redelivery that nobody makes",
    endpoint("whe_a", { position: "due_at_ms = 0" }) +
      `INSERT INTO webhook_deliveries VALUES
        ('whe_a', 'evt_a', 1, 'job.created', 'pending', '[]', 0, ${hourAgo}, ${hourAgo}),
        ('whe_a', 'evt_b', 1, 'job.created', 'parked', '[]', 1, ${Date.parse(future)}, ${hourAgo});`,
    "right",
    "deliveries",
    "look",
    /^due for 60 minutes, and no worker has come: whe_a in org_a$/
  ],
  ["a ping that nobody sends", endpoint("whe_a", { status: "pending" }), "right", "deliveries", "look", /^due for/],
  [
    "a lease that is too long",
    endpoint("whe_a", { position: `lease_until_ms = ${Date.parse(future)}` }),
    "right",
    "deliveries",
    "look",
    /^leased until 2999-01-01/
  ],
  [
    "endpoints that fail, have failed, and are paused",
    endpoint("whe_a", { position: "failures = 1, failing_since_ms = 1, is_failing = 1" }) +
      endpoint("whe_b", { status: "disabled", reason: "failing" }) +
      endpoint("whe_c", { position: `is_failing = 1, due_at_ms = ${Date.parse(future)}` }) +
      endpoint("whe_d", { status: "disabled", reason: "requested" }),
    "right",
    "webhooks",
    "look",
    /^failing: whe_a in org_a; disabled after they failed for 5 days: whe_b in org_a; paused, [^:]*: whe_c in org_a$/
  ]
]

describe("partner-api doctor", () => {
  it.concurrent.for(webhookFindings)(
    "finds %s (docs/operators/clients.md, Webhook endpoints)",
    async ([, sql, key, check, state, seen], { expect }) => {
      using made = await database(inSql(sql))
      const { healthy, notGood, printed } = await examine(made.file, { ...url, ...keys[key] })
      expect(Object.keys(notGood)).toStrictEqual([check])
      expect(notGood[check]).toMatchObject({ state, seen: expect.stringMatching(seen) })
      expect(notGood[check]?.remedy).toMatch(/\.\)?$/)
      expect(healthy).toBe(state !== "bad")
      for (const text of Object.values(keys[key] ?? {})) expect(printed).not.toContain(text)
    }
  )

  it("finds nothing wrong with endpoints whose work is done or under way (docs/operators/clients.md, Webhook endpoints)", async () => {
    using made = await database(
      inSql(
        `${waiting} ${endpoint("whe_a", { position: "position = 2, wake_after = 2" })}
        ${endpoint("whe_b", { position: `wake_after = 1, lease_until_ms = ${Date.now() + 20_000}` })}
        ${endpoint("whe_c", { position: `wake_after = 1, lease_until_ms = ${Date.now() - 10_000}` })}
        ${endpoint("whe_d", { status: "disabled", reason: "operator", position: "wake_after = 1" })}`
      )
    )
    const { notGood } = await examine(made.file, { ...url, SECRETS_KEY: keyText(1) })
    assert.deepStrictEqual(notGood, {})
  })

  it("with --digests finds a file whose bytes are others of the same number, and no file that is whole (docs/operators/data.md)", async () => {
    using made = await database((file) => {
      const rowOf = (id: string) =>
        `('org_a', 'app_a', '${id}', 'STORED', 3, 1, '{"sha256":"${Crypto.hash("sha256", "abc")}"}')`
      inSql(`INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
        INSERT INTO attachments (organization_id, application_id, id, state, size_bytes, changed_at_ms, json)
        VALUES ${rowOf("att_other")}, ${rowOf("att_whole")}`)(file)
      Fs.mkdirSync(`${file}.files/org_a`, { recursive: true, mode: 0o700 })
      for (const [id, bytes] of [
        ["att_other", "abd"],
        ["att_whole", "abc"]
      ]) {
        Fs.writeFileSync(`${file}.files/org_a/${id}`, String(bytes), { mode: 0o600 })
      }
    })
    assert.deepStrictEqual((await examine(made.file)).notGood, {})
    const { healthy, notGood } = await examineDatabase({ DATABASE_URL: `sqlite:${made.file}`, ...url }, "--digests")
    assert.isFalse(healthy)
    assert.match(
      notGood["uploads"]?.seen ?? "",
      /1 of 2: org_a app_a att_other \(other bytes than those that were sent\)$/
    )
  })

  it("finds nothing wrong with a service that is well, and changes nothing (README)", async () => {
    using made = await database(() => undefined)
    const digest = () => Crypto.createHash("sha256").update(Fs.readFileSync(made.file)).digest("hex")
    const before = digest()
    const { healthy, notGood, names } = await examine(made.file)
    assert.deepStrictEqual([healthy, notGood], [true, {}])
    assert.includeMembers(
      [...names],
      "settings|public url|metrics|traces|console|requests|files|folder|owner|server|integrity|schema|migrations|disk|clock|backup".split(
        "|"
      )
    )
    assert.strictEqual(digest(), before)
  })

  it.concurrent.for(findings)("finds %s (README)", async ([, change, check, state, seen], { expect }) => {
    using made = await database(change)
    const { healthy, notGood } = await examine(made.file)
    expect(healthy).toBe(state !== "bad")
    expect(Object.keys(notGood)).toStrictEqual([check])
    expect(notGood[check]?.state).toBe(state)
    expect(notGood[check]?.seen).toMatch(seen)
    expect(notGood[check]?.remedy).toMatch(/\.$/)
  })

  it.for<[what: string, operator: Partial<OperatorSettings> | undefined, state: "good" | "look"]>([
    ["none", undefined, "good"],
    ["one on this machine", {}, "good"],
    ["one that the network reaches in the open", { host: "0.0.0.0" }, "look"],
    ["one with an address in the open", { host: "::", url: "http://console.example" }, "look"],
    ["one with an address of the network, through a tunnel", { url: "http://console.example" }, "look"],
    ["one behind a certificate", { host: "0.0.0.0", url: "https://console.example" }, "good"]
  ])("judges the console: %s (docs/console.md)", ([, operator, state]) => {
    const set =
      operator === undefined
        ? undefined
        : { host: "127.0.0.1", port: 8_081, url: undefined, provider: undefined, ...operator }
    const finding = consoleFindingOf(set)
    assert.deepInclude(finding, { check: "console", state })
    assert.strictEqual(finding.remedy === undefined, state === "good")
  })

  it.for<[what: string, backups: Omit<Backups, "bornMs">, state: "good" | "look", seen: string]>([
    [
      "none of an old database",
      { lastMs: undefined, schedule: undefined },
      "look",
      "none is known of this database, which is 100 hours old"
    ],
    ["one of yesterday", { lastMs: -26 * hourMs, schedule: undefined }, "good", "the last one is 26 hours old"],
    ["one of the day before", { lastMs: -27 * hourMs, schedule: undefined }, "look", "the last one is 27 hours old"],
    ["one that is late", { lastMs: -12 * hourMs, schedule: everySixHours }, "good", "the last one is 12 hours old"],
    ["two that are missing", { lastMs: -13 * hourMs, schedule: everySixHours }, "look", "the last one is 13 hours old"]
  ])("judges backups: %s (docs/operators/data.md, Back up and restore)", ([, backups, state, seen]) => {
    const finding = backupFindingOf({ ...backups, bornMs: -100 * hourMs }, 0)
    assert.deepInclude(finding, { check: "backup", state, seen })
    assert.strictEqual(finding.remedy === undefined, state === "good")
  })

  it("reads no more than it must without --deep (docs/operators/settings.md)", async () => {
    using made = await database(
      inSql("INSERT INTO client_secrets (digest, client_id, created_at) VALUES ('d', 'nobody', '2020')")
    )
    const { code, stdout } = await commandsOn(made.file, url).run("doctor")
    assert.strictEqual(code, 0)
    assert.match(stdout, /^good {2}integrity +not looked at; partner-api doctor --deep reads all of [\d,]+ bytes$/m)
  })

  it("names the clients that have stored most, and those near their quota (docs/operators/clients.md, What clients store)", async () => {
    const mebibyte = 1_048_576
    const nowMs = Date.UTC(2026, 10, 26, 12)
    const [today, yesterday] = [Date.UTC(2026, 10, 26), Date.UTC(2026, 10, 25)]
    const row = (day_at_ms: number, client_id: string, mebibytes: number) => ({
      day_at_ms,
      client_id,
      bytes: mebibytes * mebibyte
    })
    const rows = [row(yesterday, "c_a", 79), row(today, "c_b", 70), row(today, "c_a", 1), row(0, "c_c", 100)]
    const found = storageFindingOf(rows, 100 * mebibyte, nowMs)
    assert.strictEqual(found.state, "good")
    assert.match(found.seen, /100 MiB .*: today c_b 70 MiB, c_a 1 MiB; yesterday c_a 79 MiB$/)
    const near = storageFindingOf(rows, 87 * mebibyte, nowMs)
    assert.deepStrictEqual([near.state, near.seen.split(": ")[1]], ["look", "today c_b 70 MiB; yesterday c_a 79 MiB"])
    const many = storageFindingOf(
      ["c_a", "c_b", "c_c", "c_d", "c_e"].map((id) => row(today, id, 5)),
      100 * mebibyte,
      nowMs
    )
    assert.match(many.seen, /today c_a 5 MiB, c_b 5 MiB, c_c 5 MiB, and 2 more$/)
    using stored = await database(
      inSql(`INSERT INTO stored_bytes VALUES (${Date.now() - (Date.now() % 86_400_000)}, 'c_a', 900000)`)
    )
    const { notGood } = await examine(stored.file, { ...url, STORED_MIB_PER_DAY: "1" })
    assert.match(notGood["storage"]?.seen ?? "", /clients near the 1 MiB .*: today c_a 1 MiB/)
  })

  it("finds files and a folder of another user than the one who asks (docs/decisions, Files)", ({ expect }) => {
    const place = (path: string, owner: number) => ({ path, kind: "file", mode: 0o600, owner }) as const
    const ownerOf = (folderOwner: number, user: number) =>
      fileFindingsOf({
        files: [place("data.db", 1_000), place("data.db.lock", 1_001)],
        folder: { ...place("data", folderOwner), kind: "folder", mode: 0o700 },
        user
      }).find(({ check }) => check === "owner")
    expect(ownerOf(1_002, 1_000)).toMatchObject({
      state: "look",
      seen: "this command runs as user 1000, but data.db.lock is user 1001's, data is user 1002's"
    })
    expect(ownerOf(0, 1_000)?.seen).not.toContain("data is user 0's")
  })

  it("reports a missing database and a missing address, which are no faults yet (README)", async () => {
    using folder = temporaryFolder()
    const { healthy, notGood } = await examine(folder.file("none.db"), {})
    assert.isTrue(healthy)
    assert.deepStrictEqual(Object.keys(notGood), ["public url", "database"])
    assert.deepStrictEqual(Fs.readdirSync(folder.path), [])
  })

  it("knows the key that lies beside the database of a sandbox (README)", async () => {
    using made = await database(
      inSql(`INSERT INTO clients (id, name, may_create_organizations, is_sandbox, created_at) VALUES ('c', 'C', 0, 1, '2020');
        INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020');
        INSERT INTO claims (organization_id, scope, person_key, key_id, application_id, since_ms, expires_at_ms)
        VALUES ('org_a', 'job_1', 'p', '${keyId(3)}', 'app_1', 0, 0)`)
    )
    assert.include(Object.keys((await examine(made.file)).notGood), "claims")
    Fs.writeFileSync(`${made.file}.key`, keyText(3), { mode: 0o600 })
    assert.notInclude(Object.keys((await examine(made.file)).notGood), "claims")
  })

  it("reports wrong settings and a running server, in words too (README)", async () => {
    await using server = await startServer({ sandbox: false })
    const well = await commandsOn(server.databaseFile, url).run("doctor")
    assert.strictEqual(well.code, 0)
    assert.match(well.stdout, /^good {2}server +a server is running on this database$/m)
    const near = await commandsOn(server.databaseFile, { ...url, LOGLEVEL: "debug" }).run("doctor")
    assert.strictEqual(near.code, 0)
    assert.match(
      near.stdout,
      /^look {2}settings +the environment has LOGLEVEL, .*\n +Write LOG_LEVEL if that is meant\./m
    )
    const wrong = await commandsOn(server.databaseFile, { PORT: "99999" }).run("doctor")
    assert.strictEqual(wrong.code, 1)
    assert.match(wrong.stdout, /^bad {3}settings +The setting PORT is wrong/m)
  })
})
