/**
 * Compares the program of an earlier commit with this one: the same conversations on the same data, with a clock that stands still and randomness that
 * counts. `pnpm --filter @partner-api/server before` prints every difference, byte for byte, and takes another commit as an argument; this program is
 * run twice first, so that a difference of two equal programs is no finding.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { freePort } from "../../test/FreePort.ts"
import { intended, keptCommit } from "./Intended.ts"
import { type Transcript, transcribe } from "./Transcript.ts"

const root = Path.resolve(import.meta.dirname, "../../../..")
const [commit = keptCommit] = process.argv.slice(2)

const run = (command: string, args: ReadonlyArray<string>, cwd: string): string =>
  ChildProcess.execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim()

/** The sources of the commit with their packages. They stay for the next comparison; Node reads no types below `node_modules`. */
const checkedOut = (): string => {
  const name = run("git", ["rev-parse", "--short=12", `${commit}^{commit}`], root)
  const folder = Path.join(Os.tmpdir(), "partner-api-before", name)
  if (!Fs.existsSync(folder)) {
    run("git", ["clone", "--quiet", "--no-checkout", root, folder], root)
    run("git", ["checkout", "--quiet", "--detach", name], folder)
    run("npx", ["-y", "pnpm@12", "install", "--frozen-lockfile", "--prefer-offline"], folder)
  }
  return folder
}

const ports = { port: await freePort(), metricsPort: await freePort() }

/** The texts that differ, each with the first line of both that does. */
const differences = (before: Transcript, after: Transcript): ReadonlyArray<string> =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name)?.split("\n") ?? [], after.get(name)?.split("\n") ?? []]
    const place = Array.from({ length: Math.max(was.length, is.length) }, (_, index) => index).find(
      (index) => was[index] !== is[index]
    )
    return place === undefined ? [] : [`${name}, line ${place + 1}\n  before: ${was[place]}\n  after:  ${is[place]}`]
  })

const earlier = checkedOut()
const first = await transcribe({ root, ...ports })
const control = differences(first, await transcribe({ root, ...ports }))
const all = differences(await transcribe({ root: earlier, ...ports }), first)
const isIntended = (one: string): boolean => Object.keys(intended).some((name) => one.startsWith(name))
const found = all.filter((one) => !isIntended(one))

console.log(`${first.size} texts of each program`)
for (const one of control) console.log(`NOT COMPARABLE ${one}`)
for (const one of all) console.log(`${isIntended(one) ? "INTENDED" : "DIFFERS"} ${one}`)
console.log(
  `${found.length} differ from ${commit}, ${all.length - found.length} as intended; ${control.length} differ between two runs of this program.`
)
process.exitCode = found.length + control.length === 0 ? 0 : 1
