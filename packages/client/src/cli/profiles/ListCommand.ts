/**
 * `partner profiles list`: the stored profiles, without their secrets. `partner profiles` does the same.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { makeTable } from "@partner-api/cli-kit/Table"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Result from "effect/Result"
import { environmentOutranks, readEnvironment } from "../credentials/Credentials.ts"
import { readFile } from "../credentials/CredentialsFile.ts"
import { chooseProfile, pathOf, pathOfProfile, storedProfiles } from "../credentials/Profiles.ts"
import { printFailure } from "../Failures.ts"
import { shared } from "../Inputs.ts"
import { notice } from "../OutputForm.ts"

interface ProfilesInput {
  readonly config: Option.Option<string>
  readonly json: boolean
}

/** Reads the profiles; what is wrong with one is reported, and the others are shown. */
const readProfiles = Effect.fnUntraced(function* (defaultPath: string, chosen: string) {
  const found = yield* Effect.forEach(
    yield* storedProfiles(defaultPath),
    Effect.fnUntraced(function* (name) {
      const path = pathOfProfile(defaultPath, name)
      const read = yield* Effect.result(readFile(path))
      if (Result.isFailure(read)) {
        yield* printFailure(read.failure)
        return []
      }
      const stored = read.success
      if (stored === undefined) return []
      const { baseUrl, clientId, flow = "oauth", organization = null } = stored
      return [{ name, active: name === chosen, baseUrl, clientId, flow, organization, path }]
    })
  )
  return found.flat()
})

type Profile = Effect.Success<ReturnType<typeof readProfiles>>[number]

/** Shows the profiles. */
export const listProfiles = Effect.fnUntraced(function* (input: ProfilesInput) {
  const environment = yield* readEnvironment
  const chosen = yield* chooseProfile(input.config, environment)
  const profiles = yield* readProfiles(pathOf(input.config, environment), chosen.name)
  if (input.json) yield* Output.printJson([profiles])
  else if (profiles.length === 0) yield* Output.printNotice("There are no profiles. Run partner login.")
  else {
    const table = makeTable<Profile>(
      [
        { title: "NAME", cell: ({ name }) => name, isWhole: true },
        { title: "ACTIVE", cell: ({ active }) => (active ? "yes" : "") },
        { title: "SERVICE", cell: ({ baseUrl }) => baseUrl },
        { title: "CLIENT", cell: ({ clientId }) => clientId },
        { title: "ORGANIZATION", cell: ({ organization }) => organization ?? "" }
      ],
      yield* Output.columns
    )
    yield* Output.print(table.lines(profiles))
  }
  if (profiles.length > 0 && profiles.every(({ active }) => !active)) {
    yield* notice(`Commands use the profile ${chosen.name}, which has no credentials.`)
  }
  yield* environmentOutranks(environment, chosen)
})

export const list = Command.make("list", shared, listProfiles).pipe(
  Command.withDescription("List the stored profiles, without their secrets; with --json one array"),
  Command.withShortDescription("List the stored profiles"),
  Command.withExamples([{ command: "partner profiles list --json", description: "As one JSON array" }])
)
