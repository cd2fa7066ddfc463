/**
 * One setting: its reader and its documentation. `Settings.ts` lists the settings.
 */
import { problem } from "@partner-api/domain/Problem"
import { readNetworks } from "@partner-api/service/Networks"
import * as Config from "effect/Config"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The documentation of a setting. */
export interface DeclaredSetting {
  readonly name: string
  readonly purpose: string
  /** The default without it, in words. */
  readonly otherwise: string
  /** Its value for people; a secret in it is left out. */
  readonly shown: (text: string) => string
}

/** A setting: its reader and its documentation. */
export interface Setting<A> extends DeclaredSetting {
  readonly config: Config.Config<A>
}

const asGiven = (text: string): string => text

type TextSchema<A extends string> = Schema.Codec<A, string>

/** A setting with a default. */
export const withDefault = <A extends string>(
  name: string,
  schema: TextSchema<A>,
  otherwise: NoInfer<A>,
  purpose: string
): Setting<A> => ({
  name,
  purpose,
  otherwise,
  shown: asGiven,
  config: Config.schema(schema, name).pipe(Config.withDefault(otherwise))
})

/** A setting that may be absent. */
export const optional = <A extends string>(
  name: string,
  schema: TextSchema<A>,
  otherwise: string,
  purpose: string,
  shown: (text: string) => string = asGiven
): Setting<Option.Option<A>> => ({
  name,
  purpose,
  otherwise,
  shown,
  config: Config.option(Config.schema(schema, name))
})

/** The value of a setting that is a whole number, as text. */
export const integer = (min: number, max: number) => {
  const remedy = problem("range", `must be an integer from ${min} to ${max}`)
  return Schema.String.check(Schema.isPattern(/^(?:0|[1-9]\d{0,6})$/, remedy)).check(
    Schema.makeFilter((text: string) => Number(text) >= min && Number(text) <= max, remedy)
  )
}

const portRemedy = problem("range", "must be a port number from 0 to 65535")

/** Kubernetes sets NAME_PORT to `tcp://ADDRESS:PORT` for a service called NAME. */
const ofCluster = Schema.makeFilter(
  (text: string) => !text.startsWith("tcp://"),
  problem(
    "format",
    "has the address of a service of Kubernetes, which sets it for a service of that name: set enableServiceLinks: false in the pod, or name the service otherwise"
  )
).abort()

/** The value of a setting that is a port. */
export const Port = Schema.String.check(ofCluster, Schema.isPattern(/^\d{1,5}$/, portRemedy)).check(
  Schema.makeFilter((text: string) => Number(text) <= 65_535, portRemedy)
)

const hostRemedy = problem("format", "must be a host name or an IP address, such as 127.0.0.1")

/** The value of a setting that is a host to listen on. */
export const Host = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9.:_-]{1,255}$/, hostRemedy))

/** The value of a setting that is a list of networks. */
export const Networks = Schema.String.check(
  Schema.makeFilter(
    (text: string) => readNetworks(text) !== undefined,
    problem("format", "must be addresses or networks with commas between, such as 10.0.0.0/8, 192.168.1.7")
  )
)
