/** What the entry for promises costs at the start of a program, beside a library that many have: in one run, one after the other. */
import { createRequire } from "node:module"
import { afterAll, assert, beforeAll, it } from "vitest"
import { makeProject, type Project } from "./Project.ts"
import { makeTarball, type Tarball } from "./Tarball.ts"

/** Fresh processes for each library. Odd, so that there is one in the middle. */
const rounds = 21

const libraries = ["@partner-api/client", "stripe"] as const

let tarball: Tarball
let project: Project

beforeAll(async () => {
  tarball = await makeTarball()
  project = await makeProject(tarball, "startup")
  const stripe = createRequire(import.meta.url).resolve("stripe")
  await project.link("stripe", stripe.replace(/(?<=\/node_modules\/stripe)\/.*$/, ""))
})

afterAll(() => tarball.remove())

const median = (values: ReadonlyArray<number>) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN

/**
 * How much longer than stripe the testing entry may take to import: runners load it once for each file of tests. It takes 250 ms where stripe takes 140; a slower machine takes
 * longer for both.
 */
const testingImportRatioMax = 1.8

it(`has a testing entry that is imported within ${testingImportRatioMax} times the time of stripe`, async () => {
  await project.write({
    "testing.js": `const startMs = performance.now()
      await import(process.argv[2])
      console.log(performance.now() - startMs)`
  })
  const entries = ["@partner-api/client/testing", "stripe"] as const
  const fastestMs = { "@partner-api/client/testing": Infinity, stripe: Infinity }
  for (let round = 0; round < rounds; round++) {
    for (const entry of entries) {
      const ran = await project.node(["testing.js", entry])
      assert.strictEqual(ran.status, 0, ran.output)
      fastestMs[entry] = Math.min(fastestMs[entry], Number(ran.stdout))
    }
  }
  const { stripe, "@partner-api/client/testing": testing } = fastestMs
  const ratio = testing / stripe
  console.log(
    `import of the testing entry: ${testing.toFixed(1)} ms, stripe ${stripe.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`
  )
  assert.isBelow(ratio, testingImportRatioMax)
})

it.for([
  ["import", "start.js", "await import(process.argv[2])"],
  ["require", "start.cjs", "require(process.argv[2])"]
] as const)("%s takes less time and memory than that of stripe (design, C2)", async ([kind, file, load]) => {
  await project.write({
    [file]: `const startMs = performance.now()
      ${load}
      const importMs = performance.now() - startMs
      console.log(JSON.stringify({ importMs, rssBytes: process.memoryUsage.rss() }))`
  })
  const seen = Object.fromEntries(
    libraries.map((name) => [name, { importMs: new Array<number>(), rssBytes: new Array<number>() }])
  )
  for (let round = 0; round < rounds; round++) {
    for (const library of libraries) {
      const ran = await project.node([file, library])
      assert.strictEqual(ran.status, 0, ran.output)
      const { importMs, rssBytes }: { importMs: number; rssBytes: number } = JSON.parse(ran.stdout)
      seen[library]?.importMs.push(importMs)
      seen[library]?.rssBytes.push(rssBytes)
    }
  }
  const [ours, theirs] = libraries.map((name) => ({
    importMs: median(seen[name]?.importMs ?? []),
    rssMb: median(seen[name]?.rssBytes ?? []) / 1e6
  }))
  assert(ours !== undefined && theirs !== undefined)
  const importRatio = ours.importMs / theirs.importMs
  const rssRatio = ours.rssMb / theirs.rssMb
  console.log(
    `${kind}: ${ours.importMs.toFixed(1)} ms, stripe ${theirs.importMs.toFixed(1)} ms, ratio ${importRatio.toFixed(2)}; ` +
      `RSS: ${ours.rssMb.toFixed(1)} MB, stripe ${theirs.rssMb.toFixed(1)} MB, ratio ${rssRatio.toFixed(2)}`
  )
  assert.isBelow(importRatio, 1)
  assert.isBelow(rssRatio, 1)
})
