/**
 * The whole service in this process: every layer of the program, a real socket on a free port and a real database file.
 *
 * Only the clock is the test's. It stands still at the moment of the start until it is moved, so that lifetimes can be stepped
 * over to the millisecond; moving it lets the work that is due run to its end first.
 */
// As in main.ts: the schemas that requests are read with are the compiled ones.
import "effect/schema/SchemaJITCompiler/enable"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { idleSecondsDefault } from "@partner-api/contract/IdleConnections"
import { filesBytesMax } from "@partner-api/domain/Attachment"
import { storedBytesPerDay } from "@partner-api/domain/StorageQuota"
import * as Effect from "effect/Effect"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { SqlClient } from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { afterAll } from "@effect/vitest"
import { type AccessEntry, AccessLog } from "@partner-api/service/http/AccessLog"
import { sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { readNetworks } from "@partner-api/service/Networks"
import type { MailSettings } from "../src/platform/MailSettings.ts"
import type { OperatorSettings } from "../src/platform/OperatorSettings.ts"
import type { ProviderSettings } from "../src/platform/ProviderSettings.ts"
import type { FilesPlace } from "../src/platform/FilesSettings.ts"
import type { ScanSettings } from "../src/platform/ScanSettings.ts"
import type { Settings } from "../src/platform/Settings.ts"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import { prepareSandbox, sandboxServices, documentedCaller } from "../src/samples/Sandbox.ts"
import * as OperatorServer from "../src/OperatorServer.ts"
import * as Server from "../src/Server.ts"
import { DatabaseTarget, readTarget } from "../src/platform/DatabaseTarget.ts"
import { ListeningAddress } from "../src/platform/listener/HttpListener.ts"
import * as Database from "../src/store/Database.ts"
import { makeFile } from "../src/store/sqlite/PrivateFile.ts"
import { databases } from "./Postgres.ts"
import { type Answer, openClient, textOf } from "./HttpCall.ts"

/** A folder that goes away with the test. */
export const temporaryFolder = () => {
  const path = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-test-"))
  const remove = () => Fs.rmSync(path, { recursive: true, force: true })
  return { path, file: (name: string) => Path.join(path, name), remove, [Symbol.dispose]: remove }
}

/** A folder for a whole test file. */
export const sharedFolder = () => {
  const folder = temporaryFolder()
  afterAll(folder.remove)
  return folder
}

/** So long another process may write before a statement of a test fails: a server that has just started removes what has expired. */
const busyTimeoutMs = 5_000

/** A connection of its own to a database file: what an operator or a second process would have. */
export const openDatabase = (file: string) => {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs })
  return { db, [Symbol.dispose]: () => db.close() }
}

/** The user that the sandbox begins with: tests that count users count their own. */
export const sandboxUser = "usr_00000001"

/** The engine on which servers of tests keep their data by default (`vitest.postgres.config.ts`). */
const isOnPostgres = process.env["TEST_ENGINE"] === "postgres"

/** A statement with a `?` for each value, as the engine writes it. */
const numbered = (statement: string): string => {
  let count = 0
  return statement.replaceAll("?", () => `$${++count}`)
}

/** What an operator would ask the database of a server directly: rows by the names of their columns. */
const request = (statement: string, values: ReadonlyArray<unknown>) =>
  Effect.flatMap(SqlClient, (sql) =>
    sql.onDialectOrElse({
      sqlite: () => sql.unsafe<Readonly<Record<string, unknown>>>(statement, values),
      orElse: () => sql.unsafe<Readonly<Record<string, unknown>>>(numbered(statement), values)
    })
  )

/** The clock of a test stands still, so an allowance is never refilled; most tests are not about it. */
const plenty = { perSecond: 100_000, burst: 100_000 }

const settle = (
  place: FilesPlace,
  {
    publicUrl,
    rateLimit,
    storedBytesPerDay: bytesMax = storedBytesPerDay,
    filesBytes = filesBytesMax,
    invitations = "new",
    trustedProxies,
    hasSecretsKey,
    selfService = true,
    hostPolicy,
    worksBetweenRequests = true,
    keepsRequestLog = false,
    hasConsole = false,
    consoleAt = { port: 0, url: undefined },
    provider,
    mail,
    scan
  }: TestServerOptions,
  database: DatabaseTarget
): Settings => ({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  database,
  databaseConnections: 4,
  eventDays: 30,
  drainMs: 0,
  rateLimit: rateLimit ?? plenty,
  storedBytesPerDay: bytesMax,
  files: { place, bytesMax: filesBytes },
  invitations,
  selfService,
  workers: 1,
  worksBetweenRequests,
  deliveryPollMs: 60_000,
  sharesPort: false,
  keepAliveMs: idleSecondsDefault * 1_000,
  log: { format: "auto", level: "info", clientAddress: false },
  metrics: undefined,
  requestLog: { isOn: keepsRequestLog, rowsMax: 1_000_000, days: 7 },
  operator: hasConsole ? { host: "127.0.0.1", ...consoleAt, provider } : undefined,
  backups: undefined,
  traces: undefined,
  hostPolicy,
  trustedProxies: (trustedProxies ?? []).flatMap((text) => readNetworks(text) ?? []),
  webhooks: {
    allowedNetworks: [],
    secretsKeys: hasSecretsKey === false ? [] : [sealingKeyOf(new Uint8Array(sealingKeyBytes))]
  },
  mail,
  scan
})

