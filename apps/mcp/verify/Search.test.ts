/**
 * One title among 100,000 jobs is found in two calls, that for the organization among them: one with a seldom word, and one of
 * whose words each is in the titles of thousands. Prints the time.
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { pageCursorCharactersMax } from "../src/protocol/answer/PageCursor.ts"
import { serverFile } from "../test/fixture/Built.ts"
import { runNode, startNode } from "../test/fixture/NodeProgram.ts"
import { makeSessions } from "../test/tasks/Conversation.ts"

const jobsCount = 100_000
const perPart = 50

/** A title of three words, each of which one in fifty has. */
const titleOf = (index: number): string =>
  [
    `level${index % perPart}`,
    `trade${Math.floor(index / perPart) % perPart}`,
    `place${Math.floor(index / perPart ** 2)}`
  ].join(" ")

const startMany = async () => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "mcp-search-"))
  const settings = { PORT: "0", DATABASE_URL: `sqlite:${Path.join(folder, "jobs.db")}`, RATE_LIMIT_BURST: "100000" }
  const running = await startNode(serverFile, ["sandbox"], settings, /Base URL +(\S+)/)
  const file = Path.join(folder, "jobs.ndjson")
  const jobs = Array.from({ length: jobsCount }, (_, index) => ({
    external_id: `S-${index}`,
    title: index === 77_777 ? "Lighthouse keeper" : titleOf(index),
    description: "One of many.",
    status: "OPEN"
  }))
  Fs.writeFileSync(file, jobs.map((job) => `${JSON.stringify(job)}\n`).join(""))
  await runNode(serverFile, ["import", "jobs", file, "--organization", "org_globex"], settings)
  return {
    baseUrl: running.found[1] ?? "",
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]()
      Fs.rmSync(folder, { recursive: true, force: true })
    }
  }
}

describe("one of 100,000 jobs", () => {
  it("is found by its title in two calls", async () => {
    await using many = await startMany()
    await using sessions = makeSessions()
    const conversation = await sessions.converse({
      era: "auto",
      flags: [],
      settings: {
        PARTNER_BASE_URL: many.baseUrl,
        PARTNER_CLIENT_ID: "sandbox-client",
        PARTNER_CLIENT_SECRET: "sandbox-secret"
      }
    })
    const read = async (tool: string, given: Readonly<Record<string, string>>) => {
      const { isError, text } = await conversation.call(tool, given)
      assert.isFalse(isError, text)
      return JSON.parse(text)
    }
    for (const title of ["Lighthouse keeper", titleOf(88_888)]) {
      const before = conversation.cost.calls
      const { organizations } = await read("list_organizations", {})
      const { id } = organizations.find(({ name }: { readonly name: string }) => name === "Globex")
      const startMs = performance.now()
      const { matches, complete } = await read("find_jobs", { organization_id: id, text: title })
      console.log(`${title}: found in ${Math.round(performance.now() - startMs)} ms`)
      assert.deepStrictEqual(
        matches.map((job: { readonly title: string }) => job.title),
        [title]
      )
      assert.isTrue(complete)
      assert.strictEqual(conversation.cost.calls - before, 2)
    }
    // A word that thousands have: the first fifty, and a short cursor for the rest.
    const first = await read("find_jobs", { organization_id: "org_globex", text: "level7" })
    assert.strictEqual(first.matches.length, 50)
    assert.isAtMost(first.next_cursor.length, pageCursorCharactersMax)
    console.log(`cursor: ${first.next_cursor.length} characters`)
    const second = await read("find_jobs", {
      organization_id: "org_globex",
      text: "level7",
      cursor: first.next_cursor
    })
    assert.strictEqual(new Set([...first.matches, ...second.matches].map(({ id }) => id)).size, 100)
  })
})
