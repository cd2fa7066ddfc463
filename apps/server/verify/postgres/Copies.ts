/**
 * Copies from one database to another with the program, and what is in the databases, read without it.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert } from "@effect/vitest"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { databases } from "../../test/Postgres.ts"
import { runProcess } from "../../test/Program.ts"
import { openDatabase, startServer, temporaryFolder } from "../../test/TestServer.ts"

const Side = Schema.Struct({ rows: Schema.Int, digest: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)) })

/** What `copy --json` prints. */
export const decodeCopy = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      from: Schema.String,
      to: Schema.String,
      written: Schema.Int,
      differences: Schema.Int,
      files: Schema.NullOr(Schema.Int),
      files_missing: Schema.NullOr(Schema.Int),
      tables: Schema.Array(
        Schema.Struct({
          table: Schema.String,
          from: Side,
          to: Side,
          missing: Schema.Int,
          changed: Schema.Int,
          extra: Schema.Int
        })
      )
    })
  ),
  { onExcessProperty: "error" }
)

/** Ends the sessions of programs that have ended: the database may take a moment to see it. */
export const endSessions = (url: string) =>
  databases().run(
    url,
    `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
     WHERE datname = current_database() AND split_part(application_name, ' ', 1) = 'partner-api'`
  )

/** Runs the command. */
export const copy = (from: string, to: string, ...flags: ReadonlyArray<string>) =>
  runProcess(["copy", "--from", from, "--to", to, ...flags], {})

/** The report of a copy that succeeds. */
export const copied = async (from: string, to: string, ...flags: ReadonlyArray<string>) => {
  const { code, stdout, stderr } = await copy(from, to, ...flags, "--json")
  assert.strictEqual(code, 0, stderr)
  for (const url of [from, to]) if (url.startsWith("postgres:")) await endSessions(url)
  return decodeCopy(stdout)
}

/** What each database has of its own: tables, and columns of others. */
const own = ["migrations", "write_probes", "copies", "search_words"]
const ownColumns = ["searched_at_ms", "searched_name"]

/** Every row of every table of a file, in one order. */
export const rowsOf = (file: string) => {
  using database = openDatabase(file)
  const names = database.db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !own.includes(name))
  return Object.fromEntries(
    names.map((name) => {
      const rows = database.db.prepare(`SELECT * FROM ${name}`).all()
      const shared = rows.map((row) => Object.entries(row).filter(([column]) => !ownColumns.includes(column)))
      return [name, shared.map((row) => JSON.stringify(Object.fromEntries(row))).toSorted()]
    })
  )
}

/** Runs statements on a file, as another program would. */
export const inFile = (file: string, sql: string) => {
  using database = openDatabase(file)
  database.db.exec(sql)
}

