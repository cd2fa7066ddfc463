/**
 * Each incident of `docs/incidents.md`, provoked: log, metrics, `doctor` and audit log have what the page says.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { assert, describe, it } from "@effect/vitest"
import { alerts } from "../../test/generate/Alerts.ts"
import { fillDisk, type Means, mountDisk, notRun, smallDisk } from "../../test/faults/Machine.ts"
import { runMain, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { newerSchema } from "../../test/OlderSchema.ts"
import { startCollector } from "../../test/operator/Collector.ts"
import { metricsPortIn, scrape } from "../../test/operator/Scrape.ts"
import { runProcess } from "../../test/Program.ts"
import { openDatabase, sharedFolder } from "../../test/TestServer.ts"
import { childrenOf, listing } from "../../test/workers/Processes.ts"
import { type Incident, readIncidents } from "./IncidentPage.ts"

const folder = sharedFolder()
const secret = "sandbox-partner-secret"
const operator = { PUBLIC_URL: "https://partners.example.com" }

type Server = Awaited<ReturnType<typeof startServerProcess>>
type Value = (name: string, labels?: Readonly<Record<string, string>>) => number | undefined

/** What was seen of an incident. */
interface Seen {
  readonly log?: string
  readonly value?: Value
  readonly doctor?: string
  readonly audit?: string
}

const commandOn = (database: string, ...args: ReadonlyArray<string>) =>
  runProcess(args, { ...operator, DATABASE_URL: database })

/** What `doctor` says, with one space between words. */
const runDoctor = async (database: string, ...flags: ReadonlyArray<string>): Promise<string> =>
  (await commandOn(database, "doctor", ...flags)).stdout.replaceAll(/ +/g, " ")

const login = ({ call }: Server, given = secret) =>
  call("POST", "/v1/auth/token", { json: { client_id: "sandbox-partner", client_secret: given } })

const tokenOf = async (server: Server): Promise<string> =>
  String(JSON.parse((await login(server)).text)["access_token"])

const addUser = ({ call }: Server, token: string, name: string) =>
  call("POST", "/v1/users", {
    token,
    json: { first_name: "A".repeat(100), last_name: "B", email: `${name}@example.com` }
  })

let databases = 0
const newFile = (): string => folder.file(`incident-${++databases}.db`)

type Trouble = (server: Server) => Promise<Omit<Seen, "log" | "value"> | undefined>

/** A server with metrics, its trouble, and what it said until its end. */
const inServer = async (
  command: "sandbox" | "serve",
  settings: Readonly<Record<string, string>>,
  trouble: Trouble,
  databaseFile = newFile()
): Promise<Seen> => {
  await using server = await startServerProcess({
    command,
    databaseFile,
    settings: { METRICS_PORT: "0", LOG_FORMAT: "json", ...settings }
  })
  const port = metricsPortIn(await server.outputMatch(/Metrics are at \S+/))
  const seen = await trouble(server)
  const { value } = await scrape(port)
  const { stderr, stdout } = await server.kill("SIGTERM")
  return { ...seen, value, log: stdout + stderr }
}

const inSandbox = (settings: Readonly<Record<string, string>>, trouble: Trouble, databaseFile?: string) =>
  inServer("sandbox", settings, trouble, databaseFile)

/** A database as a sandbox leaves it, changed. */
const changed = async (change: (file: string) => void): Promise<string> => {
  const file = newFile()
  await inSandbox({}, async () => undefined, file)
  change(file)
  return file
}

const inSql = (sql: string) => (file: string) => {
  using made = openDatabase(file)
  made.db.exec(sql)
}

/** More writes than a log that has grown takes without space. */
const writesMax = 3_000

interface Provoked {
  readonly needs?: Means
  readonly provoke: () => Promise<Seen>
}

