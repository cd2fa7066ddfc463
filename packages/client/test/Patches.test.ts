/**
 * Patches through the library (RFC 7396; decisions, Resources): null is sent, what is undefined is not, and mistakes are found before
 * anything is sent.
 */
import { assert, describe, it } from "vitest"
import { failureOf, partnership, tagOf } from "./Partnership.ts"

const engineer = { title: "Engineer", description: "Builds engines.", location: "Berlin", openings: 2 }

describe("a patch", () => {
  it("removes with null, keeps what is undefined, and answers with the whole job (RFC 7396)", async () => {
    const { jobs } = partnership().partner.organization("org_1")
    const { location: _, updated_at: _before, ...rest } = await jobs.create(engineer)
    const patch: object = { location: null, openings: 3, title: undefined }
    const changed = await jobs.update(rest.id, patch)
    const { updated_at: _after, ...members } = changed
    assert.deepStrictEqual<object>(members, { ...rest, openings: 3 })
    assert.deepStrictEqual(await jobs.get(rest.id), changed)
  })

  it("is sent again after a lost answer, and has one effect (decisions, Safe repetition)", async () => {
    const { partner, server } = partnership()
    const { jobs } = partner.organization("org_1")
    const { id } = await jobs.create(engineer)
    server.failNext("jobs.update", "reset-after")
    assert.strictEqual((await jobs.update(id, { status: "OPEN" })).status, "OPEN")
    assert.strictEqual(server.count("jobs.update"), 2)
  })

  it("is done for those who know the state, and for nobody else (RFC 9110 §13.1.1)", async () => {
    const { jobs } = partnership().partner.organization("org_1")
    const { id } = await jobs.create(engineer)
    const { response } = await jobs.update(id, { openings: 3 }).withResponse()
    const ifMatch = response.headers["etag"] ?? ""
    assert.strictEqual((await jobs.update(id, { openings: 4 }, { ifMatch })).openings, 4)
    assert.strictEqual(await tagOf(jobs.update(id, { openings: 5 }, { ifMatch })), "PreconditionFailed")
  })

  it("that a job cannot follow is refused with the moves that it can make (decisions, Resources)", async () => {
    const { jobs } = partnership().partner.organization("org_1")
    const { id } = await jobs.create(engineer)
    const error = await failureOf(jobs.update(id, { status: "ON_HOLD" }))
    assert.deepStrictEqual(
      [error._tag, error.details.map(({ message }) => message)],
      ["InvalidTransition", ["must be OPEN or CLOSED"]]
    )
  })

  it("is checked before it is sent, with the problems that the service would tell (README)", async () => {
    const { partner, server } = partnership()
    const wrong: object = { id: "job_2", title: null, openings: 0, titel: "x" }
    const error = await failureOf(partner.organization("org_1").jobs.update("job_1", wrong))
    assert.deepStrictEqual(
      [error._tag, error.outcome, error.details.map(({ code, path }) => `${path} ${code}`).toSorted()],
      ["UnprocessableEntity", "not_sent", ["/id not_allowed", "/openings range", "/titel unknown", "/title required"]]
    )
    assert.strictEqual(server.count(), 0)
  })
})
