/**
 * The workflow that publishes, as far as its text shows it. It runs at GitHub only; its commands run here with an npm that only writes down
 * what it was asked.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { root } from "../src/Packages.ts"

const workflow = readFileSync(join(root, ".github/workflows/release.yml"), "utf8")

/** The text of a job. */
const jobOf = (name: string): string =>
  new RegExp(`^  ${name}:\\n((?:    .*\\n|\\s*\\n)+)`, "m").exec(workflow)?.[1] ?? ""

/** The commands of a step that has several lines of them. */
const commandsOf = (step: string): string => {
  const [, text = ""] = new RegExp(`- name: ${step}\\n\\s+run: \\|\\n((?: {10}.*\\n)+)`).exec(workflow) ?? []
  return text.replaceAll(/^ {10}/gm, "")
}

describe("the release workflow", () => {
  it("runs for tags alone", () => {
    const [, trigger] = /^on:\n((?: .*\n)+)/m.exec(workflow) ?? []
    assert.strictEqual(trigger, `  push:\n    tags: ["v*"]\n`)
  })

  it("lets the job that publishes run no code of dependencies, and the others have no right to publish", () => {
    assert.strictEqual(workflow.match(/id-token: write/g)?.length, 1)
    assert.include(jobOf("publish"), "id-token: write")
    assert.notMatch(jobOf("publish"), /checkout|pnpm|npx|contents:/)
    assert.match(workflow, /^permissions: \{\}$/m)
    assert.match(jobOf("pack"), /permissions:\n {6}contents: read\n/)
  })

  it("names each action by its commit", () => {
    const used = Array.from(workflow.matchAll(/uses: (.*)$/gm), ([, action = ""]) => action)
    assert.isAtLeast(used.length, 4)
    for (const action of used) assert.match(action, /^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it("tests, packs, and tests what it packed, before anything is published", () => {
    const steps = Array.from(jobOf("pack").matchAll(/run: (.*)$/gm), ([, run]) => run)
    assert.deepStrictEqual(steps, [
      "bash .ci/run",
      "npx -y pnpm@12 verify:long",
      "npx -y pnpm@12 release:pack dist",
      'RELEASE_FOLDER="$PWD/dist" npx -y pnpm@12 --filter @partner-api/release verify'
    ])
    assert.match(jobOf("publish"), /needs: pack\n/)
  })
})

describe("its commands", () => {
  const folder = mkdtempSync(join(tmpdir(), "release-workflow-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const place = (name: string, text: string) => writeFileSync(join(folder, name), text)

  /** Stands in for npm: knows one package as published, and writes down what it is to publish. */
  const npm = `#!/bin/sh
if [ "$1" = view ]; then [ "$2" = @partner-api/server@1.2.3 ] && echo 1.2.3; exit 0; fi
echo "npm $*"
`

  const publish = () => {
    const { PATH } = process.env
    return execFileSync("bash", ["-euo", "pipefail", "-c", commandsOf("Publish")], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: `${folder}:${PATH}` },
      stdio: "pipe"
    })
  }

  it("publish with provenance what is not there yet, and nothing that was changed on the way (decision 50)", () => {
    place("npm", npm)
    chmodSync(join(folder, "npm"), 0o755)
    for (const name of ["server", "client"]) place(`${name}.tgz`, name)
    place("packages.txt", "@partner-api/server 1.2.3 server.tgz\n@partner-api/client 1.2.3 client.tgz\n")
    const sumOf = (text: string) => createHash("sha256").update(text).digest("hex")
    place("SHA256SUMS", `${sumOf("server")}  server.tgz\n${sumOf("client")}  client.tgz\n`)
    assert.deepStrictEqual(publish().trim().split("\n"), [
      "server.tgz: OK",
      "client.tgz: OK",
      "@partner-api/server 1.2.3 is there already.",
      "npm publish ./client.tgz --provenance --access public"
    ])
    place("client.tgz", "something else")
    assert.throws(publish)
  })
})
