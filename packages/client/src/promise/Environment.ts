/**
 * Reads the options of a client from the environment: address and credentials, which belong together, and with them flow and
 * organization. `partnerConfig` of the Effect entry and the command line read the same variables.
 */
import * as Result from "effect/Result"
import { credentialNames, environmentNames } from "../core/EnvironmentNames.ts"
import type { ClientOptions, EnvironmentOptions } from "../core/ClientOptions.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** The environment of the process; runtimes without one have none of the variables. */
const processEnvironment = (): Environment => (typeof globalThis.process === "object" ? globalThis.process.env : {})

const isComplete = (options: ClientOptions | EnvironmentOptions): options is ClientOptions =>
  [options.baseUrl, options.clientId, options.clientSecret, options.token].some((given) => given !== undefined)

/** Whether `http:` to another machine is accepted. */
const allowsHttp = (text: string | undefined): Result.Result<boolean, string> =>
  text === undefined || text === "on" || text === "off"
    ? Result.succeed(text === "on")
    : Result.fail(`${environmentNames.allowHttp} must be on or off`)

const flowOf = (text: string | undefined): Result.Result<"oauth" | "partner" | undefined, string> =>
  text === undefined || text === "oauth" || text === "partner"
    ? Result.succeed(text)
    : Result.fail(`${environmentNames.flow} must be oauth or partner`)

/**
 * Options with what the environment has of them. Address and credentials are taken from there only when none of them is given: a secret
 * goes to the address it came with.
 */
export const withEnvironment = (
  options: ClientOptions | EnvironmentOptions,
  environment: Environment = processEnvironment()
): Result.Result<ClientOptions, string> => {
  if (isComplete(options)) return Result.succeed(options)
  // Scripts set a variable to nothing instead of leaving it out.
  const read = (name: string): string | undefined => environment[name] || undefined
  const [baseUrl, clientId, clientSecret] = [
    credentialNames.baseUrl,
    credentialNames.clientId,
    credentialNames.clientSecret
  ].map(read)
  if (baseUrl === undefined || clientId === undefined || clientSecret === undefined) {
    const missing = Object.values(credentialNames).filter((name) => read(name) === undefined)
    return Result.fail(
      `${missing.join(" and ")} must be set in the environment, or baseUrl, clientId and clientSecret given to createClient`
    )
  }
  const organization = options.organization ?? read(environmentNames.organization)
  const given = Result.all({
    flow: flowOf(options.flow ?? read(environmentNames.flow)),
    allowHttp: allowsHttp(read(environmentNames.allowHttp))
  })
  return Result.map(given, ({ allowHttp, flow }) => ({
    dangerouslyAllowHttp: allowHttp,
    ...options,
    baseUrl,
    clientId,
    clientSecret,
    ...(flow === undefined ? {} : { flow }),
    ...(organization === undefined ? {} : { organization })
  }))
}
