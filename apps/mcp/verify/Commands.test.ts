/**
 * The commands that refusals name, run by a shell as a user pastes them: each sends what the tool would have sent (hosts.md).
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { jsonOf, says } from "../test/fixture/Clients.ts"
import { environmentOf } from "../test/fixture/NodeProgram.ts"
import { overStdio } from "../test/product/Product.ts"
import { startUpstream } from "../test/product/Upstream.ts"

const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-commands-"))
afterAll(() => Fs.rmSync(folder, { recursive: true }))

/** The program `partner`, found by its name. */
beforeAll(() => {
  const main = Path.join(import.meta.dirname, "../../../packages/client/src/partner.ts")
  Fs.writeFileSync(Path.join(folder, "partner"), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, {
    mode: 0o700
  })
})

const execute = promisify(ChildProcess.execFile)

const person = { first_name: "Mary", last_name: "O'Hara; $(exit 1)", email: "ohara@example.com" }
const agency_id = "agy_2"

const writes: ReadonlyArray<readonly [tool: string, operation: string, given: object]> = [
  [
    "set_agency_fees",
    "agencies.setFees",
    {
      agency_id,
      optimizedFee: false,
      customFees: [
        { feeType: "FLAT_FEE", currency: "KWD", feeCents: 5_000_001, note: "-40 \"!\" 'x'" },
        { feeType: "PERCENTAGE_FEE", feeBasisPoints: 1250, note: "--percent" },
        { feeType: "PERCENTAGE_FEE", percentage: "20%", note: "" }
      ]
    }
  ],
  ["set_agency_fees", "agencies.setFees", { agency_id, optimizedFee: true, customFees: [] }],
  ["add_user", "users.create", person],
  [
    "create_job",
    "jobs.create",
    {
      title: "-Clerk",
      description: "Runs *.",
      employment_type: "FULL_TIME",
      salary_min_cents: 1,
      salary_max_cents: 7_200_000,
      currency: "EUR"
    }
  ],
  ["update_job", "jobs.update", { job_id: "job_1", location: "São Paulo", title: "~" }],
  ["update_job", "jobs.update", { job_id: "job_1", status: "ON_HOLD" }],
  ["submit_application", "applications.submit", { job_id: "job_1", agency_id, ...person, note: "Speaks \\Portuguese" }],
  ["move_application", "applications.transition", { application_id: "app_1", action: "confirm" }]
]

it.each(writes)("%s %s %j", async (name, operation, given) => {
  await using upstream = await startUpstream()
  const sent = Array<unknown>()
  // The request is what counts, and nothing changes between the two.
  upstream.server.answer(operation, ({ body, organizationId, params }) => {
    sent.push({ body, organizationId, params })
    return { status: 409, body: { error: "conflict", message: "Seen." } }
  })
  const call = { name, arguments: { organization_id: "org_1", ...given, mode: "apply" } }

  await using asking = await overStdio(upstream, "auto", { questions: [], answer: says("accept") })
  await asking.client.callTool(call)
  await using unable = await overStdio(upstream, "auto")
  const message = String(jsonOf(await unable.client.callTool(call))["message"])
  const [, line = ""] = /`(partner .*)`\.$/.exec(message) ?? []
  assert.notInclude(line, "--help", message)

  const { PATH = "", ...environment } = environmentOf({ ...upstream.environment, HOME: folder })
  const env = { ...environment, PATH: `${folder}:${PATH}` }
  const failure = await execute("sh", ["-c", line], { env }).catch(({ stderr }: { readonly stderr: string }) => stderr)
  assert.include(String(failure), "Seen.")
  assert.lengthOf(sent, 2)
  assert.deepStrictEqual(sent[1], sent[0])
})