const incidents: Readonly<Record<string, Provoked>> = {
  "The disk is full": {
    needs: smallDisk,
    provoke: async () => {
      using disk = mountDisk(8)
      const file = Path.join(disk.path, "test.db")
      return await inSandbox(
        {},
        async (server) => {
          const token = await tokenOf(server)
          fillDisk(disk.path)
          let status = 201
          for (let write = 0; status === 201 && write < writesMax; write++) {
            status = (await addUser(server, token, `full_${write}`)).status
          }
          assert.strictEqual(status, 503)
          return { doctor: await runDoctor(`sqlite:${file}`) }
        },
        file
      )
    }
  },
  "PostgreSQL does not answer": {
    provoke: async () => {
      const postgres = await startPostgres()
      const url = await postgres.create()
      const seen = await inSandbox({ DATABASE_URL: url }, async (server) => {
        const token = await tokenOf(server)
        await postgres.end("SIGINT")
        assert.strictEqual((await server.call("GET", "/v1/users", { token })).status, 503)
        return { doctor: await runDoctor(url) }
      })
      await postgres.stop()
      return seen
    }
  },
  "Another program holds the database": {
    provoke: () =>
      inSandbox({}, async (server) => {
        const token = await tokenOf(server)
        using other = openDatabase(server.databaseFile)
        other.db.exec("BEGIN IMMEDIATE")
        assert.strictEqual((await addUser(server, token, "waiting")).status, 503)
        other.db.exec("ROLLBACK")
        return undefined
      })
  },
  "A partner sends too many requests": {
    provoke: () =>
      inSandbox({ RATE_LIMIT_BURST: "3", RATE_LIMIT_PER_SECOND: "1" }, async (server) => {
        const token = await tokenOf(server)
        const answers = await Promise.all(Array.from({ length: 12 }, () => server.call("GET", "/v1/jobs", { token })))
        assert.include(
          answers.map(({ status }) => status),
          429
        )
        return undefined
      })
  },
  "A client has stored its bytes of the day": {
    provoke: () =>
      inSandbox({ STORED_MIB_PER_DAY: "1" }, async (server) => {
        const token = await tokenOf(server)
        const json = { title: "Engineer", description: "職".repeat(20_000) }
        let status = 201
        for (let number = 0; number < 20 && status === 201; number++) {
          status = (await server.call("POST", "/v1/jobs", { token, json })).status
        }
        assert.strictEqual(status, 429)
        assert.strictEqual((await server.call("GET", "/v1/jobs?limit=1", { token })).status, 200)
        return undefined
      })
  },
  "Somebody guesses secrets": {
    provoke: () =>
      inSandbox({}, async (server) => {
        const statuses: Array<number> = []
        for (let guess = 0; guess < 25; guess++) statuses.push((await login(server, `guess-${guess}`)).status)
        assert.strictEqual(statuses.at(-1), 429)
        assert.strictEqual((await login(server)).status, 200)
        return undefined
      })
  },
  "Requests come without a token": {
    provoke: () =>
      inSandbox({}, async (server) => {
        for (let request = 0; request < 30; request++) await server.call("GET", "/v1/jobs")
        return undefined
      })
  },
  "A secret has leaked": {
    provoke: () =>
      inSandbox({}, async (server) => {
        const database = `sqlite:${server.databaseFile}`
        assert.strictEqual((await login(server)).status, 200)
        const { stdout } = await commandOn(database, "clients", "show", "sandbox-partner")
        assert.match(stdout, /last used in the hour of/)
        await commandOn(database, "clients", "rotate-secret", "sandbox-partner", "--now")
        assert.strictEqual((await login(server)).status, 401)
        return { audit: (await commandOn(database, "audit")).stdout }
      })
  },
  "A token has leaked": {
    provoke: () =>
      inSandbox({}, async (server) => {
        const token = await tokenOf(server)
        const form = { client_id: "sandbox-partner", client_secret: secret, token }
        assert.strictEqual((await server.call("POST", "/oauth/revoke", { form })).status, 200)
        assert.strictEqual((await addUser(server, token, "leaked")).status, 401)
        const flags = ["rotate-secret", "sandbox-partner", "--now", "--keep-webhooks"]
        await commandOn(`sqlite:${server.databaseFile}`, "clients", ...flags)
        assert.strictEqual((await login(server)).status, 401)
        return undefined
      })
  },
  "The clock is wrong": {
    provoke: async () => {
      const future =
        "INSERT INTO organizations (id, name, created_at) VALUES ('org_z', 'Z', '2999-01-01T00:00:00.000Z')"
      return { doctor: await runDoctor(`sqlite:${await changed(inSql(future))}`) }
    }
  },
  "The clock of a node is wrong": {
    provoke: async () => {
      const postgres = await startPostgres()
      const url = await postgres.create()
      const late = folder.file("late.mjs")
      Fs.writeFileSync(late, "const now = Date.now; Date.now = () => now() - 3_600_000\n")
      const settings = { DATABASE_URL: url, NODE_OPTIONS: `--import=${late}` }
      const seen = await inSandbox(settings, async (server) => {
        await server.errorMatch(/the clock of this machine is/)
        const { stdout } = await runProcess(["doctor"], { ...operator, ...settings })
        return { doctor: stdout.replaceAll(/ +/g, " ") }
      })
      await postgres.stop()
      return seen
    }
  },
  "Backups have stopped": {
    provoke: () =>
      inSandbox({}, async ({ databaseFile }) => {
        const old = new Date(Date.now() - 27 * 3_600_000)
        Fs.writeFileSync(`${databaseFile}.last-backup`, "")
        Fs.utimesSync(`${databaseFile}.last-backup`, old, old)
        return { doctor: await runDoctor(`sqlite:${databaseFile}`) }
      })
  },
  "A worker has ended": {
    needs: listing,
    provoke: () =>
      inServer("serve", { WORKERS: "2" }, async (server) => {
        const worker = childrenOf(server.pid)[0] ?? assert.fail("there is no worker")
        process.kill(worker, "SIGKILL")
        await server.errorMatch(/worker \d+ serves/)
        return undefined
      })
  },
  "The database file is damaged": {
    provoke: async () => {
      const file = await changed((path) => {
        inSql(
          "PRAGMA foreign_keys=OFF; INSERT INTO client_secrets (digest, client_id, created_at) VALUES ('d', 'x', '2020')"
        )(path)
      })
      return { doctor: await runDoctor(`sqlite:${file}`, "--deep") }
    }
  },
  "The schema of the database is foreign": {
    provoke: async () => {
      const file = await changed(inSql("CREATE TABLE notes (text TEXT)"))
      return { doctor: await runDoctor(`sqlite:${file}`) }
    }
  },
  "Others can read the database": {
    provoke: async () => ({ doctor: await runDoctor(`sqlite:${await changed((file) => Fs.chmodSync(file, 0o644))}`) })
  },
  "A second server was started": {
    provoke: async () => {
      let second = ""
      await inSandbox({}, async ({ databaseFile }) => {
        second = (await runMain({ command: "sandbox", databaseFile })).stderr
        return undefined
      })
      return { log: second }
    }
  },
  "A newer program has changed the database": {
    provoke: async () => {
      const file = await changed(inSql(newerSchema(999)))
      const { stderr } = await runMain({ command: "sandbox", databaseFile: file })
      return { log: stderr, doctor: await runDoctor(`sqlite:${file}`) }
    }
  },
  "The collector of traces does not answer": {
    provoke: async () => {
      await using collector = await startCollector(503)
      const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_TRACES_SAMPLER_ARG: "1" }
      return await inSandbox(traced, async (server) => {
        await server.call("GET", "/v1/jobs")
        await collector.first
        await server.errorMatch(/does not take traces/)
        return undefined
      })
    }
  }
}

