/**
 * Every message of the library and of `partner`: of each option with each kind of wrong value, of each kind of failure, and of each path at a
 * wrong address.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { fillPath, pathParams } from "@partner-api/contract/Path"
import * as Fs from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { toCommandLine } from "../../src/cli/CallFailure.ts"
import { environmentSettings } from "../../src/cli/credentials/Credentials.ts"
import {
  type ClientError,
  clientError,
  clientFaults,
  type ErrorTag,
  isPartnerError
} from "../../src/core/ClientError.ts"
import { operationsOf } from "../../src/core/Operation.ts"
import { clientOptionNames } from "../../src/core/OptionNames.ts"
import { createClient } from "../../src/index.ts"
import { failureOf } from "../Partnership.ts"
import { messageFaults, remedyFaults } from "@partner-api/domain/testing/MessageRules"

const good = { baseUrl: "https://api.example.com", clientId: "id", clientSecret: "secret" }

/** Values of every kind that a program gives by mistake. */
const values: ReadonlyArray<unknown> = [
  undefined,
  null,
  "",
  " ",
  "a b",
  "secret\n",
  "secret\r\n",
  "\ufeffsecret",
  "s\u0000e\u0000",
  "x".repeat(5_000),
  "api.example.com",
  "localhost:8080",
  "http://api.internal",
  "https://api.example.com/v1",
  "https://api.example.com?x=1",
  "https://",
  "HTTPS://api.example.com",
  0,
  -1,
  1.5,
  1e12,
  Number.NaN,
  true,
  [],
  {},
  { info: () => {} },
  () => {}
]

const refusalOf = (options: object): ClientError | undefined => {
  try {
    Reflect.apply(createClient, undefined, [{ logLevel: "off", ...options }])
    return undefined
  } catch (error) {
    // An exception of another kind is no message for anybody.
    if (!isPartnerError(error)) throw error
    return error
  }
}

describe("the messages of a wrong option", () => {
  it.for(clientOptionNames)("%s: say what is wrong with the value (decisions, Errors)", (name) => {
    const given = name === "token" ? { baseUrl: good.baseUrl } : good
    for (const value of values) {
      const error = refusalOf({ ...given, [name]: value })
      if (error === undefined) continue
      // Without a token, the credentials are missing.
      const isMissing = name === "token" && value === undefined
      assert.match(error.message, isMissing ? /clientId/ : new RegExp(name.replace(/s$/, "")))
      assert.deepStrictEqual([...messageFaults(error.message, value), ...remedyFaults(error.remedy)], [], error.message)
      const shown = toCommandLine(error, { settings: environmentSettings })
      assert.deepStrictEqual([...messageFaults(shown.message, value), ...remedyFaults(shown.remedy)], [], shown.message)
    }
  })
})

const tags: ReadonlyArray<ErrorTag> = [
  ...Object.keys(clientFaults).map((tag) => tag as keyof typeof clientFaults),
  ...partnerErrors.map((error) => error.fields._tag.schema.literal)
]

describe("the remedy of a failure", () => {
  it.for(tags)("%s: names something to do, in the library and in partner (decisions, Errors)", (tag) => {
    const error = clientError({ tag, message: "No.", outcome: "rejected" }, { operation: "jobs.get", attempts: 1 })
    assert.deepStrictEqual(remedyFaults(error.remedy), [], error.remedy)
    const { remedy } = toCommandLine(error, { settings: environmentSettings })
    assert.deepStrictEqual(remedyFaults(remedy), [], remedy)
    assert.notMatch(remedy, /baseUrl|clientId|clientSecret|createClient/)
  })
})

/** The file's literal texts of these members of its failures. */
const literals = (path: string, member: string): ReadonlyArray<string> =>
  Array.from(
    Fs.readFileSync(path, "utf8").matchAll(new RegExp(`\\b${member}:\\s*"([^"]*)"`, "g")),
    ([, text = ""]) => text
  )

describe("the sources of partner", () => {
  const folder = join(import.meta.dirname, "../../src/cli")
  const files = Fs.globSync("**/*.ts", { cwd: folder })
  it.for(files)("%s: each remedy names something to do", (file) => {
    for (const remedy of literals(join(folder, file), "remedy")) {
      assert.deepStrictEqual(remedyFaults(remedy), [], remedy)
    }
  })
})

/** What answers at a wrong address. */
const answers = {
  "a page": () => new Response("<html>", { status: 404, headers: { "content-type": "text/html" } }),
  nothing: () => new Response("", { status: 404 }),
  "this API, at a path that it does not have": () =>
    Response.json({ error: "not_found", message: "No such thing; check the id." }, { status: 404 })
}

describe("a wrong address", () => {
  const partner = (answer: () => Response, given: object) =>
    createClient({ ...good, ...given, fetch: async () => answer(), retries: 0, idempotency: "never" }).organization(
      "org_1"
    )

  it.for(Object.entries(answers))(
    "with %s is blamed on the address, and on no id (decisions, Errors)",
    async ([, answer]) => {
      for (const { hasPayload, metadata, method, namesResource, path } of operationsOf(PartnerApi)) {
        const at = fillPath(path, Object.fromEntries(pathParams(path).map((name) => [name, "x_1"])))
        const call = (given: object) =>
          failureOf(partner(answer, given).request(method, at, hasPayload ? { body: {} } : {}))
        const errors = [await call({}), await call({ clientId: undefined, clientSecret: undefined, token: "t" })]
        for (const [index, error] of errors.entries()) {
          // Where the request names a resource and this API answers, nobody can tell which of both is wrong. Without a token, no other request comes first.
          const isOfApi = answer().headers.get("content-type") === "application/json"
          const isWithoutToken = ["public", "credentials"].includes(metadata.access.level)
          // A client with a token has no credentials to show: nothing is sent.
          if (index === 1 && metadata.access.level === "credentials") continue
          const isAboutResource = namesResource && (index === 1 || isWithoutToken)
          if (isAboutResource && isOfApi) continue
          const { message, remedy } = error
          assert.match(remedy, /baseUrl/, `${method} ${path}: ${remedy}`)
          assert.notMatch(`${message} ${remedy}`, /\bids?\b/, path)
          const shown = toCommandLine(error, { settings: environmentSettings })
          assert.match(shown.remedy, /PARTNER_BASE_URL/)
          assert.notMatch(`${shown.message} ${shown.remedy}`, /\bids?\b|baseUrl/, path)
        }
      }
    }
  )
})
