/**
 * The path of the console, the page that uses the operators' API. Alone in its file: commands name it and need nothing of the API.
 */
export const consolePath = "/console"

/** The page that signs in, and shows why a sign-in has failed. */
export const signInPagePath = `${consolePath}/sign-in`

/** The path at which a browser begins to sign in with the identity provider. */
export const providerPath = `${consolePath}/provider`

/** The path to which the identity provider sends the browser back: its redirect URI is this path at the address of the console. */
export const providerCallbackPath = `${providerPath}/callback`
