/**
 * Failures of calls in the words of the command line: the messages of `partner`, and those about settings (docs/cli.md, Errors).
 */
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import { clientError, clientFaults, type ErrorTag, type Failure } from "../../src/core/ClientError.ts"
import { networkFailure } from "../../src/core/transport/NetworkFailure.ts"
import { toCommandLine } from "../../src/cli/CallFailure.ts"
import { failureLines } from "../../src/cli/FailureText.ts"
import { environmentSettings } from "../../src/cli/credentials/Credentials.ts"
import { makeHome, runPartner } from "./Program.ts"
import { startService } from "./Service.ts"

const errorOf = (failure: Failure, operation?: string) =>
  toCommandLine(clientError(failure, { operation, attempts: 1 }), { settings: environmentSettings })

/** The failure of a request whose connection ended with this code. */
const ofCode = (code: string): Failure =>
  networkFailure({ method: "GET", url: "https://api.example.com/v1/jobs?email=a", headers: {}, body: undefined })(
    Object.assign(new Error("fetch failed"), { code })
  )

const rejected = (tag: ErrorTag, retryAfterMs?: number): Failure => ({
  tag,
  message: "No.",
  outcome: "rejected",
  retryAfterMs
})

describe("the remedy of a failed call", () => {
  it.for<[failure: Failure, operation: string | undefined, message: RegExp, remedy: RegExp]>([
    [
      ofCode("ECONNREFUSED"),
      undefined,
      /^The connection to api\.example\.com failed \(ECONNREFUSED\)\.$/,
      /PARTNER_BASE_URL/
    ],
    [
      ofCode("CERT_HAS_EXPIRED"),
      undefined,
      /has expired \(CERT_HAS_EXPIRED\)/,
      /^Ask the operator of the service to renew/
    ],
    [ofCode("HOSTNAME_MISMATCH"), undefined, /another host name/, /^Set PARTNER_BASE_URL to the name/],
    [ofCode("ERR_SSL_WRONG_VERSION_NUMBER"), undefined, /No secure connection/, /scheme and port of PARTNER_BASE_URL/],
    [{ ...rejected("QueueFull"), outcome: "not_sent" }, undefined, /No\./, /^Nothing was sent\. Run the command again/],
    [rejected("Forbidden"), "organizations.token", /No\./, /: partner organizations lists/],
    [rejected("Forbidden"), "oauth.token", /No\./, /^Check PARTNER_BASE_URL, with its port: something else/],
    [rejected("Forbidden"), "users.list", /No\./, /^Ask the operator of the service for the permission/],
    [{ ...rejected("Conflict"), message: "There are ten. Delete one." }, undefined, /./, /^Delete one\.$/],
    [rejected("Conflict"), undefined, /No\./, /^Use what is there/],
    [rejected("NotFound"), "webhookEndpoints.get", /No\./, /: partner webhooks lists the endpoints of your client/],
    [rejected("NotFound"), "webhookEndpoints.list", /No\./, /does not have this command's endpoint/],
    [rejected("RateLimited", 2_500), undefined, /No\./, /^Wait 3 s, then/],
    [rejected("Unavailable"), undefined, /No\./, /^Wait a little, then/]
  ])("%j of %s", ([failure, operation, message, remedy]) => {
    const error = errorOf(failure, operation)
    assert.match(error.message, message)
    assert.match(error.remedy, remedy)
    // For programs, the failure is the same.
    assert.deepStrictEqual([error._tag, error.outcome, error.operation], [failure.tag, failure.outcome, operation])
  })

  it("is left out where the message of the service contains it", () => {
    const message = "There are ten. Delete one."
    assert.deepStrictEqual(failureLines(errorOf({ ...rejected("Conflict"), message })), [`partner: ${message}`])
  })

  // A failure of the kind Tls always has a remedy of its own.
  const tags = [...partnerErrors.map(({ fields }) => fields._tag.schema.literal), ...Object.keys(clientFaults)]
  it.for(tags.filter((tag) => tag !== "Tls"))("%s names no member, header or option of a program", (tag) => {
    const isTag = (name: string): name is ErrorTag => tags.includes(name)
    assert.isTrue(isTag(tag))
    if (isTag(tag))
      assert.notMatch(
        errorOf(rejected(tag)).remedy,
        /`details`|Retry-After|`request_id`|`Allow`|baseUrl|`outcome`|`next`/
      )
  })
})

describe("partner", () => {
  const settings = { PARTNER_CLIENT_ID: "client", PARTNER_CLIENT_SECRET: "secret" }

  it.for([
    [
      ["organizations"],
      { ...settings, PARTNER_BASE_URL: "http://x.example" },
      /^partner: PARTNER_BASE_URL begins with http:\/\/, .* or set PARTNER_ALLOW_HTTP=on for a network/
    ],
    [
      ["api", "GET", "/v1/jobs"],
      { ...settings, PARTNER_BASE_URL: "x" },
      /^partner: PARTNER_BASE_URL cannot be read as an address such as https:/
    ],
    [
      ["organizations"],
      { ...settings, PARTNER_BASE_URL: "https://x.example", PARTNER_CLIENT_ID: "a b" },
      /^partner: PARTNER_CLIENT_ID holds a space or a line break \(U\+0020\); trim it/
    ],
    [
      ["jobs"],
      { ...settings, PARTNER_BASE_URL: "https://x.example/v1" },
      /^partner: PARTNER_BASE_URL ends with \/v1, .*leave it out, or mount a gateway for the whole API elsewhere\.?\nCorrect the variable/
    ],
    [
      ["login", "--from-env", "--base-url", "http://x.example"],
      settings,
      /^partner: --base-url begins with http.*or set --allow-http for a network/
    ],
    [["login", "--from-env", "--base-url", "x"], settings, /^partner: --base-url cannot be read as an address/]
  ] as const)("names the setting of %j %j that is wrong", async ([args, environment, message]) => {
    const { code, stderr } = await runPartner(undefined, args, environment)
    assert.strictEqual(code, 1)
    assert.match(stderr, message)
  })

  it("names the file of a wrong setting, and the command that writes it", async () => {
    using home = makeHome()
    const path = `${home.path}/credentials.json`
    Fs.writeFileSync(path, JSON.stringify({ baseUrl: "x", clientId: "a", clientSecret: "b" }), { mode: 0o600 })
    const { stderr } = await runPartner(undefined, ["organizations", "--config", path])
    assert.include(stderr, `baseUrl in ${path} cannot be read as an address`)
    assert.include(stderr, `partner login --config ${path}`)
  })

  it("accepts http: to another machine where PARTNER_ALLOW_HTTP or a stored profile allows it, and says so", async () => {
    using home = makeHome()
    const path = `${home.path}/credentials.json`
    const stored = { baseUrl: "http://x.invalid", clientId: "a", clientSecret: "b", allowHttp: true }
    Fs.writeFileSync(path, JSON.stringify(stored), { mode: 0o600 })
    for (const [args, environment] of [
      [["organizations"], { ...settings, PARTNER_BASE_URL: "http://x.invalid", PARTNER_ALLOW_HTTP: "on" }],
      [["organizations", "--config", path], {}]
    ] as const) {
      const { stderr } = await runPartner(undefined, args, environment)
      assert.include(stderr, "Credentials travel unencrypted to http://x.invalid.\n")
      assert.include(stderr, "The connection to x.invalid failed")
    }
    const { stderr } = await runPartner(undefined, ["organizations"], { ...settings, PARTNER_ALLOW_HTTP: "yes" })
    assert.match(stderr, /^partner: PARTNER_ALLOW_HTTP is neither on nor off\.\nSet one of them/)
  })

  it("names the host and the code of a connection that failed, and the setting with the address", async () => {
    const service = await startService()
    await service[Symbol.asyncDispose]()
    const { host } = new URL(service.baseUrl)
    const { stderr } = await runPartner(service, ["whoami"])
    assert.include(stderr, `partner: The connection to ${host} failed (ECONNREFUSED).`)
    assert.include(stderr, "Check that PARTNER_BASE_URL is right and that the server runs")
  })

  it("names the command that lists organizations, where one is not granted", async () => {
    await using service = await startService()
    const { stderr } = await runPartner(service, ["jobs", "--organization", "org_none"])
    assert.include(stderr, "partner organizations lists those of your grants")
  })

  it("names in text what a user collides with", async () => {
    await using service = await startService()
    const [ada] = service.server.data.users("org_1")
    const person = ["--first-name", "A", "--last-name", "B", "--email", ada?.email ?? ""]
    const { stderr } = await runPartner(service, ["users", "add", ...person, "--organization", "org_1"])
    assert.include(stderr, `/email belongs to the user ${ada?.id}.`)
    assert.notInclude(stderr, "`details`")
  })

  it.for<[line: string, mistakes: ReadonlyArray<string>]>([
    [
      "jobs --stauts OPEN",
      ["partner: Unrecognized flag: --stauts in command partner jobs Did you mean this? --status"]
    ],
    [
      "nope --stauts OPEN",
      ['partner: Unknown subcommand "nope" for "partner"', "partner: Unrecognized flag: --stauts in command partner"]
    ]
  ])("names the unknown flag of %s, not its value", async ([line, mistakes]) => {
    const { code, stderr } = await runPartner(undefined, line.split(" "))
    assert.strictEqual(code, 2)
    assert.deepStrictEqual(stderr.split("\n").slice(0, -3), [...mistakes])
  })
})
