/**
 * The Python module and the Postman collection have every operation of the document (docs/decisions/0147). Whether they work, `verify` tries against the
 * sandbox.
 */
import { assert, describe, it } from "vitest"
import { operationsIn, readDocument } from "../src/OpenApi.ts"
import { postmanCollection } from "../src/PostmanCollection.ts"
import { pythonClient } from "../src/PythonClient.ts"

const document = readDocument()
const operations = operationsIn(document).filter(({ isToken }) => !isToken)

describe("the Python module", () => {
  const text = pythonClient(document)

  it("has a method for each operation, and a class for each record and each code of an error", () => {
    assert.lengthOf([...text.matchAll(/^ {8}return self\._(?:one|items|bytes)\(/gm)], operations.length)
    const records = Object.entries(document.components.schemas).filter(([, { properties }]) => properties !== undefined)
    for (const [name] of records) assert.include(text, `\nclass ${name}(Record):\n`)
    assert.include(text, "\nclass UnprocessableEntity(ApiError):\n")
  })

  it("imports the standard library alone", () =>
    assert.deepStrictEqual([...text.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name).toSorted(), [
      "__future__",
      "base64",
      "dataclasses",
      "email",
      "hashlib",
      "hmac",
      "json",
      "random",
      "threading",
      "time",
      "typing",
      "urllib",
      "uuid",
      "warnings"
    ]))
})

describe("the Postman collection", () => {
  const text = JSON.stringify(postmanCollection(document))

  it("has a request for each operation, and the first steps", () =>
    assert.strictEqual(text.split('"request":{').length - 1, operations.length + 4))

  it("has no credentials of anybody", () => assert.notMatch(text, /sandbox-|whsec_[A-Za-z0-9]{8}/))
})