/** A clock that stands at a moment until a test moves it. */
const clockAt = (startMs: number) =>
  Layer.effectDiscard(TestClock.setTime(startMs)).pipe(Layer.provideMerge(TestClock.layer({ warningDelay: "1 hour" })))

/** A database with its stores, and with the sandbox in it. */
const dataLayer = (target: DatabaseTarget, connections: number, sandbox: boolean) => {
  const database = sandboxServices.pipe(
    Layer.provideMerge(Database.serverLayer(target, connections).pipe(Layer.provide(clockOfPool(target))))
  )
  return sandbox ? Layer.effectDiscard(prepareSandbox).pipe(Layer.provideMerge(database)) : database
}

/** Makes a database file as a first start does, and gives its bytes. */
const makeTemplate = async (sandbox: boolean): Promise<Uint8Array> => {
  using folder = temporaryFolder()
  const file = folder.file("template.db")
  const runtime = ManagedRuntime.make(
    dataLayer(DatabaseTarget.Sqlite({ file }), 1, sandbox).pipe(Layer.provide(clockAt(Date.now())))
  )
  await runtime.runPromise(Effect.void)
  await runtime.dispose()
  return Fs.readFileSync(file)
}

const templates = new Map<boolean, Promise<Uint8Array>>()

/** The bytes of a database without records, or with the sandbox, which servers of this process begin with: to migrate takes longer than most tests. */
const templateOf = (sandbox: boolean): Promise<Uint8Array> => {
  const known = templates.get(sandbox)
  if (known !== undefined) return known
  const made = makeTemplate(sandbox)
  templates.set(sandbox, made)
  return made
}

/** Makes a file from a template, unless there is one; one in a folder that is not there is the service's to make. What a database records of its beginning has the time of a test that states none. */
export const fillNew = async (file: string, { sandbox = true, startMs }: TestServerOptions): Promise<void> => {
  if (Fs.existsSync(file) || !Fs.existsSync(Path.dirname(file))) return
  const bytes = await templateOf(sandbox && startMs === undefined)
  makeFile(file)
  Fs.writeFileSync(file, bytes)
}

/** What a server tells its operator: faults, one entry for each answer, and the address of the console. */
const makeLog = () => ({ faults: Array<string>(), entries: Array<AccessEntry>(), consoles: Array<string>() })

/** A database beside the process connects in its own time, so its pool does not give up when a test moves the clock on. */
const clockOfPool = ({ _tag }: DatabaseTarget) =>
  _tag === "Sqlite" ? Layer.empty : Layer.succeed(Clock.Clock, Context.get(Context.empty(), Clock.Clock))

const service = (
  settings: Settings,
  { sandbox, startMs, log }: { sandbox: boolean; startMs: number; log: ReturnType<typeof makeLog> }
) => {
  const clock = clockAt(startMs)
  const data = dataLayer(settings.database, settings.databaseConnections, sandbox)
  const logs = Layer.merge(
    Logger.layer([Logger.map(Logger.formatSimple, (line) => void log.faults.push(line))]),
    Layer.succeed(AccessLog, (entry) => void log.entries.push(entry))
  )
  const shown = sandbox ? documentedCaller : Layer.empty
  const console = OperatorServer.layer(settings, (address) => Effect.sync(() => void log.consoles.push(address)))
  return Layer.merge(Server.layer(settings), console).pipe(
    Layer.provideMerge(data),
    Layer.provideMerge(Layer.mergeAll(clock, logs, shown))
  )
}

