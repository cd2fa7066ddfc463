/**
 * The programs that a gate leaves out (CONTRIBUTING, Commands).
 */
import { assert, it } from "vitest"
import { withoutOf } from "../src/Without.ts"

it("takes the names of programs from the arguments, and leaves the others to turbo", () => {
  assert.deepStrictEqual(withoutOf(["verify", "--concurrency=1", "--without", "varnishd", "--without", "haproxy"]), {
    names: ["varnishd", "haproxy"],
    rest: ["verify", "--concurrency=1"]
  })
  assert.deepStrictEqual(withoutOf(["test"]), { names: [], rest: ["test"] })
})
