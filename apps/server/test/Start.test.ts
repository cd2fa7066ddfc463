/**
 * The program as a process: what it prints, and how it ends (README). The other starts and ends are in verify/Start.test.ts.
 */
import { assert, describe, it } from "@effect/vitest"
import { textOf } from "./HttpCall.ts"
import { sandboxCredentials, startSandbox } from "./StartedProgram.ts"
import { sharedFolder } from "./TestServer.ts"
import { pageOf } from "./Walk.ts"

const folder = sharedFolder()

describe("partner-api sandbox", () => {
  it("prints where it is and who may enter, serves, and stops with 0 on SIGTERM (README)", async () => {
    const env = { DATABASE_URL: `sqlite:${folder.file("sandbox.db")}` }
    const { program, baseUrl, client } = await startSandbox(env)
    await using _ = program
    const { stdout } = program.text()
    assert.include(stdout, `Docs      ${baseUrl}/docs`)
    assert.include(stdout, `Database  ${env.DATABASE_URL.slice("sqlite:".length)}`)
    const clients = [
      ["sandbox-client", "sandbox-secret"],
      ["sandbox-partner", "sandbox-partner-secret"],
      ["sandbox-reader", "sandbox-reader-secret"]
    ]
    clients.forEach(([id, secret]) => assert.match(stdout, new RegExp(`^  ${id} +${secret} `, "m")))

    const token = textOf(await client.call("POST", "/v1/auth/token", { json: sandboxCredentials }), "access_token")
    const page = await client.call("GET", "/v1/jobs", { token })
    assert.isTrue(pageOf(page).next?.startsWith(`${baseUrl}/v1/jobs?cursor=`))
    client.close()
    assert.deepStrictEqual(await program.stop("SIGTERM"), { code: 0, signal: null })
    const printed = Object.values(program.text()).join()
    assert.include(printed, '"route":"/v1/jobs"', "the access log is written before the end")
    assert.notInclude(printed, token)
    assert.strictEqual(program.text().stderr, "")
  })
})
