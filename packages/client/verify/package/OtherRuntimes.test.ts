/**
 * The tarball in runtimes other than Node: Deno and Bun, which have Node's modules, and workerd, which has the web's. Each comes from the registry
 * as a package with a program in it.
 */
import { build } from "esbuild"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { receivedWebhooks, receiveWebhooks, walkedThrough, walkThrough } from "./Consumers.ts"
import { makeProject, type Project, runIn } from "./Project.ts"
import { makeTarball, type Tarball } from "./Tarball.ts"

/** Exact versions: what a newer one brings is not an error of ours. */
const versions = { deno: "2.9.6", bun: "1.4.5", workerd: "1.20261117.1" } as const

let tarball: Tarball

beforeAll(async () => {
  tarball = await makeTarball()
})

afterAll(() => tarball.remove())

const withRuntime = async (name: keyof typeof versions): Promise<readonly [Project, program: string]> => {
  const project = await makeProject(tarball, name, { [name]: versions[name] })
  return [project, join(project.folder, "node_modules/.bin", name)]
}

const required = `const { createClient, isPartnerError } = require("@partner-api/client")
const { createTestServer } = require("@partner-api/client/testing")
createClient(createTestServer().client()).organization("org_1").jobs.get("job_none")
  .catch((error) => console.log(isPartnerError(error, "NotFound"), error.status))`

describe.each([
  ["deno", ["run", "--allow-all"]],
  ["bun", ["run"]]
] as const)("%s", (name, args) => {
  it(`${versions[name]} walks through the API, with import and with require (README)`, async () => {
    const [project, program] = await withRuntime(name)
    await project.write({ "walk.js": walkThrough, "required.cjs": required })
    const walked = await runIn(project.folder, program, [...args, "walk.js"])
    assert.strictEqual(walked.status, 0, walked.output)
    assert.deepStrictEqual(JSON.parse(walked.stdout), walkedThrough)
    const ran = await runIn(project.folder, program, [...args, "required.cjs"])
    assert.strictEqual(ran.stdout.trim(), "true 404", ran.output)
    await project.write({ "hooks.js": receiveWebhooks })
    const received = await runIn(project.folder, program, [...args, "hooks.js"])
    assert.strictEqual(received.status, 0, received.output)
    assert.deepStrictEqual(JSON.parse(received.stdout), receivedWebhooks)
  })
})

/** A test of workerd: it fails when it throws. The client takes the web's `fetch` alone; the server in memory needs Node's cryptography. */
const worker = `
import { createClient, isPartnerError } from "@partner-api/client"
import { createTestServer } from "@partner-api/client/testing"

export default {
  async test() {
    const server = createTestServer()
    const scoped = createClient(server.client()).organization("org_1")
    const ids = []
    for await (const job of scoped.jobs.list({ limit: 2 })) ids.push(job.id)
    const user = await scoped.users.create({ first_name: "Ada", last_name: "King", email: "king@example.com" })
    const refused = await scoped.jobs.get("job_none").catch((error) => error)
    const found = { ids, email: user.email, refused: isPartnerError(refused, "NotFound"), status: refused.status }
    console.log("found " + JSON.stringify(found))
    if (JSON.stringify(found) !== EXPECTED) throw new Error(JSON.stringify(found))
  }
}
`

/** The same of webhooks. Their entry needs WebCrypto alone, so this worker runs without the modules of Node. */
const webhookWorker = receiveWebhooks
  .replace("const secret", "export default { async test() {\nconst secret")
  .replace(/console\.log\((.*)\)\n$/, "if ($1 !== EXPECTED) throw new Error($1)\n}}\n")

const workerConfig = `
using Workerd = import "/workerd/workerd.capnp";
const walk :Workerd.Config = (
  services = [(
    name = "walk",
    worker = (
      modules = [(name = "worker", esModule = embed "bundle.js")],
      compatibilityDate = "2026-06-01",
      compatibilityFlags = [FLAGS]
    )
  )]
);
`

describe("workerd", () => {
  const bundleWith = async (project: Project, expected: unknown, text = worker, flags = '"nodejs_compat"') => {
    await project.write({ "worker.js": text, "config.capnp": workerConfig.replace("FLAGS", flags) })
    const { errors } = await build({
      absWorkingDir: project.folder,
      entryPoints: ["worker.js"],
      outfile: join(project.folder, "bundle.js"),
      bundle: true,
      format: "esm",
      platform: "browser",
      external: ["node:*"],
      define: { EXPECTED: JSON.stringify(JSON.stringify(expected)) },
      logLevel: "silent"
    })
    assert.isEmpty(errors)
  }

  it(`${versions.workerd} walks through the API (README)`, async () => {
    const [project, program] = await withRuntime("workerd")
    await bundleWith(project, walkedThrough)
    const ran = await runIn(project.folder, program, ["test", "config.capnp"])
    assert.strictEqual(ran.status, 0, ran.output)
    // A test that is not found ends well too.
    await bundleWith(project, { ...walkedThrough, status: 200 })
    const wrong = await runIn(project.folder, program, ["test", "config.capnp"])
    assert.notStrictEqual(wrong.status, 0, wrong.output)
  })

  it(`${versions.workerd} receives webhooks without the modules of Node (README)`, async () => {
    const [project, program] = await withRuntime("workerd")
    await bundleWith(project, receivedWebhooks, webhookWorker, "")
    const ran = await runIn(project.folder, program, ["test", "config.capnp"])
    assert.strictEqual(ran.status, 0, ran.output)
    await bundleWith(project, { ...receivedWebhooks, status: 200 }, webhookWorker, "")
    const wrong = await runIn(project.folder, program, ["test", "config.capnp"])
    assert.notStrictEqual(wrong.status, 0, wrong.output)
  })
})