const page = readIncidents()

describe("docs/incidents.md", () => {
  it("has the incidents that are provoked here, and no others (docs/incidents.md)", () => {
    assert.isAtLeast(page.length, 15)
    assert.deepStrictEqual(
      page.map(({ title }) => title),
      Object.keys(incidents)
    )
  })

  it("names alerts that there are, about metrics that it names (docs/incidents.md)", () => {
    for (const { alerts: named } of page) {
      for (const name of named)
        assert.isDefined(
          alerts.find((alert) => alert.name === name),
          name
        )
    }
  })

  it.for(page)(
    "shows what an operator sees of: $title (docs/incidents.md)",
    { timeout: 120_000 },
    async (incident: Incident, { skip }) => {
      const { needs, provoke } = incidents[incident.title] ?? assert.fail(incident.title)
      if (needs?.missing !== undefined) skip(notRun(needs))
      const seen = await provoke()
      for (const words of incident.log) assert.include(seen.log ?? "", words)
      for (const finding of incident.doctor) assert.include(seen.doctor ?? "", finding)
      for (const action of incident.audit) assert.include(seen.audit ?? "", action)
      for (const { labels, moreThan, name } of incident.metrics) {
        assert.isAbove(seen.value?.(name, labels) ?? Number.NaN, moreThan, name)
      }
      assert.isAbove(incident.log.length + incident.doctor.length + incident.metrics.length, 0)
    }
  )
})
