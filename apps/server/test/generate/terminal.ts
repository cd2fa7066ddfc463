/**
 * Writes `docs/images/terminal.svg`, the picture of the README: starts the sandbox, and runs `partner` against it. Nothing in the picture is
 * typed by hand but the commands.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import * as Readline from "node:readline"
import { type TerminalLine, terminalPicture } from "./TerminalPicture.ts"

const root = new URL("../../../../", import.meta.url)
const programOf = (path: string): string => new URL(path, root).pathname
const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "terminal-"))

/** The address that a reader sees, whatever port was free here. */
const shownUrl = "http://127.0.0.1:8080"

/** The commands that follow the start, as a reader types them. */
const commands = [
  "partner jobs --organization org_acme --status OPEN --limit 4",
  "partner fees set agy_hirewell --organization org_acme --percent 20% --no-optimized --dry-run"
]

const sandbox = ChildProcess.spawn(process.execPath, [programOf("apps/server/src/main.ts"), "sandbox"], {
  env: { PATH: process.env["PATH"], PORT: "0", DATABASE_URL: `sqlite:${Path.join(folder, "data.db")}` },
  stdio: ["ignore", "pipe", "inherit"]
})
try {
  const guide: Array<string> = []
  for await (const line of Readline.createInterface({ input: sandbox.stdout })) {
    guide.push(line)
    if (line.startsWith("Stop with")) break
  }
  const url = /http:\S+/.exec(guide.find((line) => line.includes("Base URL")) ?? "")?.[0] ?? ""
  const shown = guide
    .slice(
      1,
      guide.findIndex((line) => line.startsWith("Paste"))
    )
    .filter((line) => !line.includes("Database"))
  const run = (command: string): ReadonlyArray<string> =>
    ChildProcess.execFileSync(
      process.execPath,
      [programOf("packages/client/src/partner.ts"), ...command.split(" ").slice(1)],
      {
        encoding: "utf8",
        env: {
          PATH: process.env["PATH"],
          HOME: folder,
          PARTNER_BASE_URL: url,
          PARTNER_CLIENT_ID: "sandbox-client",
          PARTNER_CLIENT_SECRET: "sandbox-secret"
        }
      }
    )
      .trimEnd()
      .split("\n")
  const printed = (lines: ReadonlyArray<string>): ReadonlyArray<TerminalLine> =>
    lines.map((text) => ({ text: text.replaceAll(url, shownUrl), isCommand: false }))
  const lines = [
    { text: "npx -y pnpm@12 start", isCommand: true },
    ...printed(shown),
    ...commands.flatMap((command) => [{ text: command, isCommand: true }, ...printed([...run(command), ""])])
  ]
  const target = process.argv[2] ?? programOf("docs/images/terminal.svg")
  Fs.mkdirSync(Path.dirname(target), { recursive: true })
  Fs.writeFileSync(target, terminalPicture("Recruiting Partner API", lines))
} finally {
  sandbox.kill()
  Fs.rmSync(folder, { recursive: true, force: true })
}
