/**
 * The commands: `partner-mcp stdio`, the default, and `partner-mcp http`.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerHttp } from "../protocol/http/HttpTransport.ts"
import { serveStdio } from "../protocol/stdio/StdioTransport.ts"
import { choicesOf, flags } from "./Flags.ts"
import { makeServerDefinition } from "./Serving.ts"
import { readAuthorization } from "./Settings.ts"

/** The configuration of a client that starts the program. */
const block = `{
  "mcpServers": {
    "partner": {
      "command": "partner-mcp",
      "args": ["stdio"],
      "env": {
        "PARTNER_BASE_URL": "https://api.example.com",
        "PARTNER_CLIENT_ID": "your client id",
        "PARTNER_CLIENT_SECRET_FILE": "a file that only you can read"
      }
    }
  }
}`

/** The configuration of a client that calls an address. */
const httpBlock = `{
  "mcpServers": {
    "partner": {
      "type": "http",
      "url": "http://127.0.0.1:8931/mcp",
      "headers": { "Authorization": "Bearer the value of MCP_TOKEN" }
    }
  }
}`

const environment = `Settings come from the environment:
  PARTNER_BASE_URL            the address of the platform
  PARTNER_CLIENT_ID           the id that the platform gave you
  PARTNER_CLIENT_SECRET       its secret, or PARTNER_CLIENT_SECRET_FILE: a file that holds it
  PARTNER_FLOW                oauth (the default) or partner
  PARTNER_ALLOW_HTTP          on: accept http: to another machine, in a network of your own
  PARTNER_ORGANIZATION        work for this organization alone`

const httpEnvironment = `Who may call comes from the environment:
  MCP_TOKEN                   one token, on this machine only; or
  MCP_ISSUER, MCP_AUDIENCE    tokens that an issuer signs for this server
  MCP_PERSON_CLAIM            the claim of a token that has the id of its user on the platform
  MCP_PUBLIC_URL              the address that clients use, if it differs from the one it listens on
  MCP_ALLOWED_HOSTS           more names that requests may have in Host, separated by commas`

const portDefault = 8931

const base = Command.make("partner-mcp").pipe(Command.withSharedFlags(flags))

type Given = Effect.Success<typeof base>

const overStdio = (given: Given) =>
  Effect.flatMap(makeServerDefinition(choicesOf(given), given.organization), serveStdio)

const stdio = Command.make("stdio", {}, () => Effect.flatMap(base, overStdio)).pipe(
  Command.withDescription(`Serve the client that starts this program\n\nFor its configuration:\n${block}`),
  Command.withShortDescription("Serve the client that starts this program")
)

const http = Command.make(
  "http",
  {
    port: Flag.Int("port").pipe(
      Flag.withDescription(`Where to listen; 0 takes any free port; default ${portDefault}`),
      Flag.withDefault(portDefault)
    ),
    host: Flag.String("host").pipe(
      Flag.withDescription("Which address to listen on; default 127.0.0.1, and only this machine without MCP_ISSUER"),
      Flag.withDefault("127.0.0.1")
    )
  },
  ({ port, host }) =>
    Effect.gen(function* () {
      const given = yield* base
      const definition = yield* makeServerDefinition(choicesOf(given), given.organization)
      const scopes = [...new Set(definition.tools.flatMap((tool) => tool.scopes ?? []))].toSorted()
      const { authorization, publicUrl, allowedHosts } = yield* readAuthorization(scopes)
      return yield* Layer.launch(
        layerHttp(definition, {
          host,
          port,
          authorization,
          allowedHosts,
          ...(publicUrl === undefined ? {} : { publicUrl })
        })
      )
    })
).pipe(
  Command.withDescription(
    `Serve clients over Streamable HTTP\n\n${httpEnvironment}\n\nFor a client's configuration:\n${httpBlock}`
  ),
  Command.withShortDescription("Serve clients over Streamable HTTP")
)

/** The program. */
export const partnerMcp = base.pipe(
  Command.withHandler(overStdio),
  Command.withDescription(
    `The recruiting platform as tools for agents. The default command is stdio.\n\n${environment}\n\nFor a client's configuration:\n${block}`
  ),
  Command.withSubcommands([stdio, http]),
  Command.withExamples([
    { command: "partner-mcp stdio --read-only", description: "Only look" },
    {
      command: "partner-mcp stdio --enable-writes users,fees",
      description: "Offer writes, each confirmed by the user"
    },
    { command: "partner-mcp http --port 8931", description: "For clients on this machine, with MCP_TOKEN" }
  ])
)
