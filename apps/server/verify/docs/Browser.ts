/**
 * A real browser without a window, which can reach this machine and nothing else, and records what it tried to reach.
 *
 * The browser is the one of the development dependencies (Linux on x64), or whichever CHROME_PATH names. What it tried is read from
 * the log of its own network stack, so that nothing is overlooked that a page cannot be asked about. Knows no page of ours.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as Schema from "effect/Schema"
import { type Browser, chromium, type Page } from "playwright-core"
import { temporaryFolder } from "../../test/TestServer.ts"

const chromePath = process.env["CHROME_PATH"]

/** Why there is no browser on this machine; nothing when there is one. */
export const missingBrowser =
  chromePath !== undefined || (process.platform === "linux" && process.arch === "x64")
    ? undefined
    : "no browser comes along for this platform; CHROME_PATH can name one"

/** A browser as a program on disk. */
interface BrowserProgram {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
  readonly [Symbol.dispose]: () => void
}

const unpackProgram = fileURLToPath(new URL("./UnpackBrowser.ts", import.meta.url))

/** Unpacks the browser into a folder of its own, with the libraries and fonts that a bare machine lacks. */
const unpackBrowser = async (): Promise<BrowserProgram> => {
  const folder = temporaryFolder()
  const { stdout } = await promisify(ChildProcess.execFile)(process.execPath, [unpackProgram], {
    // The version makes the package unpack its own libraries as well.
    env: { TMPDIR: folder.path, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" }
  })
  const fonts = folder.file("fonts.conf")
  Fs.writeFileSync(
    fonts,
    `<fontconfig><dir>${folder.file("fonts/fonts")}</dir><cachedir>${folder.file("cache")}</cachedir></fontconfig>`
  )
  return {
    executablePath: stdout,
    env: {
      HOME: folder.path,
      TMPDIR: folder.path,
      FONTCONFIG_FILE: fonts,
      LD_LIBRARY_PATH: folder.file("al2023/lib")
    },
    [Symbol.dispose]: folder.remove
  }
}

/** Gets the browser. Take it with `await using`, which closes it. */
export const getBrowser = (): Promise<BrowserProgram> =>
  chromePath === undefined
    ? unpackBrowser()
    : Promise.resolve({ executablePath: chromePath, env: {}, [Symbol.dispose]: () => undefined })

const NetworkLog = Schema.Struct({
  constants: Schema.Struct({ logEventTypes: Schema.Record(Schema.String, Schema.Number) }),
  events: Schema.Array(
    Schema.Struct({
      type: Schema.Number,
      params: Schema.optionalKey(Schema.Struct({ url: Schema.optionalKey(Schema.String) }))
    })
  )
})
const readNetworkLog = Schema.decodeUnknownSync(Schema.fromJsonString(NetworkLog))

/** The addresses that a browser requested while it wrote this log; each origin once. */
const requestedOrigins = (file: string): ReadonlyArray<string> => {
  const { constants, events } = readNetworkLog(Fs.readFileSync(file, "utf8"))
  const requestStart = constants.logEventTypes["URL_REQUEST_START_JOB"]
  const urls = events.flatMap(({ type, params }) =>
    type === requestStart && params?.url !== undefined ? [new URL(params.url)] : []
  )
  return [...new Set(urls.filter(({ protocol }) => /^(http|ws)/.test(protocol)).map(({ origin }) => origin))].toSorted()
}

/** What a visit left behind. */
export interface Visit {
  /** Every origin that came to the network stack. */
  readonly origins: ReadonlyArray<string>
  /** Errors and warnings of the page, the ones that no script caught included. */
  readonly complaints: ReadonlyArray<string>
  /** What the policy of the page refused: the rule, and what was refused. */
  readonly violations: ReadonlyArray<string>
}

/** Marks the lines of the page's console that are for the test. */
const violationMark = "policy violation: "

/**
 * The longest step of a page before the test reports it. Without a graphics card, a slow machine draws the documentation page with all its groups open for a quarter
 * of a minute; `DocsWeight.test.ts` has the bounds of what readers see.
 */
const stepMsMax = 60_000

/** A name that leads to this machine: the address of another site than 127.0.0.1. */
export const foreignName = "foreign.example"

/** Starts the browser. It reaches this machine, also by the foreign name, and nothing else. */
export const launch = (
  { executablePath, env }: BrowserProgram,
  moreArgs: ReadonlyArray<string> = []
): Promise<Browser> =>
  chromium.launch({
    executablePath,
    env,
    args: [
      `--host-resolver-rules=MAP ${foreignName} 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1`,
      // Without it, a first start asks for components of its own.
      "--disable-component-update",
      ...moreArgs
    ]
  })

/** Notes what a page complains of, from its next document on. */
export const watch = async (page: Page): Promise<Omit<Visit, "origins">> => {
  const complaints: Array<string> = []
  const violations: Array<string> = []
  page.setDefaultTimeout(stepMsMax)
  page.on("console", (message) => {
    const text = message.text()
    if (text.startsWith(violationMark)) violations.push(text.slice(violationMark.length))
    else if (/error|warning/.test(message.type())) complaints.push(text)
  })
  page.on("pageerror", (error) => void complaints.push(error.message))
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (violation) =>
    console.log("${violationMark}" + violation.effectiveDirective + " " + violation.blockedURI))`)
  return { complaints, violations }
}

/** Visits pages in a new browser and returns their requests and complaints. The log is whole when the browser is gone. */
export const visit = async (program: BrowserProgram, see: (page: Page) => Promise<void>): Promise<Visit> => {
  using folder = temporaryFolder()
  const networkLog = folder.file("network.json")
  const browser = await launch(program, [`--log-net-log=${networkLog}`])
  const seen = await (async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const watched = await watch(page)
    await see(page)
    return watched
  })().finally(() => browser.close())
  return { origins: requestedOrigins(networkLog), ...seen }
}
