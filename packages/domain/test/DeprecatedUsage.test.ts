/**
 * What operators read of the uses of what is deprecated (recruiting 12): one for each client and name, the most frequent first, within a bound.
 */
import { assert, describe, it } from "@effect/vitest"
import { ClientId } from "../src/Ids.ts"
import { type DeprecatedRequests, deprecatedUsageOf, deprecatedUsesMax } from "../src/operator/DeprecatedUsage.ts"

const atMs = Date.UTC(2026, 11, 1)
const at = "2026-12-01T00:00:00.000Z"
const later = "2026-12-01T00:00:01.000Z"
const acme = ClientId.make("cli_acme")

const group = (
  names: ReadonlyArray<string>,
  clientId: ClientId | undefined,
  requests: number,
  lastAtMs = atMs
): DeprecatedRequests => ({ names, clientId, requests, lastAtMs })

describe("the uses of what is deprecated (recruiting 12)", () => {
  it("are one for each client and name, the most frequent first, with what is declared of the name", () => {
    const counted = {
      groups: [
        group(["a"], acme, 2, atMs + 1_000),
        group(["a", "b"], acme, 3),
        group(["b"], undefined, 9),
        group(["gone"], acme, 1)
      ],
      sinceMs: atMs
    }
    const declared = (name: string) => ({ since: "2026-12-01", sunset: "2028-01-01", replacement: `leave ${name} out` })
    const declarations = new Map(["a", "b"].map((name) => [name, declared(name)]))
    const about = (name: string) => ({ sunset: "2028-01-01", replacement: `leave ${name} out` })
    assert.deepStrictEqual<unknown>(deprecatedUsageOf(true, counted, declarations), {
      is_logged: true,
      since: at,
      uses: [
        { name: "b", requests: 9, last_at: at, ...about("b") },
        { name: "a", client_id: acme, requests: 5, last_at: later, ...about("a") },
        { name: "b", client_id: acme, requests: 3, last_at: at, ...about("b") },
        { name: "gone", client_id: acme, requests: 1, last_at: at }
      ],
      left_out: 0
    })
  })

  it("are at most so many, and the others are counted", () => {
    const groups = Array.from({ length: deprecatedUsesMax + 3 }, (_, index) =>
      group(["a"], ClientId.make(`cli_${index}`), index + 1)
    )
    const { left_out, uses } = deprecatedUsageOf(true, { groups, sinceMs: atMs }, new Map())
    assert.deepStrictEqual([uses.length, uses[0]?.requests, left_out], [deprecatedUsesMax, deprecatedUsesMax + 3, 3])
  })
})
