/**
 * `docs/incidents.md` as a test reads it: of each incident, what it says that an operator sees. It provokes nothing.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"

/** A sample that must be there, and what it must be more than. */
interface Expected {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly moreThan: number
}

/** What an operator sees of an incident; empty where it does not show. */
export interface Incident {
  readonly title: string
  readonly log: ReadonlyArray<string>
  readonly metrics: ReadonlyArray<Expected>
  readonly alerts: ReadonlyArray<string>
  readonly doctor: ReadonlyArray<string>
  readonly audit: ReadonlyArray<string>
}

const codeIn = (text: string): ReadonlyArray<string> => Array.from(text.matchAll(/`([^`]+)`/g), ([, code = ""]) => code)

/** The line of an incident that begins so, with the lines that go on with it. */
const lineOf = (section: string, name: string): string =>
  new RegExp(`^- ${name}: ((?:.|\\n {2})*)`, "m").exec(section)?.[1] ?? ""

const readMetric = (code: string): Expected => {
  const [, name = "", labels = "", bound = "0"] = /^(\w+)(?:\{(.*)\})?(?: > (\d+))?$/.exec(code) ?? []
  return {
    name,
    labels: Object.fromEntries(
      Array.from(labels.matchAll(/(\w+)="([^"]*)"/g), ([, key = "", value = ""]) => [key, value])
    ),
    moreThan: Number(bound)
  }
}

const isAlert = (code: string): boolean => /^[A-Z]/.test(code)

/** Reads the page. */
export const readIncidents = (): ReadonlyArray<Incident> =>
  Fs.readFileSync(Path.join(import.meta.dirname, "../../../../docs/incidents.md"), "utf8")
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const measured = codeIn(lineOf(section, "Metric"))
      return {
        title: section.slice(0, section.indexOf("\n")),
        log: codeIn(lineOf(section, "Log")).filter((code) => code !== "client_id"),
        metrics: measured.filter((code) => !isAlert(code)).map(readMetric),
        alerts: measured.filter(isAlert),
        doctor: codeIn(lineOf(section, "doctor")).filter((code) => !code.startsWith("--")),
        audit: codeIn(lineOf(section, "Audit"))
      }
    })
