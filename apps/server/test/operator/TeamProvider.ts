/**
 * The identity provider of a team, for tests: `oidc-provider` on a port of this machine, where each person has groups and signs in with a
 * password of any kind. A browser without a window walks through its pages.
 */
import * as Crypto from "node:crypto"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { assert } from "@effect/vitest"
import { providerCallbackPath, providerPath } from "@partner-api/contract/operator/ConsolePath"
import TeamProvider from "oidc-provider"
import * as Redacted from "effect/Redacted"
import type { ProviderSettings } from "../../src/platform/ProviderSettings.ts"

/** The people of the team, by the part of their address before the `@`. */
export interface Person {
  readonly groups?: ReadonlyArray<string> | string
  readonly email?: string
  readonly isVerified?: boolean | string
}

const clientId = "console"
const clientSecret = "the-secret-of-the-console"

/** The groups that the console of a test knows. */
const groups = { admin: ["platform"], viewer: ["support"] }

/** What is unusual about a provider. */
export interface TeamProviderOptions {
  /** Its host: `localhost` is another site than the console's. */
  readonly host?: string
  /** Whether its ID token contains the claims of a person, and not its userinfo endpoint alone. */
  readonly inIdToken?: boolean
  /** Whether the keys that it publishes are not those that it signs with. */
  readonly hasForeignKeys?: boolean
  /** What it calls itself in its metadata, where that is not its address. */
  readonly statedIssuer?: string
}

/** Keys that sign nothing, by the name of the one that signs. */
const foreignKeys = () => {
  const { publicKey } = Crypto.generateKeyPairSync("rsa", { modulusLength: 2_048 })
  return { keys: [{ ...publicKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "keystore-CHANGE-ME" }] }
}

/** Starts a provider. Its people may be changed at any time. */
export const startTeamProvider = async (
  people: Record<string, Person>,
  { hasForeignKeys = false, host = "127.0.0.1", inIdToken = false, statedIssuer }: TeamProviderOptions = {}
) => {
  const server = Http.createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const { port } = server.address() as AddressInfo
  const issuer = `http://${host}:${port}`
  const settings: ProviderSettings = {
    issuer,
    clientId,
    clientSecret: Redacted.make(clientSecret),
    scope: "openid email groups",
    nameClaim: "email",
    groupsClaim: "groups",
    groups
  }
  return {
    settings,
    /** Registers the console of a server, whose settings name the provider before it listens. */
    serve: (consoleUrl: string): void => {
      const provider = new TeamProvider(issuer, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [`${new URL(consoleUrl).origin}${providerCallbackPath}`]
          }
        ],
        claims: { openid: ["sub"], email: ["email", "email_verified"], groups: ["groups"] },
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
        conformIdTokenClaims: !inIdToken,
        pkce: { required: () => true },
        findAccount: (_, id) => ({
          accountId: id,
          claims: () => {
            const { email = `${id}@team.example`, groups: named, isVerified = true } = people[id] ?? {}
            return { sub: id, email, email_verified: isVerified, ...(named === undefined ? {} : { groups: named }) }
          }
        })
      })
      const answer = provider.callback()
      const metadata = new URL("/.well-known/openid-configuration", issuer)
      server.on("request", async (request, response) => {
        const json = (body: unknown) => response.setHeader("content-type", "application/json").end(JSON.stringify(body))
        if (hasForeignKeys && request.url === "/jwks") return json(foreignKeys())
        if (statedIssuer === undefined || request.url !== metadata.pathname) return answer(request, response)
        return json({
          issuer: statedIssuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`
        })
      })
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

/** A browser without a window: it keeps cookies by host and port, and shows the last answer. */
export const openBrowser = () => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (address: string): Map<string, string> => {
    const { host } = new URL(address)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  /** One request, without following. */
  const send = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const jar = jarOf(address)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await fetch(address, {
      ...init,
      redirect: "manual",
      headers: { ...(cookie === "" ? {} : { cookie }), ...init.headers }
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === "") jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  /** Follows until an address that begins with `end` is to be opened; that one is left to the test. */
  const follow = async (address: string, end: string, init?: RequestInit): Promise<string> => {
    let here = address
    let answer = await send(here, init)
    for (let steps = 0; steps < 12; steps++) {
      const next = answer.headers.get("location")
      if (next === null) return here
      here = new URL(next, here).href
      if (here.startsWith(end)) return here
      answer = await send(here)
    }
    return assert.fail(`still on the way at ${here}`)
  }
  /** Fills in the form of the page at an address, and follows to `end`. */
  const submit = async (address: string, fields: Readonly<Record<string, string>>, end: string): Promise<string> => {
    const page = await (await send(address)).text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? assert.fail(page)
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ""
    return follow(new URL(action, address).href, end, {
      method: "POST",
      body: new URLSearchParams({ prompt, ...fields })
    })
  }
  return {
    send,
    jarOf,
    /** Signs in at the provider, and comes back to the address of the console that is given, with its query. */
    signIn: async (consoleUrl: string, person: string): Promise<string> => {
      const { origin } = new URL(consoleUrl)
      const back = `${origin}${providerCallbackPath}`
      const login = await follow(`${origin}${providerPath}`, back)
      if (login.startsWith(back)) return login
      const consent = await submit(login, { login: person, password: "any" }, back)
      return consent.startsWith(back) ? consent : submit(consent, {}, back)
    }
  }
}
