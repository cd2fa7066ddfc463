/**
 * Settings from a file, below the environment: `.env`, JSON or TOML, with the names that the environment has. A name that is no setting is
 * refused in the file. In the environment, which holds other programs' names too, one that is nearly a setting is shown and not used.
 */
import * as Util from "node:util"
import { type FileRefusal, readRegularFile } from "@partner-api/cli-kit/RegularFile"
import { asUtf8 } from "@partner-api/cli-kit/TextBytes"
import { meantName } from "@partner-api/domain/Spelling"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Toml from "smol-toml"
import { OperatorError } from "./OperatorError.ts"
import { declaredSettings } from "./Settings.ts"

/** Larger than any file of settings. */
const fileBytesMax = 65_536

/** The source of a setting. */
type SettingSource = "environment" | "file" | "default"

/** A name of the environment that is no setting, and the setting that it may be meant to be. */
export interface NearName {
  readonly name: string
  readonly meant: string
}

/** The settings that are given: their values as text, and where each comes from. */
export interface GivenSettings {
  readonly values: Readonly<Record<string, string>>
  readonly sourceOf: (name: string) => SettingSource
  readonly nearNames: ReadonlyArray<NearName>
}

/** The settings of this run; none, unless the program has read them. */
export const GivenSettings = Context.Reference<GivenSettings>("@partner-api/server/GivenSettings", {
  defaultValue: () => ({ values: {}, sourceOf: () => "default", nearNames: [] })
})

/** The variables of the environment of this run: those of the process, unless the run is given others. */
export const GivenEnvironment = Context.Reference<Readonly<Record<string, string | undefined>>>(
  "@partner-api/server/GivenEnvironment",
  { defaultValue: () => process.env }
)

const names = declaredSettings.map(({ name }) => name)

const Values = Schema.Record(
  Schema.String,
  Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Array(Schema.String)])
)

/** Reads text by the ending of its file. */
const parse = (file: string, text: string): unknown =>
  file.endsWith(".json") ? JSON.parse(text) : file.endsWith(".toml") ? Toml.parse(text) : Util.parseEnv(text)

const textOf = (value: (typeof Values.Type)[string]): string =>
  Array.isArray(value) ? value.join(", ") : value === true ? "on" : value === false ? "off" : String(value)

const unreadable = (file: string, why: string) =>
  new OperatorError({
    message: `The settings file ${file} cannot be read: ${why}.`,
    remedy: "Give a file of NAME=value lines, or .json or .toml with names such as PUBLIC_URL, of at most 64 KiB."
  })

const unknown = (file: string, name: string): OperatorError => {
  const meant = meantName(name, names)
  return new OperatorError({
    message: `The settings file ${file} has ${name}, which is no setting.`,
    remedy: meant === undefined ? "Run: partner-api config, which lists all of them." : `Write ${meant} instead.`
  })
}

/** Why a file was not read. */
const whyNot = ({ code, reason }: FileRefusal): string => {
  switch (reason) {
    case "irregular":
      return "it is not a file"
    case "large":
      return "it is too large"
    case "system":
      return code === "ENOENT" ? "NotFound" : (code ?? "unknown")
  }
}

/** The values of a settings file. */
const readFile = Effect.fnUntraced(function* (file: string) {
  const { bytes } = yield* Effect.mapError(readRegularFile(file, fileBytesMax), (refusal) =>
    unreadable(file, whyNot(refusal))
  )
  const parsed = yield* Effect.fromResult(
    Result.try({
      try: () => parse(file, new TextDecoder("utf-8", { fatal: true }).decode(asUtf8(bytes))),
      catch: () => unreadable(file, "it is not valid")
    })
  )
  const values = yield* Effect.mapError(Schema.decodeUnknownEffect(Values)(parsed), () =>
    unreadable(file, "a value is neither text nor a number, on or off, or a list of texts")
  )
  const other = Object.keys(values).find((name) => !names.includes(name))
  if (other !== undefined) return yield* unknown(file, other)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))
})

/** Container platforms put names with these ends into every environment. */
const injected = /_(?:PORT|HOST|ADDR)$/

/** Names shorter than this are like too many others: HOST is two letters off HOME. */
const misspeltLengthMin = 6

const nearNamesOf = (env: Readonly<Record<string, string | undefined>>): ReadonlyArray<NearName> => {
  const long = names.filter((name) => name.length >= misspeltLengthMin)
  return Object.keys(env).flatMap((name) => {
    const meant = names.includes(name) || injected.test(name) ? undefined : meantName(name, long)
    return meant === undefined ? [] : [{ name, meant }]
  })
}

/** The text about a name that is nearly a setting. */
export const nearNameText = ({ meant, name }: NearName): string =>
  `the environment has ${name}, which is no setting and has no effect: write ${meant} if that is meant`

/** An empty value is none. */
const withoutEmpty = (env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])))

/** The settings of the environment, and below them those of a file. */
export const givenSettings = Effect.fnUntraced(function* (file: Option.Option<string>) {
  const env = yield* GivenEnvironment
  const inFile: Readonly<Record<string, string>> = Option.isSome(file) ? yield* readFile(file.value) : {}
  const given: GivenSettings = {
    values: { ...withoutEmpty(inFile), ...withoutEmpty(env) },
    sourceOf: (name) => (env[name] ? "environment" : inFile[name] ? "file" : "default"),
    nearNames: nearNamesOf(env)
  }
  return given
})
