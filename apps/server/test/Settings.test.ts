/**
 * The settings: what each may be, its default, and the sentence for what it may not be (README; decisions, Discovery).
 */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as IpNetwork from "effect/net/IpNetwork"
import { assert, describe, it } from "@effect/vitest"
import { readSettings, type Settings } from "../src/platform/Settings.ts"
import { OperatorError } from "../src/platform/OperatorError.ts"

const read = (env: Readonly<Record<string, string>>) =>
  readSettings("data/default.db").pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
    Effect.runPromise
  )
const defaults: Settings = {
  host: "127.0.0.1",
  port: 8_080,
  publicUrl: undefined,
  databaseFile: "data/default.db",
  rateLimit: { perSecond: 50, burst: 200 },
  hostPolicy: undefined,
  trustedProxies: []
}

describe("the settings", () => {
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
    [
      { TRUSTED_PROXIES: "10.0.0.0/8, ::1" },
      { trustedProxies: [IpNetwork.fromStringUnsafe("10.0.0.0/8"), IpNetwork.fromStringUnsafe("::1/128")] }
    ],
    [{ DATABASE_URL: "sqlite:a/b.db" }, { databaseFile: "a/b.db" }],
    [{ DATABASE_URL: "sqlite:/var/lib/a b.db" }, { databaseFile: "/var/lib/a b.db" }]
  ])("are read from %j (README)", async ([env, expected]) =>
    assert.deepStrictEqual(await read(env), { ...defaults, ...expected })
  )

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
    ["DATABASE_URL", ["sqlite:", "mysql://db", "data.db"]]
  ] as const)("refuse %s with a sentence that names it: %j (README)", async ([name, values]) => {
    for (const value of values) {
      const error = await read({ [name]: value }).catch((cause: unknown) => cause)
      assert.instanceOf(error, OperatorError, JSON.stringify(value))
      assert.match(error.message, new RegExp(`^The setting ${name} is wrong: it must be .*\\.$`))
      assert.match(error.remedy, /^[A-Z].*\.$/)
    }
  })
})
