/**
 * A conversation with the program `partner-mcp` through the official client over standard input and output: the instructions, the list
 * of tools and the texts of results are all that a caller here sees, and their length is what it costs.
 */
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { mainFile } from "../fixture/Built.ts"
import type { Era } from "../fixture/Clients.ts"
import { makeMemory } from "./Memory.ts"
import { environmentOf } from "../fixture/NodeProgram.ts"
import type { Arguments } from "./Repair.ts"

export interface Start {
  readonly era: Era
  readonly flags: ReadonlyArray<string>
  readonly settings: Readonly<Record<string, string>>
  /** What the human says to a question; without one, the client cannot ask. */
  human?: (question: string) => Promise<boolean>
}

export interface Answer {
  readonly isError: boolean
  readonly text: string
}

/** The human is looked up when asked: each conversation has its own. */
const connect = async (start: Start) => {
  const { era, flags, settings, human } = start
  const client = new Client(
    { name: "tasks", version: "0" },
    { capabilities: human === undefined ? {} : { elicitation: { form: {} } }, versionNegotiation: { mode: era } }
  )
  if (human !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }) =>
      (await start.human?.(params.message)) === true
        ? { action: "accept", content: { confirm: true } }
        : { action: "decline" }
    )
  }
  const args = [mainFile, "stdio", ...flags]
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: environmentOf(settings), stderr: "ignore" })
  )
  return client
}

const textOf = (content: ReadonlyArray<{ readonly type: string; readonly text?: string }>): string =>
  content.map(({ text }) => text ?? "").join("\n")

/** Begins one, in a session that may have had others before: nothing of those is remembered or counted. */
const converseIn = async (session: Session) => {
  const memory = makeMemory()
  const { tools } = await session.client.listTools()
  const listed = (session.client.getInstructions()?.length ?? 0) + JSON.stringify(tools).length
  const cost = { calls: 0, characters: listed, listed }

  const show = (tool: string, given: object, text: string): void => {
    cost.characters += JSON.stringify(given).length + text.length
    memory.add({ tool, text })
  }

  return {
    memory,
    cost,
    tools,
    call: async (tool: string, given: Arguments): Promise<Answer> => {
      cost.calls += 1
      const answer = await session.client.callTool({ name: tool, arguments: given }).then(
        ({ isError, content }) => ({ isError: isError === true, text: textOf(content) }),
        (error: unknown) => ({ isError: true, text: String(error) })
      )
      show(tool, given, answer.text)
      return answer
    },
    read: async (uri: string): Promise<void> => {
      const { contents } = await session.client.readResource({ uri })
      show("", { uri }, contents.map((one) => ("text" in one ? one.text : "")).join("\n"))
    },
    prompt: async (name: string, given: Record<string, string>): Promise<void> => {
      const { messages } = await session.client.getPrompt({ name, arguments: given })
      show("", given, messages.map(({ content }) => ("text" in content ? content.text : "")).join("\n"))
    },
    restart: async (): Promise<void> => {
      await session.client.close()
      session.client = await connect(session.start)
    }
  }
}

export type Conversation = Awaited<ReturnType<typeof converseIn>>

interface Session {
  readonly start: Start
  client: Client
}

const open = async (given: Start): Promise<Session> => {
  const start = { ...given }
  return { start, client: await connect(start) }
}

/** Sessions by how they were started: a program takes a second to start, and hosts keep theirs running too. */
export const makeSessions = () => {
  const sessions = new Map<string, Session>()
  return {
    /** A conversation; `human` answers while it lasts. */
    converse: async (start: Start): Promise<Conversation> => {
      const key = JSON.stringify([start.era, start.flags, start.settings, start.human === undefined])
      const session = sessions.get(key) ?? (await open(start))
      if (start.human !== undefined) session.start.human = start.human
      sessions.set(key, session)
      return converseIn(session)
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(Array.from(sessions.values(), ({ client }) => client.close()))
    }
  }
}

export type Sessions = ReturnType<typeof makeSessions>
