/**
 * Compares the program of an earlier commit with this one: the same conversations on the same data, with a clock that stands still and randomness that
 * counts. `pnpm --filter @partner-api/server before` prints every difference, byte for byte, and takes another commit as an argument; this program is
 * run twice first, so that a difference of two equal programs is no finding.
 */
import { freePort } from "../../test/FreePort.ts"
import { checkedOut, root } from "./EarlierProgram.ts"
import { intended, keptCommit } from "./Intended.ts"
import { type Transcript, transcribe } from "./Transcript.ts"

const [commit = keptCommit] = process.argv.slice(2)

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

const earlier = checkedOut(commit)
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
