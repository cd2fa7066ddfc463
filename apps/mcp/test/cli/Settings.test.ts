/**
 * The settings of the environment, in this process: what is wrong is reported in one line that names the setting and repeats no value. That
 * the program prints the line and ends with 2 is in `Program.test.ts`.
 */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { storedForms } from "@partner-api/cli-kit/testing/StoredForms"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { refuseSecrets } from "../../src/cli/Exit.ts"
import { makeServerDefinition } from "../../src/cli/Serving.ts"
import { readAuthorization, readPartnerSettings } from "../../src/cli/Settings.ts"
import { choicesOf } from "../../src/cli/Flags.ts"
import { type Choices, toolsets } from "../../src/tools/Choices.ts"

type Environment = Readonly<Record<string, string>>

const secret = "cs_very_secret_value_of_the_partner"
const settings = { PARTNER_BASE_URL: "http://127.0.0.1:9", PARTNER_CLIENT_ID: "cli_1", PARTNER_CLIENT_SECRET: secret }
const { PARTNER_CLIENT_SECRET: _, ...withoutSecret } = settings

const inEnvironment = (env: Environment) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { ...env } }))

/** Why a server over stdio does not start. A server that would start makes the test fail. */
const refusalOf = (env: Environment, tools: ReadonlyArray<string> = []) =>
  Effect.flip(makeServerDefinition({ toolsets, tools, writes: [] }, Option.none())).pipe(
    Effect.map(({ message }) => message),
    Effect.provide(FetchHttpClient.layer),
    inEnvironment(env)
  )

const assertNames = (message: string, name: string) => {
  assert.include(message, name)
  assert.notInclude(message, "\n")
  assert.notInclude(message, secret)
}

const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-mcp-"))
afterAll(() => Fs.rmSync(folder, { recursive: true }))

describe("a setting of the platform", () => {
  it.effect.each([
    ["no address", {}, "PARTNER_BASE_URL"],
    ["an address without a scheme", { ...settings, PARTNER_BASE_URL: "api" }, "PARTNER_BASE_URL"],
    ["an address without TLS", { ...settings, PARTNER_BASE_URL: "http://api.example.com" }, "PARTNER_BASE_URL"],
    ["an address that ends with /v1", { ...settings, PARTNER_BASE_URL: "https://x.example/v1" }, "PARTNER_BASE_URL"],
    ["neither on nor off", { ...settings, PARTNER_ALLOW_HTTP: "yes" }, "PARTNER_ALLOW_HTTP"],
    ["no client", { ...settings, PARTNER_CLIENT_ID: "" }, "PARTNER_CLIENT_ID"],
    ["no secret", withoutSecret, "PARTNER_CLIENT_SECRET"],
    ["two secrets", { ...settings, PARTNER_CLIENT_SECRET_FILE: "x" }, "PARTNER_CLIENT_SECRET_FILE"],
    [
      "a file that is not there",
      { ...withoutSecret, PARTNER_CLIENT_SECRET_FILE: "/nowhere" },
      "PARTNER_CLIENT_SECRET_FILE"
    ],
    ["another flow", { ...settings, PARTNER_FLOW: "basic" }, "PARTNER_FLOW"],
    ["no id", { ...settings, PARTNER_ORGANIZATION: "a b" }, "PARTNER_ORGANIZATION"]
  ] as const)("%s: reported in one line", ([_what, env, name]) =>
    Effect.map(refusalOf(env), (message) => assertNames(message, name))
  )

  it.effect("a secret from what is no regular file, or is too large: reported in a line, and not waited for", () =>
    Effect.gen(function* () {
      const [pipe, large] = [Path.join(folder, "pipe"), Path.join(folder, "large")]
      execFileSync("mkfifo", [pipe])
      Fs.writeFileSync(large, "a".repeat(65_537))
      for (const [file, says] of [
        [pipe, "PARTNER_CLIENT_SECRET_FILE names no regular file."],
        ["/dev/zero", "PARTNER_CLIENT_SECRET_FILE names no regular file."],
        [large, "PARTNER_CLIENT_SECRET_FILE names a file of more than 65536 bytes, which holds no secret."]
      ] as const) {
        assert.strictEqual(yield* refusalOf({ ...withoutSecret, PARTNER_CLIENT_SECRET_FILE: file }), says)
      }
    })
  )

  it.effect("http: to another machine names the setting that allows it, and is accepted with it", () =>
    Effect.gen(function* () {
      const env = { ...settings, PARTNER_BASE_URL: "http://platform.internal:8080/partner" }
      assert.include(yield* refusalOf(env), "or set PARTNER_ALLOW_HTTP=on for a network of your own")
      const read = yield* inEnvironment({ ...env, PARTNER_ALLOW_HTTP: "on" })(readPartnerSettings)
      assert.strictEqual(read.address, "platform.internal:8080/partner")
      assert.isTrue(read.configuration.dangerouslyAllowHttp)
    })
  )

  it.effect.each(storedForms)("a secret from a file %s (README)", ([, store]) =>
    Effect.gen(function* () {
      const file = Path.join(folder, "secret")
      Fs.writeFileSync(file, store(`${secret}\n`), { mode: 0o600 })
      const { clientSecret } = yield* inEnvironment({ ...withoutSecret, PARTNER_CLIENT_SECRET_FILE: file })(
        readPartnerSettings
      )
      assert.strictEqual(Redacted.value(clientSecret), secret)
    })
  )
})

