/**
 * The settings: what each may be, its default, and the sentence for what it may not be (README; decisions, Discovery).
 */
import * as Os from "node:os"
import { inspect } from "node:util"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as IpNetwork from "effect/net/IpNetwork"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "@effect/vitest"
import { readSettings, type Settings } from "../src/platform/Settings.ts"
import { DatabaseTarget, nameOf, urlOf, readTarget } from "../src/platform/DatabaseTarget.ts"
import { OperatorError } from "../src/platform/OperatorError.ts"
import { operatorUrlOf } from "../src/platform/OperatorSettings.ts"

const read = (env: Readonly<Record<string, string>>) =>
  readSettings("data/default.db").pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
    Effect.runPromise
  )
const filesIn = (folder: string): Settings["files"] => ({
  place: { kind: "folder", folder },
  bytesMax: 107_374_182_400
})
const defaults: Settings = {
  host: "127.0.0.1",
  port: 8_080,
  publicUrl: undefined,
  database: DatabaseTarget.Sqlite({ file: "data/default.db" }),
  databaseConnections: 10,
  eventDays: 30,
  drainMs: 0,
  rateLimit: { perSecond: 50, burst: 200 },
  storedBytesPerDay: 4_294_967_296,
  files: filesIn("data/default.db.files"),
  invitations: undefined,
  selfService: true,
  workers: 1,
  sharesPort: false,
  keepAliveMs: 75_000,
  log: { format: "auto", level: "info", clientAddress: false },
  metrics: undefined,
  requestLog: { isOn: true, rowsMax: 1_000_000, days: 7 },
  operator: undefined,
  backups: undefined,
  traces: undefined,
  hostPolicy: undefined,
  trustedProxies: [],
  worksBetweenRequests: true,
  deliveryPollMs: 1_000,
  webhooks: { allowedNetworks: [], secretsKeys: [] },
  mail: undefined,
  scan: undefined
}

/** An identity provider as it is set. */
const provider: Readonly<Record<string, string>> = {
  OIDC_ISSUER: "https://login.example.com/team",
  OIDC_CLIENT_ID: "console",
  OIDC_CLIENT_SECRET: "s3cret",
  OIDC_ADMIN_GROUPS: "platform, on call"
}

