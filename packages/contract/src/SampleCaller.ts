/**
 * The caller in the samples of the documentation: the client of a sandbox, whose secret everybody knows. Without one, samples take the
 * credentials from the environment, and nobody's are shown.
 */
import { exampleClientId, exampleClientSecret } from "./ExampleCredentials.ts"
import { exampleToken } from "@partner-api/domain/Token"

export interface SampleCaller {
  readonly clientId: string
  readonly clientSecret: string
  /** The organization whose records the samples name. */
  readonly organizationId: string
}

/** The variables of the environment that the program `partner` reads. */
export const variables = {
  baseUrl: "PARTNER_BASE_URL",
  clientId: "PARTNER_CLIENT_ID",
  clientSecret: "PARTNER_CLIENT_SECRET",
  organizationId: "PARTNER_ORGANIZATION"
} as const satisfies Readonly<Record<keyof SampleCaller | "baseUrl", string>>

/** The variable of a shell that holds the primary token of a sample. */
export const primaryVariable = "PRIMARY"

/** The caller as a shell writes it: its values, or the variables that hold them. */
export const inShell = (caller: SampleCaller | undefined): SampleCaller =>
  caller ?? {
    clientId: `$${variables.clientId}`,
    clientSecret: `$${variables.clientSecret}`,
    organizationId: `$${variables.organizationId}`
  }

/** The shell variables in place of the credentials and the token that examples show. */
export const shellValue = (text: string, caller: SampleCaller | undefined): string => {
  const { clientId, clientSecret } = inShell(caller)
  return text
    .replaceAll(exampleClientId, clientId)
    .replaceAll(exampleClientSecret, clientSecret)
    .replaceAll(exampleToken, `$${primaryVariable}`)
}

/** A document with the credentials of the caller in its examples. */
export const withCaller = (text: string, caller: SampleCaller | undefined): string =>
  caller === undefined
    ? text
    : text.replaceAll(exampleClientId, caller.clientId).replaceAll(exampleClientSecret, caller.clientSecret)
