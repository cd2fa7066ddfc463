/**
 * The files for containers, against the program: they set what it reads, and wait as long as it takes.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { gracefulStopMs } from "../src/platform/Limits.ts"
import { readSettings } from "../src/platform/Settings.ts"

const read = (name: string) => Fs.readFileSync(Path.join(import.meta.dirname, "../deploy", name), "utf8")
const compose = read("compose.yaml")
const node = compose.slice(compose.indexOf("x-node:"), compose.indexOf("services:"))

/** The settings of a node, with `${NAME:?…}` filled in as compose does. */
const environment = Object.fromEntries(
  [...node.matchAll(/^ {4}([A-Z_]+): "?([^"\n]+?)"?$/gm)].map(([, name = "", value = ""]) => [
    name,
    value.replaceAll(/\$\{[A-Z_]+[^}]*\}/g, "given")
  ])
)
const settingsIn = (env: Readonly<Record<string, string>>) =>
  Effect.runPromise(
    Effect.provideService(readSettings("unused.db"), ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
  )

describe("compose.yaml", () => {
  it("gives each node its part of the limits, and names every node in the proxy (docs/nodes.md)", async () => {
    const nodes = [...compose.matchAll(/^ {2}(node\d+): \*node$/gm)].map(([, name = ""]) => name)
    assert.strictEqual(environment["RATE_LIMIT_NODES"], String(nodes.length))
    const settings = await settingsIn(environment)
    assert.strictEqual(settings.rateLimit.perSecond, (await settingsIn({})).rateLimit.perSecond / nodes.length)
    assert.strictEqual(settings.database._tag, "Postgres")
    assert.isNotEmpty(settings.trustedProxies)
    assert.match(read("Caddyfile"), new RegExp(`reverse_proxy ${nodes.map((name) => `${name}:8080`).join(" ")} `))
  })

  it("lets a node write to nothing but the database (docs/nodes.md)", () => {
    assert.include(node, "read_only: true")
    assert.include(node, "cap_drop: [ALL]")
  })

  it("stops a node no sooner than it takes to finish (docs/nodes.md)", async () => {
    const graceMs = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) * 1_000
    const { drainMs } = await settingsIn(environment)
    assert.isAtLeast(graceMs, drainMs + gracefulStopMs)
  })
})

describe("the Dockerfile", () => {
  it("starts Node as the unit of systemd and the scripts of the repository do", () => {
    const optionsIn = (text: string) => text.match(/ --max-[a-z-]+=\d+/g)?.map((option) => option.trim())
    const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
      Fs.readFileSync(Path.join(import.meta.dirname, "../../../package.json"), "utf8")
    )
    const expected = ["--max-semi-space-size=16"]
    assert.deepStrictEqual(optionsIn(read("Dockerfile").replaceAll('"', "")), expected)
    assert.deepStrictEqual(optionsIn(read("partner-api.service")), expected)
    for (const name of ["start", "partner-api"]) assert.deepStrictEqual(optionsIn(scripts[name] ?? ""), expected)
  })

  it("sets nothing that the program does not read (README)", async () => {
    const [, line = ""] = /^ENV (.*)$/m.exec(read("Dockerfile")) ?? []
    const env = Object.fromEntries(line.split(" ").map((setting) => setting.split("=")))
    const settings = await settingsIn({ ...env, PUBLIC_URL: "https://partners.example.com" })
    assert.deepInclude(settings, { host: "0.0.0.0", port: 8_080 })
    assert.deepStrictEqual(Object.keys(env), ["HOST", "PORT", "DATABASE_URL"])
  })
})
