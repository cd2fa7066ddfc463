/**
 * The files in which a part of a gate leaves its processor time and its failed tests for the summary. The gate names the folder in the environment; a part
 * that runs alone has none, and leaves nothing.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"

/** The variable of the environment that names the folder. */
export const folderVariable = "GATE_FOLDER"

/** The folder of the gate that started a process, and the name of the part. */
export interface Place {
  readonly folder: string
  readonly name: string
}

/** The place of the part that a process belongs to; nothing without a gate. */
export const placeOf = (environment: NodeJS.ProcessEnv): Place | undefined => {
  const folder = environment[folderVariable]
  // Packages' scripts run under these names; those of the root have turbo's name for it.
  const owner = environment["npm_package_name"] === "partner-api" ? "//" : environment["npm_package_name"]
  return folder === undefined ? undefined : { folder, name: `${owner}#${environment["npm_lifecycle_event"]}` }
}

const fileOf = ({ folder, name }: Place, kind: "time" | "failures"): string =>
  Path.join(folder, `${encodeURIComponent(name)}.${kind}.json`)

/** Leaves the processor time of a part. */
export const leaveTime = (place: Place, cpuMs: number | undefined): void =>
  Fs.writeFileSync(fileOf(place, "time"), JSON.stringify({ name: place.name, cpuMs }))

/** Leaves the failed tests of a part. */
export const leaveFailures = (place: Place, failures: ReadonlyArray<string>): void =>
  Fs.writeFileSync(fileOf(place, "failures"), JSON.stringify({ name: place.name, failures }))
