/**
 * The environment variables that the library and its command line read. It reads none.
 */

/** The variables of address and credentials, which belong together. */
export const credentialNames = {
  baseUrl: "PARTNER_BASE_URL",
  clientId: "PARTNER_CLIENT_ID",
  clientSecret: "PARTNER_CLIENT_SECRET"
} as const

/** All variables, by what they set. */
export const environmentNames = {
  ...credentialNames,
  flow: "PARTNER_FLOW",
  organization: "PARTNER_ORGANIZATION",
  allowHttp: "PARTNER_ALLOW_HTTP"
} as const
