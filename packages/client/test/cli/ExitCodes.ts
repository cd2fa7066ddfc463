/**
 * A command of `partner` that runs twice: as a process and in the process of the test, as in most tests. Both end and write alike (docs/cli.md, Exit codes).
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { makeHome, type Run, runPartner, startPartner } from "./Program.ts"
import { startService } from "./Service.ts"

const users = ["email,first_name,last_name", "ada@example.com,Ada,Lovelace", "nobody,Bad,Line"].join("\n")

/** How a run ended, and what it wrote without what differs from run to run. */
const comparable = ({ code, stderr, stdout }: Run) => ({
  code,
  text: [stdout, stderr].map((text) => text.replaceAll(/\b\d+\.\d s\b|req_\w+/g, "…"))
})

/** Runs a command both ways. `users.csv` is a file with a bad line. */
export const runTwice = async (words: ReadonlyArray<string>) => {
  await using service = await startService()
  using home = makeHome()
  const file = Path.join(home.path, "users.csv")
  Fs.writeFileSync(file, users)
  const args = words.map((word) => (word === "users.csv" ? file : word))
  const settings = { HOME: home.path, PARTNER_ORGANIZATION: "org_1" }
  const asProcess = comparable(await startPartner(service, args, settings).end())
  return { asProcess, here: comparable(await runPartner(service, args, settings)) }
}
