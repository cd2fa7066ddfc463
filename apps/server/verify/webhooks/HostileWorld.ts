/**
 * The service at its default limits with receivers of webhooks that are against it, and what its clients ask it for.
 */
import { OAuth } from "@partner-api/contract/OAuth"
import { Organizations } from "@partner-api/contract/Organizations"
import { fillPath } from "@partner-api/contract/Path"
import { Users } from "@partner-api/contract/Users"
import { WebhookEndpoints } from "@partner-api/contract/WebhookEndpoints"
import { startServerProcess } from "../../test/faults/ServerProcess.ts"
import { textOf } from "../../test/HttpCall.ts"
import { startIdleServer } from "../IdleServer.ts"
import { type Behaviour, startHostileReceiver } from "./HostileReceiver.ts"

/** The default limits, which the helper that starts servers raises. */
const limits = { RATE_LIMIT_PER_SECOND: "50", RATE_LIMIT_BURST: "200" }

/** Starts the service on a database, and what it sends to. Start them with `await using`, which ends them. */
export const startWorld = async (url: string) => {
  await using stack = new AsyncDisposableStack()
  const receiver = stack.use(await startHostileReceiver())
  const idle = stack.use(await startIdleServer())
  const server = stack.use(
    await startServerProcess({
      command: "sandbox",
      databaseFile: "",
      settings: { ...limits, DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32).toString("base64") }
    })
  )
  const all = stack.move()
  return { receiver, idle, server, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** Signs the hostile client in. */
export const hostileClient = async ({ server }: World) => {
  const form = { grant_type: "client_credentials", client_id: "sandbox-client", client_secret: "sandbox-secret" }
  const primary = textOf(await server.call("POST", OAuth.endpoints.token.path, { form }), "access_token")
  const callerIn = async (id: string): Promise<Caller> => {
    const path = fillPath(Organizations.endpoints.token.path, { organizationId: id })
    const answer = await server.call("POST", path, { token: primary })
    return { token: textOf(answer, "access_token") }
  }
  return { primary, callerIn }
}

/** The service, what it sends to, and a server that nobody else asks. */
export type World = Awaited<ReturnType<typeof startWorld>>

/** A client with a token for one organization. */
export interface Caller {
  readonly token: string
}

export const endpointsPath = WebhookEndpoints.endpoints.create.path

export const addEndpoint = async (
  { receiver, server }: World,
  { token }: Caller,
  behaviour: Behaviour,
  name: string
) => {
  const json = { url: receiver.urlOf(behaviour, name), types: ["user.created"] }
  const answer = await server.call("POST", endpointsPath, { token, json })
  return answer.status === 201 ? textOf(answer, "id") : undefined
}

/** Adds one that must not be refused. */
export const mustAddEndpoint = async (
  world: World,
  caller: Caller,
  behaviour: Behaviour,
  name: string
): Promise<string> => {
  const id = await addEndpoint(world, caller, behaviour, name)
  if (id === undefined) throw new Error(`the endpoint ${name} was refused`)
  return id
}

export const addUser = ({ server }: World, { token }: Caller, name: string) =>
  server.call("POST", Users.endpoints.create.path, {
    token,
    json: { first_name: "Ada", last_name: "King", email: `${name}@example.com` }
  })

/** Begins `perSecond` works a second until `isOver`, and waits for all of them. */
export const pace = (
  perSecond: number,
  isOver: () => boolean,
  work: (index: number) => Promise<unknown>
): Promise<void> =>
  new Promise((resolve) => {
    const under: Array<Promise<unknown>> = []
    const startMs = performance.now()
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startMs) * perSecond) / 1_000)
      if (under.length < due) under.push(work(under.length))
      if (!isOver()) return
      clearInterval(timer)
      void Promise.all(under).then(() => resolve())
    }, 1)
  })

export const pathOf = (behaviour: Behaviour, name: string): string => `/${behaviour}/${name}`

/** What a hostile client asks for again and again, and how often each status came. */
export const orders = (world: World, caller: Caller) => {
  const statuses: Record<string, number> = {}
  const call = async (method: string, path: string, json?: unknown) => {
    const { status } = await world.server.call(method, path, {
      token: caller.token,
      ...(json === undefined ? {} : { json })
    })
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const again = async (id: string | undefined) => {
    await call("PATCH", `${endpointsPath}/${id}`, { status: "disabled" })
    await call("PATCH", `${endpointsPath}/${id}`, { status: "enabled" })
  }
  const addAndDelete = async (behaviour: Behaviour, index: number) => {
    const id = await addEndpoint(world, caller, behaviour, `deleted-${index}`)
    if (id !== undefined) await call("DELETE", `${endpointsPath}/${id}`)
  }
  /** Deletes it once its ping has come: a ping of what is deleted before is never sent. */
  const addAndDeletePinged = async (index: number) => {
    const name = `pinged-${index}`
    const id = await addEndpoint(world, caller, "refusing", name)
    if (id === undefined) return
    await world.receiver.arrival(({ path }) => path === pathOf("refusing", name))
    await call("DELETE", `${endpointsPath}/${id}`)
  }
  return { statuses, call, again, addAndDelete, addAndDeletePinged }
}
