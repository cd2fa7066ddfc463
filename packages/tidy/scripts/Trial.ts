/**
 * Runs what proves a rule, in a copy of the checkout: named tests by Vitest, or the scenario of the conformance kit against a
 * sandbox that is started for it.
 *
 * Tells only how it went. Whether that is as it should be is `mutate.ts`'s business.
 */
import { spawn } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"

/** `unloaded`: tests or server did not even start. `not judged`: the kit got no answer that it could judge by. */
export type Outcome = "passed" | "failed" | "unloaded" | "not judged" | "no end" | "not found"

/** A trial that takes longer has come to no end. Tests of one file take seconds. */
const trialTimeoutMs = 90_000

/** A sandbox that takes longer does not start. */
const startTimeoutMs = 20_000

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly inTime: boolean
}

const run = (cwd: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "ignore"],
      // A group of its own: what hangs may have children.
      detached: true
    })
    let stdout = ""
    let inTime = true
    const timer = setTimeout(() => {
      inTime = false
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
    }, trialTimeoutMs)
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
    child.on("close", (code) => {
      clearTimeout(timer)
      resolve({ code, stdout, inTime })
    })
  })

interface Report {
  readonly testResults?: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly assertionResults: ReadonlyArray<{ readonly title: string; readonly status: string }>
  }>
}

const readReport = (file: string): Report => {
  try {
    return JSON.parse(Fs.readFileSync(file, "utf8"))
  } catch {
    return {}
  }
}

/** A test of a package: `path` is seen from the root of the checkout. */
export interface NamedTest {
  readonly path: string
  readonly title: string
}

const packageOf = (path: string): string => path.split("/").slice(0, 2).join("/")

const outcomeOf = (report: Report, copy: string, { path, title }: NamedTest): Outcome => {
  const suites = (report.testResults ?? []).filter(({ name }) => name === Path.join(copy, path))
  const tests = suites.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.title === title)
  if (tests.some(({ status }) => status === "failed")) return "failed"
  if (suites.length === 0 || suites.some(({ status }) => status === "failed")) return "unloaded"
  return tests.some(({ status }) => status === "passed") ? "passed" : "not found"
}

const pattern = (titles: ReadonlyArray<string>): string =>
  `(?:^| )(?:${titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})$`

/** Runs tests of one package, all at once. */
const runPackage = async (copy: string, home: string, tests: ReadonlyArray<NamedTest>) => {
  const file = Path.join(copy, `report-${home.replaceAll("/", "-")}.json`)
  Fs.rmSync(file, { force: true })
  const paths = [...new Set(tests.map(({ path }) => path.slice(home.length + 1)))]
  const titles = [...new Set(tests.map(({ title }) => title))]
  const ended = await run(Path.join(copy, home), [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...paths,
    "--testNamePattern",
    pattern(titles),
    "--reporter=json",
    `--outputFile=${file}`
  ])
  const report = readReport(file)
  return (test: NamedTest): Outcome => (ended.inTime ? outcomeOf(report, copy, test) : "no end")
}

/** Runs tests and tells how each went. */
export const runTests = async (
  copy: string,
  tests: ReadonlyArray<NamedTest>
): Promise<(test: NamedTest) => Outcome> => {
  const outcomes = new Map<string, (test: NamedTest) => Outcome>()
  for (const home of new Set(tests.map(({ path }) => packageOf(path)))) {
    const own = tests.filter(({ path }) => packageOf(path) === home)
    outcomes.set(home, await runPackage(copy, home, own))
  }
  return (test) => outcomes.get(packageOf(test.path))?.(test) ?? "not found"
}

/** Starts a sandbox on a free port. Its address is in what it prints; none when it does not start. */
const startSandbox = async (copy: string) => {
  const data = Fs.mkdtempSync(Path.join(copy, "sandbox-"))
  const child = spawn(process.execPath, ["apps/server/src/main.ts", "sandbox"], {
    cwd: copy,
    // Whatever the caller has set for a server of its own is not for this one.
    env: {
      ...process.env,
      NO_COLOR: "1",
      HOST: "",
      PUBLIC_URL: "",
      PORT: "0",
      DATABASE_URL: `sqlite:${data}/sandbox.db`
    },
    stdio: ["ignore", "pipe", "ignore"]
  })
  const ended = new Promise<undefined>((resolve) => child.once("close", () => resolve(undefined)))
  const address = new Promise<string>((resolve) => {
    let text = ""
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), startTimeoutMs).unref())
  return {
    address: await Promise.race([address, ended, late]),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
      await ended
      Fs.rmSync(data, { recursive: true, force: true })
    }
  }
}

/** What the kit prints with `--json`. */
interface KitReport {
  readonly results?: ReadonlyArray<{ readonly rule: string; readonly outcome: string }>
}

const readKit = (text: string): KitReport => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Runs the kit's scenarios of some rules against the server of the copy, and tells how each went. */
export const runScenarios = async (copy: string, rules: ReadonlyArray<string>): Promise<(rule: string) => Outcome> => {
  await using sandbox = await startSandbox(copy)
  if (sandbox.address === undefined) return () => "unloaded"
  const only = rules.flatMap((rule) => ["--only", rule])
  const { inTime, stdout } = await run(
    copy,
    ["packages/conformance/src/main.ts", "--base-url", sandbox.address, "--json", ...only],
    { PARTNER_CLIENT_ID: "sandbox-client", PARTNER_CLIENT_SECRET: "sandbox-secret" }
  )
  if (!inTime) return () => "no end"
  const { results } = readKit(stdout)
  return (rule) => {
    // Without a report the kit has judged nothing: it could not even get a token.
    if (results === undefined) return "not judged"
    const outcome = results.find((result) => result.rule === rule)?.outcome
    if (outcome === "passed" || outcome === "failed") return outcome
    return outcome === undefined ? "not found" : "not judged"
  }
}
