/**
 * Runs the blocks of a page one after the other, in one session of bash and one folder, as a reader would who pastes them, and
 * returns what went wrong.
 *
 * The port 8080 becomes the one that the page really gets; 3333, where programs of the page listen, and 8090, where the console does, ones that are free. `pnpm partner-api`, `pnpm conformance` and `partner` run the programs,
 * each made into one file, and so does `npx -y pnpm@12`; anything else of pnpm fails. What programs import is the client library as it is
 * published, and in Python the generated module. Whatever a block leaves running ends with the page.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { compileCache, conformanceFile, mainFile, modulesOfOthers, partnerFile } from "../Built.ts"
import { freePort } from "../FreePort.ts"
import { startServer, temporaryFolder } from "../TestServer.ts"
import { type GuideBlock, type GuidePage, isAsExpected } from "./GuidePage.ts"

/** Why guides cannot run on this machine; nothing when they can. */
export const missingTools = ["bash", "curl", "sed"].every(
  (tool) => ChildProcess.spawnSync(tool, ["--version"], { stdio: "ignore" }).error === undefined
)
  ? undefined
  : "bash, curl and sed are needed"

/** So long one page may take before it is ended. */
const pageMsMax = 180_000

const programs: Readonly<Record<string, string>> = {
  pnpm: `case "$1" in
  partner-api) shift; exec node "${mainFile}" "$@" ;;
  conformance) shift; exec node "${conformanceFile}" "$@" ;;
  *) echo "pnpm $1 does not run in the test of the guides" >&2; exit 1 ;;
esac`,
  npx: `case "$1 $2" in
  "-y pnpm@12") shift 2; exec pnpm "$@" ;;
  *) echo "npx $1 $2 does not run in the test of the guides" >&2; exit 1 ;;
esac`,
  partner: `exec node "${partnerFile}" "$@"`
}

const writePrograms = (folder: string): void => {
  Fs.mkdirSync(folder)
  Fs.symlinkSync(process.execPath, Path.join(folder, "node"))
  for (const [name, text] of Object.entries(programs)) {
    Fs.writeFileSync(Path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }
}

/** Where a clone has the generated module of Python. */
const pythonModules = Path.join(import.meta.dirname, "../../../../packages/release/clients")

/** Where the server of a page listens, as the page writes it. */
const servicePort = /\b8080\b/g

/** The server of a page that names one, or the place where the page starts its own. */
const openSetting = async ({ blocks, setting }: GuidePage) => {
  if (setting === "empty" || blocks.every(({ text }) => text.search(servicePort) < 0))
    return { port: await freePort(), [Symbol.asyncDispose]: () => Promise.resolve() }
  // As in the sandbox, programs on this machine may be named as receivers.
  const server = await startServer({ hostPolicy: { hosts: [], loopback: true }, keepsRequestLog: true })
  return { port: server.port, [Symbol.asyncDispose]: server.stop }
}

/** What a block does in the session; its output goes into files of its own, also that of what it leaves running. */
const stepOf = ({ extension, fileName, isRefused }: GuideBlock, file: string): string => {
  const name = fileName ?? Path.basename(file)
  // Beside the files that are kept, which it may import.
  const keep = `cp "${file}" "./${name}"`
  const interpreter = extension === "py" ? "python3" : "node"
  const act = extension === "sh" ? `. "${file}"` : fileName === undefined ? `${keep}\n${interpreter} "./${name}"` : keep
  return `echo > "${file}.begun"\nexport CURL_HOME="$HOME${isRefused ? "" : "/strict"}"\n${act} > "${file}.out" 2> "${file}.err" < /dev/null`
}

/** How bash ended: its code, or the signal that ended it. */
const runBash = (script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(pageMsMax)
    const child = ChildProcess.spawn("bash", [script], { cwd, env, stdio: "ignore", detached: true })
    // What blocks have left running is in the group of the session and ends with it.
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error
      }
    }
    signal.addEventListener("abort", endGroup)
    child.on("error", reject)
    child.on("exit", (code, killed) => {
      signal.removeEventListener("abort", endGroup)
      endGroup()
      resolve(String(code ?? killed))
    })
  })

/** Runs a page and gives its faults; none when everything in it works. */
export const runPage = async (page: GuidePage): Promise<ReadonlyArray<string>> => {
  if (page.faults.length > 0) return page.faults
  using folder = temporaryFolder()
  await using setting = await openSetting(page)
  const [programPort, consolePort] = [await freePort(), await freePort()]
  const placed = (text: string): string =>
    text
      .replaceAll(servicePort, String(setting.port))
      .replaceAll(/\b3333\b/g, String(programPort))
      .replaceAll(/\b8090\b/g, String(consolePort))
  const fileOf = (index: number) => folder.file(`block-${index}.${page.blocks[index]?.extension}`)
  const textOf = (file: string): string => (Fs.existsSync(file) ? Fs.readFileSync(file, "utf8") : "")

  writePrograms(folder.file("bin"))
  Fs.symlinkSync(modulesOfOthers, folder.file("node_modules"))
  Fs.mkdirSync(folder.file("reader"))
  Fs.writeFileSync(folder.file("package.json"), '{ "type": "module" }')
  Fs.mkdirSync(folder.file("strict"))
  Fs.writeFileSync(folder.file("strict/.curlrc"), "fail-with-body\n")
  for (const [index, block] of page.blocks.entries()) Fs.writeFileSync(fileOf(index), `${placed(block.text)}\n`)
  const steps = page.blocks.map((block, index) => stepOf(block, fileOf(index)))
  Fs.writeFileSync(folder.file("page.sh"), ["set -eu -o pipefail", ...steps, ""].join("\n"))
  const end = await runBash(folder.file("page.sh"), folder.file("reader"), {
    PATH: `${folder.file("bin")}:${process.env["PATH"] ?? ""}`,
    NODE_COMPILE_CACHE: compileCache,
    PYTHONPATH: pythonModules,
    PYTHONDONTWRITEBYTECODE: "1",
    HOME: folder.path,
    PORT: String(setting.port)
  })

  return page.blocks.flatMap(({ place, expected, isRefused }, index) => {
    const file = fileOf(index)
    if (!Fs.existsSync(`${file}.begun`)) return []
    const isLast = !Fs.existsSync(`${fileOf(index + 1)}.begun`)
    const printed = textOf(`${file}.out`)
    if (isLast && end !== "0") return [`${place} ended with ${end}: ${printed}${textOf(`${file}.err`)}`]
    if (isRefused && !printed.includes('"error"')) return [`${place} should show an error and printed\n${printed}`]
    return expected === undefined || isAsExpected({ ...expected, text: placed(expected.text) }, printed)
      ? []
      : [`${place} should print\n${placed(expected.text)}\nand printed\n${printed}`]
  })
}