type ByName = Pick<Choices, "toolsets" | "tools">

describe("tools by name", () => {
  it.effect("of which one is none: reported in a line, with those there are, and not repeated", () =>
    Effect.map(refusalOf(settings, ["find_jobs", "find_pets"]), (message) => {
      assertNames(message, "--tools must be a list of check_connection, list_organizations, ")
      assert.include(message, "set_agency_fees")
      assert.notInclude(message, "find_pets")
    })
  )

  it.each([
    [{}, { toolsets: [...toolsets], tools: [] }],
    [{ tools: ["get_job"] }, { toolsets: [], tools: ["get_job"] }],
    [{ toolsets: ["users"] }, { toolsets: ["users"], tools: [] }],
    [
      { toolsets: ["users"], tools: ["get_job"] },
      { toolsets: ["users"], tools: ["get_job"] }
    ]
  ] as ReadonlyArray<[Partial<ByName>, ByName]>)("the flags %j choose %j", (given, chosen) => {
    const choices = choicesOf({
      enableWrites: [],
      readOnly: false,
      confirm: Option.none(),
      toolsets: Option.fromUndefinedOr(given.toolsets),
      tools: Option.fromUndefinedOr(given.tools)
    })
    assert.deepStrictEqual(choices, { ...chosen, writes: [], confirm: undefined })
  })
})

describe("a setting of who may call over HTTP", () => {
  it.effect.each([
    ["no caller", {}, "MCP_TOKEN"],
    ["an empty token, and a wish to ask nobody", { MCP_TOKEN: " ", MCP_AUTHORIZATION: "open" }, "MCP_TOKEN"],
    ["a short token", { MCP_TOKEN: "short" }, "MCP_TOKEN"],
    ["no audience", { MCP_ISSUER: "https://issuer.example.com" }, "MCP_AUDIENCE"],
    ["a claim of no issuer", { MCP_TOKEN: secret, MCP_PERSON_CLAIM: "platform_user" }, "MCP_PERSON_CLAIM"],
    ["two ways in", { MCP_ISSUER: "https://i.example.com", MCP_TOKEN: secret }, "MCP_ISSUER"]
  ] as const)("%s: reported in one line", ([_what, env, name]) =>
    Effect.map(Effect.flip(inEnvironment(env)(readAuthorization([]))), ({ message }) => assertNames(message, name))
  )
})

describe("a secret among the arguments", () => {
  it.effect.each([
    "--client-secret",
    "--client-secret=cs_very_secret",
    "--secret=cs_very_secret",
    "--password=cs_very_secret",
    "--token=cs_very_secret",
    "-token",
    "--mcp-token=cs_very_secret",
    "--access_token=cs_very_secret"
  ])("is refused and not repeated: %s", (argument) =>
    Effect.map(Effect.flip(refuseSecrets(["stdio", argument])), ({ message }) => {
      assert.include(message, "PARTNER_CLIENT_SECRET")
      assert.notInclude(message, "cs_very_secret")
    })
  )
})
