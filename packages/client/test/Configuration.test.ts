/**
 * What can be set of a client, and what it refuses.
 */
import { afterEach, assert, describe, it, vi } from "vitest"
import type { ClientOptions } from "../src/core/ClientOptions.ts"
import { type ClientError, isPartnerError } from "../src/core/ClientError.ts"
import { createClient } from "../src/index.ts"
import { version } from "../src/core/Version.ts"
import { createTestServer } from "../src/testing.ts"

const good = { baseUrl: "https://api.example.com", clientId: "id", clientSecret: "canary-secret" }

const refusal = (options: unknown): string => {
  try {
    Reflect.apply(createClient, undefined, [options])
  } catch (error) {
    if (!isPartnerError(error, "InvalidConfiguration")) throw error
    assert.isFalse(error.message.includes("canary-secret"))
    return error.message
  }
  return ""
}

describe("configuration", () => {
  it("sends the name of the library and its version, after that of the program", async () => {
    const sent: Array<string | null> = []
    const answer: typeof globalThis.fetch = (input, init) => {
      sent.push(new Request(input, init).headers.get("user-agent"))
      return Promise.reject(new TypeError("no network"))
    }
    for (const options of [{}, { userAgent: "importer/2" }]) {
      const { jobs } = createClient({ ...good, ...options, fetch: answer, retries: 0 }).organization("org_1")
      await jobs.get("job_1").catch(() => undefined)
    }
    assert.deepStrictEqual(
      sent.map((name) => name?.replace(version, "V")),
      ["partner-api-client/V", "importer/2 partner-api-client/V"]
    )
  })

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  for (const [what, given, names] of [
    ["no options", null, /options of createClient must be an object/],
    [
      "an address without credentials",
      { baseUrl: good.baseUrl },
      /clientId must be set.*; the environment is read only/
    ],
    ["no address", { ...good, baseUrl: "" }, /baseUrl must be set/],
    ["no scheme", { ...good, baseUrl: "api.example.com" }, /baseUrl cannot be read as an address such as https:/],
    ["a port for a scheme", { ...good, baseUrl: "localhost:8080" }, /baseUrl begins with localhost:; write https:/],
    ["http elsewhere", { ...good, baseUrl: "http://api.example.com" }, /write https:.*, or set dangerouslyAllowHttp/],
    ["http at a name like this machine's", { ...good, baseUrl: "http://localhost.example.com" }, /https/],
    [
      "the beginning of paths",
      { ...good, baseUrl: "https://api.example.com/v1/" },
      /baseUrl ends with \/v1, .*leave it out/
    ],
    ["it behind a prefix", { ...good, baseUrl: "https://example.com/partner/v1" }, /baseUrl ends with \/v1/],
    ["a user in the address", { ...good, baseUrl: "https://u:p@api.example.com" }, /user/],
    ["a query in the address", { ...good, baseUrl: "https://api.example.com?a=b" }, /query/],
    ["no id", { ...good, clientId: undefined }, /clientId/],
    ["no secret", { ...good, clientSecret: undefined }, /clientSecret/],
    ["an empty secret", { ...good, clientSecret: "" }, /clientSecret/],
    [
      "a secret with a line break",
      { ...good, clientSecret: "canary-secret\n" },
      /^clientSecret holds a space or a line break \(U\+000A\); trim it$/
    ],
    ["a secret with a carriage return", { ...good, clientSecret: "canary-secret\r" }, /^clientSecret .*U\+000D.*trim/],
    [
      "a secret of a file in UTF-16",
      { ...good, clientSecret: "\u0000c\u0000a" },
      /^clientSecret holds U\+0000.*UTF-16$/
    ],
    ["an id with a space that does not break", { ...good, clientId: "id\u00a0" }, /^clientId .*U\+00A0.*trim/],
    ["a whole file for a secret", { ...good, clientSecret: "c".repeat(5_000) }, /^clientSecret is longer than 4096/],
    ["a secret that is no text", { ...good, clientSecret: 7 }, /^clientSecret is no text/],
    ["a token beside credentials", { ...good, token: "t" }, /token/],
    ["an unknown flow", { ...good, flow: "implicit" }, /flow/],
    ["retries without measure", { ...good, retries: 1e9 }, /retries/],
    ["no time at all", { ...good, timeoutMs: 0 }, /timeoutMs/],
    ["time as text", { ...good, deadlineMs: "90s" }, /deadlineMs/],
    ["unknown use of keys", { ...good, idempotency: "sometimes" }, /idempotency/],
    ["a name with a line break", { ...good, userAgent: "a\nb" }, /userAgent/],
    ["an unknown log level", { ...good, logLevel: "verbose" }, /logLevel must be one of off, error, warn, info, debug/],
    ["a logger without its methods", { ...good, logger: { info: () => {} } }, /logger must have the methods/],
    ["headers of the client's own", { ...good, headers: { Authorization: "x" } }, /the client sends the token/]
  ] as const satisfies ReadonlyArray<readonly [string, object | null, RegExp]>) {
    it(`${what} is refused`, () => {
      assert.match(refusal(given), names)
    })
  }

  for (const [what, given, message] of [
    [
      "a typo",
      { ...good, baseUrI: "https://api.example.com" },
      'createClient has no option "baseUrI". Did you mean baseUrl?'
    ],
    [
      "a typo alone",
      { baseUrI: "https://api.example.com" },
      'createClient has no option "baseUrI". Did you mean baseUrl?'
    ],
    ["other case", { ...good, timeoutMS: 1 }, 'createClient has no option "timeoutMS". Did you mean timeoutMs?'],
    ["a part of a name", { ...good, timeout: 1 }, 'createClient has no option "timeout". Did you mean timeoutMs?'],
    [
      "another library's name",
      { ...good, maxRetries: 1 },
      'createClient has no option "maxRetries". Did you mean retries?'
    ]
  ] as const) {
    it(`an unknown option is refused with the nearest name: ${what} (README)`, () => {
      assert.strictEqual(refusal(given), message)
    })
  }

  it("an unknown option that is like none is refused with all names", () => {
    assert.match(refusal({ ...good, x: 1 }), /no option "x". It has baseUrl, clientId, .*dangerouslyAllowHttp\.$/)
  })

  for (const baseUrl of [
    "https://api.example.com",
    "https://api.example.com/",
    "https://example.com/partner/",
    "http://localhost:3000",
    "http://127.0.0.1:3000",
    "http://[::1]:3000",
    new URL("https://api.example.com")
  ]) {
    it(`${String(baseUrl)} is an address`, () => {
      assert.strictEqual(refusal({ ...good, baseUrl }), "")
    })
  }

  describe("without address and credentials", () => {
    const names = ["PARTNER_BASE_URL", "PARTNER_CLIENT_ID", "PARTNER_CLIENT_SECRET"] as const

    /** Sets the variables, and no others of ours. */
    const setEnvironment = (given: Readonly<Record<string, string>>) => {
      for (const name of [...names, "PARTNER_FLOW", "PARTNER_ORGANIZATION"]) vi.stubEnv(name, given[name])
    }
    const full = {
      PARTNER_BASE_URL: "https://api.example.com",
      PARTNER_CLIENT_ID: "id",
      PARTNER_CLIENT_SECRET: "canary-secret"
    }

    afterEach(() => {
      vi.unstubAllEnvs()
    })

    it("a client has those of the environment, its organization and its flow (README)", async () => {
      const server = createTestServer()
      setEnvironment({
        PARTNER_BASE_URL: server.baseUrl,
        PARTNER_CLIENT_ID: server.clientId,
        PARTNER_CLIENT_SECRET: server.clientSecret,
        PARTNER_ORGANIZATION: "org_2",
        PARTNER_FLOW: "partner"
      })
      const { clock, fetch } = server
      assert.strictEqual((await createClient({ clock, fetch }).jobs.list()).count, 1)
      assert.strictEqual(server.count("partnerAuth.token"), 1)
      assert.strictEqual((await createClient({ clock, fetch, organization: "org_1" }).jobs.list()).count, 3)
    })

    it("createClient() needs no argument (README)", () => {
      setEnvironment(full)
      assert.isFunction(createClient().organization)
    })

    it("what is missing is named, and what is empty is missing", () => {
      for (const name of names) {
        setEnvironment({ ...full, [name]: "" })
        assert.match(refusal({}), new RegExp(`^${name} must be set`))
      }
      setEnvironment({})
      assert.match(refusal({}), /^PARTNER_BASE_URL and PARTNER_CLIENT_ID and PARTNER_CLIENT_SECRET must be set/)
    })

    it("a flow that does not exist is refused", () => {
      setEnvironment({ ...full, PARTNER_FLOW: "implicit" })
      assert.match(refusal({}), /PARTNER_FLOW/)
    })

    it("a part that is given takes none of the others from the environment", () => {
      setEnvironment(full)
      assert.match(refusal({ clientId: "id", clientSecret: "other" }), /baseUrl/)
      assert.match(refusal({ baseUrl: "https://other.example.com" }), /clientId/)
    })
  })

  describe("http: to another machine (README)", () => {
    const baseUrl = "http://api.internal:8080"
    const warned = (options: object) => {
      const lines: Array<readonly unknown[]> = []
      const logger = {
        debug: () => {},
        info: () => {},
        error: () => {},
        warn: (...line: unknown[]) => lines.push(line)
      }
      assert.strictEqual(refusal({ ...good, baseUrl, dangerouslyAllowHttp: true, logger, ...options }), "")
      return lines
    }

    it("is accepted where the option allows it, and the log says so", () => {
      assert.deepStrictEqual(warned({}), [["partner-api: credentials travel unencrypted", { baseUrl }]])
      assert.deepStrictEqual(warned({ logLevel: "error" }), [])
      assert.deepStrictEqual(warned({ baseUrl: "https://api.internal" }), [])
      assert.deepStrictEqual(warned({ baseUrl: "http://127.0.0.1:8080" }), [])
    })

    it("is logged to console without a logger, and not with logLevel off", () => {
      const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
      assert.strictEqual(refusal({ ...good, baseUrl, dangerouslyAllowHttp: true, logLevel: "off" }), "")
      assert.strictEqual(warn.mock.calls.length, 0)
      assert.strictEqual(refusal({ ...good, baseUrl, dangerouslyAllowHttp: true }), "")
      assert.deepStrictEqual(warn.mock.calls, [["partner-api: credentials travel unencrypted", { baseUrl }]])
      warn.mockRestore()
    })

    it("is allowed by PARTNER_ALLOW_HTTP=on", () => {
      vi.stubEnv("PARTNER_BASE_URL", baseUrl)
      vi.stubEnv("PARTNER_CLIENT_ID", "id")
      vi.stubEnv("PARTNER_CLIENT_SECRET", "canary-secret")
      for (const [value, message] of [
        ["on", /^$/],
        ["off", /dangerouslyAllowHttp/],
        ["yes", /^PARTNER_ALLOW_HTTP must be on or off$/]
      ] as const) {
        vi.stubEnv("PARTNER_ALLOW_HTTP", value)
        assert.match(refusal({ logLevel: "off" }), message)
      }
      vi.unstubAllEnvs()
    })
  })

  it("a path in front of the API is kept", async () => {
    const addresses: Array<string> = []
    const fetch: typeof globalThis.fetch = async (input) => {
      addresses.push(String(input))
      return new Response("{}", { status: 500 })
    }
    const partner = createClient({ ...good, baseUrl: "https://example.com/partner/", fetch, retries: 0 })
    await partner.organizations.list().catch(() => undefined)
    assert.deepStrictEqual(addresses, ["https://example.com/partner/oauth/token"])
  })

  it("a browser is refused unless dangerouslyAllowBrowser is set", () => {
    vi.stubGlobal("window", {})
    vi.stubGlobal("document", {})
    assert.match(refusal(good), /browser.*dangerouslyAllowBrowser/)
    // The double holds no secret.
    assert.strictEqual(refusal(createTestServer().client()), "")
    assert.strictEqual(refusal({ ...good, dangerouslyAllowBrowser: true }), "")
  })

  it("permissions and codes are choices that the compiler knows (README)", () => {
    const options: ClientOptions = { ...good, permissions: ["jobs:read", "fees:write"] }
    // @ts-expect-error No such permission.
    const wrong: ClientOptions = { ...good, permissions: ["jobs:raed"] }
    const code = (error: ClientError): string => {
      switch (error.code) {
        case "rate_limited":
          return "wait"
        default:
          return error.code
      }
    }
    assert.notDeepEqual(options.permissions, wrong.permissions)
    assert.isFunction(code)
  })

  it("a call without an organization says how to name one", async () => {
    const given: ClientOptions = { ...good, fetch: async () => new Response("", { status: 500 }) }
    const error: unknown = await createClient(given)
      .jobs.list()
      .page()
      .catch((caught: unknown) => caught)
    assert.isTrue(isPartnerError(error, "InvalidConfiguration") && /organization\(id\)/.test(error.message))
  })
})