export interface TestServerOptions {
  /** The database; without it, a new one in a folder of its own. */
  readonly databaseFile?: string
  /** Where files of applications are; by default in a folder beside the database file. */
  readonly files?: FilesPlace
  /** The bytes that the files of an organization may have. */
  readonly filesBytes?: number
  /** Another database than a file. */
  readonly database?: DatabaseTarget
  readonly publicUrl?: string
  /** What one client may ask for in one organization. */
  readonly rateLimit?: Settings["rateLimit"]
  /** The bytes that one client may store in a day. */
  readonly storedBytesPerDay?: number
  /** Who accepts invitations; as in the sandbox by default. */
  readonly invitations?: Settings["invitations"]
  readonly trustedProxies?: ReadonlyArray<string>
  readonly hostPolicy?: Settings["hostPolicy"]
  /** Whether it delivers and removes what has expired. */
  readonly worksBetweenRequests?: boolean
  /** Whether operators have a listener. */
  readonly hasConsole?: boolean
  /** Where the console listens, and the address that operators use; by default any port, and its address. */
  readonly consoleAt?: Pick<OperatorSettings, "port" | "url">
  /** The identity provider that operators can sign in with. */
  readonly provider?: ProviderSettings
  /** The relay that takes mails. */
  readonly mail?: MailSettings
  /** The scanner of files. */
  readonly scan?: ScanSettings
  /** Whether requests are kept for operators. */
  readonly keepsRequestLog?: boolean
  /** Whether there is a key for the secrets of webhooks. */
  readonly hasSecretsKey?: boolean
  /** Whether clients make their own secrets; by default they may. */
  readonly selfService?: boolean
  /** Whether the sandbox is put into the database. */
  readonly sandbox?: boolean
  /** Where the clock stands. */
  readonly startMs?: number
}

/** Starts the service. Start it with `await using`, which stops it, or with `sharedServer`. */
export const startServer = async (options: TestServerOptions = {}) => {
  const folder = temporaryFolder()
  const databaseFile = options.databaseFile ?? folder.file("test.db")
  const filesFolder = `${databaseFile}.files`
  const byDefault =
    isOnPostgres && options.databaseFile === undefined
      ? readTarget(await databases().create())
      : DatabaseTarget.Sqlite({ file: databaseFile })
  const database = options.database ?? byDefault
  if (database._tag === "Sqlite") await fillNew(database.file, options)
  const startMs = options.startMs ?? Date.now()
  const log = makeLog()
  const runtime = ManagedRuntime.make(
    service(settle(options.files ?? { kind: "folder", folder: filesFolder }, options, database), {
      sandbox: options.sandbox ?? true,
      startMs,
      log
    })
  )
  const address = await runtime.runPromise(ListeningAddress)
  const port = Number(new URL(address).port)
  const client = openClient(port)
  const { call } = client

  const stop = async () => {
    client.close()
    await runtime.dispose()
    folder.remove()
  }
  const credentials = (id: string, secret: string) => ({ client_id: id, client_secret: secret })
  const tokenOf = (answer: Answer) => textOf(answer, "access_token")

  return {
    port,
    database,
    databaseFile,
    filesFolder,
    startMs,
    log,
    publicUrl: await runtime.runPromise(PublicUrl),
    consoleUrl: log.consoles.join(""),
    call,
    /** Runs an effect with the services of this server. */
    run: runtime.runPromise,
    /** Runs a statement with a `?` for each value on the database of this server, on either engine. */
    query: (statement: string, ...values: ReadonlyArray<unknown>) => runtime.runPromise(request(statement, values)),
    /** Moves the clock on; what is due meanwhile runs first. */
    advance: (milliseconds: number) => runtime.runPromise(TestClock.adjust(milliseconds)),
    /** Flow A: a primary token. */
    primary: async (id = "sandbox-client", secret = "sandbox-secret") =>
      tokenOf(
        await call("POST", "/oauth/token", { form: { grant_type: "client_credentials", ...credentials(id, secret) } })
      ),
    /** Flow B: a token for whatever the client may do. */
    partner: async (id = "sandbox-partner", secret = `${id}-secret`) =>
      tokenOf(await call("POST", "/v1/auth/token", { json: credentials(id, secret) })),
    /** A token for one organization, narrowed when permissions are given. */
    scoped: async (primary: string, organizationId = "org_acme", permissions?: ReadonlyArray<string>) =>
      tokenOf(
        await call("POST", `/v1/organizations/${organizationId}/token`, {
          token: primary,
          ...(permissions === undefined ? {} : { json: { permissions } })
        })
      ),
    stop,
    [Symbol.asyncDispose]: stop
  }
}

export type TestServer = Awaited<ReturnType<typeof startServer>>

/** A server for a whole test file, with tokens of the client that may do everything. */
export const sharedServer = async (options: TestServerOptions = {}) => {
  const server = await startServer(options)
  afterAll(server.stop)
  const primary = await server.primary()
  return {
    ...server,
    tokens: { primary, acme: await server.scoped(primary), globex: await server.scoped(primary, "org_globex") }
  }
}