const numbers = (count: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`

/** Adds agencies whose identifiers are in the order of their numbers. */
export const addAgencies = (file: string, count: number) =>
  inFile(
    file,
    `${numbers(count)} INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees)
     SELECT 'org_acme', 'agy_' || (100000 + n), 'A', '[]', n, '[]' FROM numbers`
  )

/** Adds more keys than a page holds, which sort differently by their bytes and by a language, and texts that need care. */
export const addOddities = (file: string) => {
  inFile(
    file,
    `${numbers(1_500)} INSERT INTO idempotency_keys
       (organization_id, client_id, method, path, key, fingerprint, status, headers, body, resource_id, expires_at_ms)
     SELECT 'org_acme', 'sandbox-client', 'POST', '/v1/users',
       CASE n % 4 WHEN 0 THEN 'key-' WHEN 1 THEN 'Key_' WHEN 2 THEN 'kEy.' ELSE '"KEY' END || (n * 7919 % 1500) || '-' || n,
       'f', 201, '{}', '{"n":' || n || '}', NULL, 9007199254740991 - n FROM numbers`
  )
  using database = openDatabase(file)
  const insert = database.db.prepare(
    `INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees, external_id)
     VALUES ('org_acme', ?, ?, '[]', 2147483647, '[ {"b":1 , "a":0.10} ]', ?)`
  )
  const texts = [
    "",
    "NULL",
    " \u00A0padded \n",
    "{}",
    '{"a",NULL}',
    "\\N",
    "'; DROP TABLE jobs; --",
    'a"b\\c',
    "é",
    "e\u0301",
    "🙂\uFFFF",
    "a\r\n\tb"
  ]
  for (const [index, text] of texts.entries()) insert.run(`agy_${text}`, text, index % 2 === 0 ? null : `X${text}`)
}

/** Adds operators, of whom one is erased, with links and a session. */
export const addOperators = (file: string) =>
  inFile(
    file,
    `INSERT INTO operators VALUES ('opr_a', 'Ada', 'admin', '2026-01-01T00:00:00.000Z', NULL, 9),
      ('opr_B', NULL, 'viewer', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', NULL);
    INSERT INTO operator_links VALUES ('digest-a', 'opr_a', ${Number.MAX_SAFE_INTEGER}, NULL), ('digest-B', 'opr_a', 8, 7);
    INSERT INTO operator_sessions VALUES ('digest-a', 'opr_a', 7, 9, ${Number.MAX_SAFE_INTEGER})`
  )

/** Adds a webhook endpoint with its secrets and deliveries, to which nothing is due. */
export const addWebhook = (file: string) => {
  const never = Number.MAX_SAFE_INTEGER
  inFile(
    file,
    `INSERT INTO webhook_endpoints (id, organization_id, client_id, agency_id, json) VALUES ('whe_a', 'org_acme', 'sandbox-client', NULL, '{"status":"enabled"}');
    INSERT INTO webhook_secrets VALUES ('whe_a', 1, 'a1b2c3d4', 'c2VhbGVk', 4), ('whe_a', 2, 'a1b2c3d4', 'c2VhbGVk', NULL);
    INSERT INTO webhook_positions VALUES ('whe_a', 'org_acme', 7, 3, 4, 5, 1, ${never}, ${never}, 2, '', 6, 7);
    INSERT INTO webhook_uses VALUES ('sandbox-client', 'ping', 9, 'use_a', 'whe_a', 'hooks.example.com');
    INSERT INTO webhook_removals VALUES ('whe_b');
    INSERT INTO webhook_deliveries VALUES
      ('whe_a', 'evt_B', 8, 'job.created', 'parked', '[]', 2, ${never}, 9), ('whe_a', 'evt_a', 0, 'ping', 'succeeded', '[]', 0, NULL, 9)`
  )
}

/** Adds what belongs to a person: a file, a message, a link, a mail that waits, and an erasure that was requested. */
export const addPerson = (file: string) =>
  inFile(
    file,
    `INSERT INTO attachments (organization_id, application_id, id, state, size_bytes, changed_at_ms, json, scan_due_at_ms)
      VALUES ('org_acme', 'app_a', 'att_a', 'STORED', 3, 9007199254740991, '{"file_name":"é.pdf"}', 9);
    INSERT INTO messages (organization_id, application_id, number, json) VALUES ('org_acme', 'app_a', 1, '{"body":"a\\nb"}'), ('org_acme', 'app_a', 10, '{}'), ('org_acme', 'app_B', 2, '{}');
    INSERT INTO confirmation_links VALUES ('org_acme', 'app_a', 'digest-a', 'SERVICE', 9007199254740991, 'CONFIRM', 8, 7, 2);
    INSERT INTO mails (id, organization_id, kind, subject_id, client_id, address_key, key_id, sealed, state, attempts, created_at_ms, due_at_ms)
      VALUES ('m1', 'org_acme', 'CONFIRMATION', 'app_a', 'sandbox-client', 'a', 'k', 'c2VhbGVk', 'WAITING', 0, 1, 9007199254740991);
    INSERT INTO erasure_requests VALUES ('org_acme', 'era_a', 2, NULL, 9, NULL), ('org_acme', 'era_B', 0, 'digest', 9, 10);
    INSERT INTO erasure_subjects VALUES ('org_acme', 'era_a', 'app_a', 0), ('org_acme', 'era_a', 'app_B', 1);
    UPDATE organizations SET retained_at_ms = 9007199254740991 WHERE id = 'org_acme'`
  )

/**
 * Makes an empty target in which one agency waits at a gate, so that a copy stands still after the pages before it. `open` lets it go on.
 */
export const makeGate = async (url: string, agency: string) => {
  const made = await runProcess(["organizations", "list"], { DATABASE_URL: url })
  assert.strictEqual(made.code, 0, made.stderr)
  await endSessions(url)
  await databases().run(
    url,
    `CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$`,
    `CREATE TRIGGER gate BEFORE INSERT ON agencies
     FOR EACH ROW WHEN (NEW.id = '${agency}') EXECUTE FUNCTION wait_at_gate()`
  )
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
  await runtime.runPromise(PgClient.PgClient.use((sql) => sql`SELECT pg_advisory_lock(1)`))
  // The lock is the session's, and ends with it.
  return { open: runtime.dispose, [Symbol.asyncDispose]: runtime.dispose }
}

/** A file that a service has left: the sandbox, with the tokens, keys and cursors that partners hold. */
const makeSource = async (file: string) => {
  await using server = await startServer({ databaseFile: file })
  const token = await server.partner()
  const add = {
    headers: { "idempotency-key": "first" },
    json: { first_name: "Ada", last_name: "L", email: "ada@example.com" }
  }
  const added = await server.call("POST", "/v1/users", { token, ...add })
  const page = await server.call("GET", "/v1/jobs?limit=2", { token })
  return { token, add, added, page, startMs: server.startMs }
}

/** A folder with a source, and an empty PostgreSQL database. */
export const places = async () => {
  const folder = temporaryFolder()
  const file = folder.file("source.db")
  const held = await makeSource(file)
  const postgres = await databases().create()
  return { folder, file, sqlite: `sqlite:${file}`, postgres, held, [Symbol.dispose]: folder.remove }
}
