/**
 * The Python module and the Postman collection have every operation of the document (docs/decisions/0147). Whether they work, `verify` tries against the
 * sandbox.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { clientsFolder, generatedClients } from "../src/GeneratedClients.ts"
import { operationsIn, readDocument } from "../src/OpenApi.ts"
import { postmanCollection } from "../src/PostmanCollection.ts"
import { tokenVariables } from "../src/PostmanScripts.ts"
import { pythonClient } from "../src/PythonClient.ts"

interface Request {
  readonly header: ReadonlyArray<{ readonly key: string; readonly value: string; readonly disabled?: boolean }>
  readonly body?: { readonly mode: string }
}

interface Collection {
  readonly variable: ReadonlyArray<{ readonly key: string; readonly value: string }>
  readonly item: ReadonlyArray<{ readonly item: ReadonlyArray<{ readonly name: string; readonly request: Request }> }>
}

const document = readDocument()
const operations = operationsIn(document).filter(({ isToken }) => !isToken)

describe("the Python module", () => {
  const text = pythonClient(document)

  it("has a method for each operation, and a class for each record and each code of an error", () => {
    assert.lengthOf([...text.matchAll(/^ {8}return self\._(?:one|items|bytes)\(/gm)], operations.length)
    const records = Object.entries(document.components.schemas).filter(([, { properties }]) => properties !== undefined)
    const errors = new Set(Array.from(text.matchAll(/^class (\w+)\(ApiError\):/gm), ([, name]) => name))
    for (const [name] of records)
      assert.include(text, `\nclass ${name}(${errors.has(name) ? "ApiError" : "Record"}):\n`)
    assert.isTrue(errors.has("UnprocessableEntity"))
  })

  it("has each name once, because Python keeps the last class of a name alone", () => {
    const made = Array.from(
      text.matchAll(/^(?:class|def) (\w+)|^(\w+)(?:: [^=]+)? = /gm),
      ([, one, other]) => one ?? other
    )
    const imported = Array.from(text.matchAll(/^from \S+ import (.+)$/gm), ([, listed = ""]) =>
      listed.split(", ")
    ).flat()
    const names = made.concat(imported.map((one) => one.split(" as ").at(-1)))
    assert.include(names, "dataclass")
    assert.deepStrictEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      []
    )
  })

  it("marks what is deprecated, and gives a member with one value that value", () => {
    assert.match(text, /^ {4}custom_fee: Optional\[int\] = None\n {4}"""Deprecated since .*`expected_fee`/m)
    assert.include(text, '\n    action: Literal["confirm"] = "confirm"\n')
  })

  it("takes NULL where null is a value, and there alone", () => {
    const patch = /^class JobPatch\(Record\):[^]*?_members/m.exec(text)?.[0] ?? ""
    assert.include(patch, "\n    location: Union[Optional[str], Null] = None\n")
    assert.include(patch, "\n    title: Optional[str] = None\n")
  })

  it("reads the ping of a webhook endpoint, which is no event of the feed", () =>
    assert.match(text, /^WEBHOOK_EVENT: .*"ping": "PingEvent".*"job\.created": "JobCreatedEvent"/m))

  it("imports the standard library alone", () =>
    assert.deepStrictEqual([...text.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name).toSorted(), [
      "__future__",
      "base64",
      "dataclasses",
      "email",
      "email",
      "hashlib",
      "hmac",
      "http",
      "json",
      "os",
      "random",
      "re",
      "ssl",
      "sys",
      "threading",
      "time",
      "typing",
      "urllib",
      "uuid",
      "warnings"
    ]))
})

describe("the clients in a clone", () => {
  it.for(generatedClients(document))("%s is the one of the document", ([name, text]) => {
    const written = readFileSync(join(clientsFolder, name), "utf8")
    // The formatter breaks lines of JSON in its own way.
    const [one, other] = name.endsWith(".json") ? [JSON.parse(written), JSON.parse(text)] : [written, text]
    assert.deepStrictEqual(one, other, `${name} is out of date. Write it again with: npx -y pnpm@12 generate`)
  })
})

describe("the Postman collection", () => {
  const text = JSON.stringify(postmanCollection(document))
  const collection: Collection = JSON.parse(text)

  const requestNamed = (name: string): Request => {
    const found = collection.item.flatMap(({ item }) => item).find((one) => one.name === name)
    assert(found !== undefined, name)
    return found.request
  }

  it("has a request for each operation, and the first steps", () =>
    assert.strictEqual(text.split('"request":{').length - 1, operations.length + 4))

  it("declares the variables that hold tokens, all of them empty", () => {
    const empty = new Set(collection.variable.flatMap(({ key, value }) => (value === "" ? [key] : [])))
    for (const name of ["clientId", "clientSecret", "organizationId", "allowWrites", ...tokenVariables])
      assert.isTrue(empty.has(name), name)
  })

  it("adds a file with its type, its name and its bytes", () => {
    const { body, header } = requestNamed("Add a file")
    assert.strictEqual(body?.mode, "file")
    const sent = header.flatMap(({ disabled = false, key, value }) => (disabled ? [] : [`${key}: ${value}`]))
    assert.includeMembers(sent, ["attachment-type: RESUME", "content-disposition: attachment; filename=cv.txt"])
  })

  it("has no credentials of anybody", () => assert.notMatch(text, /sandbox-|whsec_[A-Za-z0-9]{8}/))
})