describe("the settings", () => {
  it("name a PostgreSQL database without its password (README)", async () => {
    const given = "postgres://ann:s3cret@db.example:6432/partners?sslmode=verify-full&password=s3cret"
    const { database } = await read({ DATABASE_URL: given })
    assert.strictEqual(nameOf(database), "postgres://ann@db.example:6432/partners")
    assert.strictEqual((await read({ DATABASE_URL: given })).drainMs, 1_000)
    assert.strictEqual(urlOf(database), nameOf(database))
    assert.notInclude(JSON.stringify(database), "s3cret")
    assert.notInclude(inspect(database, { depth: 9 }), "s3cret")
  })

  it.for<[env: Readonly<Record<string, string>>, expected: Partial<Settings>]>([
    [{}, {}],
    [{ HOST: "", PORT: "", PUBLIC_URL: "", DATABASE_URL: "" }, {}],
    [{ PORT: "0" }, { port: 0 }],
    [{ PORT: "65535" }, { port: 65_535 }],
    [{ HOST: "::1" }, { host: "::1" }],
    [{ HOST: "localhost" }, { host: "localhost" }],
    [{ PUBLIC_URL: "https://p.example" }, { publicUrl: "https://p.example" }],
    [{ PUBLIC_URL: "https://p.example/" }, { publicUrl: "https://p.example" }],
    [{ PUBLIC_URL: "http://p.example:8080/api//" }, { publicUrl: "http://p.example:8080/api" }],
    [{ RATE_LIMIT_PER_SECOND: "1", RATE_LIMIT_BURST: "7" }, { rateLimit: { perSecond: 1, burst: 7 } }],
    [{ RATE_LIMIT_NODES: "4" }, { rateLimit: { perSecond: 12.5, burst: 50 } }],
    [{ RATE_LIMIT_NODES: "1000" }, { rateLimit: { perSecond: 0.05, burst: 1 } }],
    [{ STORED_MIB_PER_DAY: "2" }, { storedBytesPerDay: 2_097_152 }],
    [{ WORKERS: "3" }, { workers: 3 }],
    [{ WORKERS: "auto" }, { workers: Os.availableParallelism() }],
    [{ DRAIN_SECONDS: "15" }, { drainMs: 15_000 }],
    [{ KEEP_ALIVE_SECONDS: "620" }, { keepAliveMs: 620_000 }],
    [
      { LOG_FORMAT: "pretty", LOG_LEVEL: "none", LOG_CLIENT_ADDRESS: "on" },
      { log: { format: "pretty", level: "none", clientAddress: true } }
    ],
    [{ METRICS_PORT: "9464" }, { metrics: { host: "127.0.0.1", port: 9_464 } }],
    [{ METRICS_PORT: "0", METRICS_HOST: "::1" }, { metrics: { host: "::1", port: 0 } }],
    [{ METRICS_HOST: "10.0.0.7" }, {}],
    [
      { REQUEST_LOG: "off", REQUEST_LOG_MAX: "1000", REQUEST_LOG_DAYS: "90" },
      { requestLog: { isOn: false, rowsMax: 1_000, days: 90 } }
    ],
    [{ OPERATOR_PORT: "8090" }, { operator: { host: "127.0.0.1", port: 8_090, url: undefined, provider: undefined } }],
    [
      { OPERATOR_PORT: "8090", OPERATOR_HOST: "10.0.0.7", OPERATOR_URL: "https://operators.example.com/" },
      { operator: { host: "10.0.0.7", port: 8_090, url: "https://operators.example.com", provider: undefined } }
    ],
    [{ OPERATOR_HOST: "10.0.0.7", OPERATOR_URL: "https://operators.example.com" }, {}],
    [
      { OPERATOR_PORT: "8090", ...provider },
      {
        operator: {
          host: "127.0.0.1",
          port: 8_090,
          url: undefined,
          provider: {
            issuer: "https://login.example.com/team",
            clientId: "console",
            clientSecret: Redacted.make("s3cret"),
            scope: "openid email",
            nameClaim: "email",
            groupsClaim: "groups",
            groups: { admin: ["platform", "on call"], viewer: [] }
          }
        }
      }
    ],
    [{ OTEL_TRACES_SAMPLER_ARG: "1", OTEL_EXPORTER_OTLP_HEADERS: "authorization=KEY" }, {}],
    [{ BACKUP_EVERY: "6h" }, { backups: { everyMs: 21_600_000, keep: 28, folder: undefined } }],
    [
      { BACKUP_EVERY: "10m", BACKUP_KEEP: "3", BACKUP_FOLDER: "/var/backups" },
      { backups: { everyMs: 600_000, keep: 3, folder: "/var/backups" } }
    ],
    [{ BACKUP_KEEP: "3" }, {}],
    [{ DATABASE_CONNECTIONS: "25" }, { databaseConnections: 25 }],
    [
      { TRUSTED_PROXIES: "10.0.0.0/8, ::1" },
      { trustedProxies: [IpNetwork.fromStringUnsafe("10.0.0.0/8"), IpNetwork.fromStringUnsafe("::1/128")] }
    ],
    [
      { WEBHOOK_ALLOWED_NETWORKS: "10.0.0.0/8, fd00::1" },
      {
        webhooks: {
          allowedNetworks: [IpNetwork.fromStringUnsafe("10.0.0.0/8"), IpNetwork.fromStringUnsafe("fd00::1/128")],
          secretsKeys: []
        }
      }
    ],
    [
      { DATABASE_URL: "sqlite:a/b.db" },
      { database: DatabaseTarget.Sqlite({ file: "a/b.db" }), files: filesIn("a/b.db.files") }
    ],
    [
      { DATABASE_URL: "sqlite:/var/lib/a b.db" },
      { database: DatabaseTarget.Sqlite({ file: "/var/lib/a b.db" }), files: filesIn("/var/lib/a b.db.files") }
    ],
    [{ FILES_URL: "file:/srv/files" }, { files: filesIn("/srv/files") }],
    [
      { DATABASE_URL: "postgres://db.example/partners" },
      {
        database: readTarget("postgres://db.example/partners"),
        drainMs: 1_000,
        files: { ...filesIn(""), place: { kind: "none", missing: ["FILES_URL"] } }
      }
    ],
    [
      { FILES_URL: "s3://cvs/of/partners", FILES_S3_ENDPOINT: "https://s3.example.com", FILES_MAX_BYTES: "1048576" },
      {
        files: {
          place: { kind: "none", missing: ["FILES_S3_ACCESS_KEY_ID", "FILES_S3_SECRET_ACCESS_KEY"] },
          bytesMax: 1_048_576
        }
      }
    ],
    [
      { SMTP_URL: "smtp://ann%40x:s3cret%2F@mail.example.com", MAIL_FROM: "Acme <no-reply@acme.example>" },
      {
        mail: {
          host: "mail.example.com",
          port: 587,
          isTls: false,
          login: { user: "ann@x", password: Redacted.make("s3cret/") },
          from: "Acme <no-reply@acme.example>"
        }
      }
    ],
    [
      { SMTP_URL: "smtps://[::1]:2465", MAIL_FROM: "no-reply@acme.example" },
      { mail: { host: "::1", port: 2_465, isTls: true, login: undefined, from: "no-reply@acme.example" } }
    ],
    [{ SCAN_URL: "tcp://clamd.example" }, { scan: { host: "clamd.example", port: 3_310 } }],
    [{ SCAN_URL: "tcp://[::1]:1234" }, { scan: { host: "::1", port: 1_234 } }]
  ])("are read from %j (README)", async ([env, expected]) =>
    assert.deepStrictEqual(await read(env), { ...defaults, ...expected })
  )

  it.for([
    [{ OPERATOR_PORT: "8090" }, "http://127.0.0.1:8090"],
    [{ OPERATOR_PORT: "8090", OPERATOR_HOST: "::1" }, "http://[::1]:8090"],
    [{ OPERATOR_PORT: "8090", OPERATOR_URL: "HTTPS://Example.com:443/" }, "https://example.com"],
    [{ OPERATOR_PORT: "0", OPERATOR_URL: "https://ops.example" }, "https://ops.example"],
    [{ OPERATOR_PORT: "0" }, undefined]
  ] as const)("say where operators find the console: %j (docs/console.md)", async ([env, url]) => {
    const { operator } = await read(env)
    assert.isDefined(operator)
    assert.strictEqual(operatorUrlOf(operator), url)
  })

  it.for([
    ["OIDC_CLIENT_ID", ["", "a b", "ä"]],
    ["OIDC_CLIENT_SECRET", ["", "a b"]],
    ["OIDC_ADMIN_GROUPS", ["", "a,,b", ",", Array.from({ length: 51 }, (_, index) => `g${index}`).join()]],
    ["OIDC_VIEWER_GROUPS", ["a,"]],
    ["OIDC_GROUPS_CLAIM", ["a b"]],
    ["OIDC_NAME_CLAIM", ["e mail"]],
    ["OIDC_SCOPE", ["email", "openid,email", "openid\n"]]
  ] as const)(
    "refuse %s beside a provider with a sentence that names it: %j (docs/console-sign-in.md)",
    async ([name, values]) => {
      for (const value of values) {
        const error = await read({ ...provider, [name]: value }).catch((cause: unknown) => cause)
        assert.instanceOf(error, OperatorError, JSON.stringify(value))
        assert.include(error.message, name)
        assert.notInclude(error.message, "s3cret")
      }
    }
  )

  it.for(["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ADMIN_GROUPS"] as const)(
    "ask for %s beside a provider (docs/console-sign-in.md)",
    async (name) => {
      const { [name]: _, ...others } = provider
      const error = await read(others).catch((cause: unknown) => cause)
      assert.instanceOf(error, OperatorError)
      assert.include(error.message, name)
    }
  )

  it("send traces to a collector, whose key stays hidden (docs/operators/monitoring.md, Traces)", async () => {
    const { traces } = await read({
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://otlp.example/base/",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20s3cret , x-tenant=a=b",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test"
    })
    assert.isDefined(traces)
    const { headers, ...shown } = traces
    assert.deepStrictEqual(shown, {
      url: "https://otlp.example/base/v1/traces",
      ratio: 0.1,
      serviceName: "partner-api",
      resource: { "deployment.environment.name": "test" }
    })
    assert.deepStrictEqual(Redacted.value(headers), { authorization: "Bearer s3cret", "x-tenant": "a=b" })
    assert.notInclude(inspect(traces, { depth: 9 }), "s3cret")
  })

  it.for([
    ["PORT", ["-1", "65536", "80.5", "http", "0x50", "８０"]],
    ["HOST", ["a b", "http://localhost", "host/path"]],
    [
      "PUBLIC_URL",
      [
        "p.example",
        "ftp://p.example",
        "https://a:b@p.example",
        "https://p.example/?q=1",
        "https://p.example/#top",
        "/api"
      ]
    ],
    ["TRUSTED_PROXIES", ["proxy", "10.0.0.0/33", "::/129", "10.0.0.0/8/8", "10.0.0", "10.0.0.0/", "10.0.0.1,,::1"]],
    ["WEBHOOK_ALLOWED_NETWORKS", ["10.0.0.0/33", "partner.internal", "10.0.0.1,"]],
    [
      "DATABASE_URL",
      [
        "sqlite:",
        "mysql://db",
        "data.db",
        "postgres://",
        "postgres://host",
        "postgres://host/",
        "postgres://host/db?sslmode=prefer",
        "postgres://host/db?sslmode=allow"
      ]
    ],
    ["REQUEST_LOG", ["yes", "ON"]],
    ["REQUEST_LOG_MAX", ["999", "10000000", "1e6"]],
    ["REQUEST_LOG_DAYS", ["0", "91"]],
    ["OPERATOR_PORT", ["-1", "65536", "on"]],
    ["OPERATOR_HOST", ["a b", "http://localhost"]],
    [
      "OPERATOR_URL",
      [
        "console.example.com",
        "ftp://c.example",
        "https://a:b@c.example",
        "https://c.example/#top",
        "https://c.example/ops"
      ]
    ],
    [
      "OIDC_ISSUER",
      [
        "https://login.example.com/.well-known/openid-configuration",
        "login.example.com",
        "http://login.example.com",
        "https://a:b@login.example.com",
        "https://login.example.com/?a=b"
      ]
    ],
    [
      "SMTP_URL",
      ["mail.example.com", "http://mail.example.com", "smtp://", "smtp://a%@b.example", "smtp://b.example/?x=1"]
    ],
    ["MAIL_FROM", ["Acme", "a@b.example, c@d.example", "Acme <a b@c.example>"]],
    ["SCAN_URL", ["127.0.0.1:3310", "http://127.0.0.1:3310", "tcp://", "tcp://a@b.example", "tcp://b.example/scan"]],
    ["METRICS_PORT", ["-1", "65536", "on"]],
    ["METRICS_HOST", ["a b", "http://localhost"]],
    ["BACKUP_EVERY", ["6", "0h", "9m", "31d", "6 h", "1w"]],
    ["BACKUP_KEEP", ["0", "10001", "all"]],
    [
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      ["127.0.0.1:4318", "grpc://otlp.example", "http://otlp.example/?key=1", "http://user:s3cret@otlp.example"]
    ],
    ["OTEL_EXPORTER_OTLP_HEADERS", ["authorization", "a=b,,c=d", "a=%2", "=b", "a b=c"]],
    ["OTEL_RESOURCE_ATTRIBUTES", ["test", "a=b,c"]],
    ["OTEL_SERVICE_NAME", ["partner api", "ä"]],
    ["OTEL_TRACES_SAMPLER_ARG", ["-1", "1.1", "10%", "1e-1", ".5"]],
    ["WORKERS", ["0", "257", "all", "1.5"]],
    ["DRAIN_SECONDS", ["-1", "61", "1.5"]],
    ["KEEP_ALIVE_SECONDS", ["0", "4", "3601", "1.5"]],
    ["DATABASE_CONNECTIONS", ["0", "201", "many"]],
    ["RATE_LIMIT_NODES", ["0", "-1", "1001", "1.5"]]
  ] as const)("refuse %s with a sentence that names it: %j (README)", async ([name, values]) => {
    for (const value of values) {
      const error = await read({ [name]: value }).catch((cause: unknown) => cause)
      assert.instanceOf(error, OperatorError, JSON.stringify(value))
      assert.match(error.message, new RegExp(`^The setting ${name} is wrong: it (?:must|has|names) .*\\.$`))
      assert.match(error.remedy, /^[A-Z].*\.$/)
    }
  })

  it.for([
    [{ SMTP_URL: "smtps://mail.example.com" }, "MAIL_FROM is not set"],
    [{ MAIL_FROM: "a@b.example" }, "SMTP_URL is not set"]
  ] as const)("refuse half of the settings of mail: %j (docs/operators, Mail)", async ([env, part]) => {
    const error = await read(env).catch((cause: unknown) => cause)
    assert.instanceOf(error, OperatorError)
    assert.include(error.message, part)
  })

  it("tell a port that Kubernetes has set from one that the operator has (docs/operators/settings.md)", async () => {
    const given = { METRICS_PORT: "tcp://10.0.0.1:9090" }
    const error = await read(given).catch((cause: unknown) => cause)
    assert.instanceOf(error, OperatorError)
    assert.match(error.message, /^The setting METRICS_PORT is wrong: it .*Kubernetes.*enableServiceLinks: false/)
  })
})
