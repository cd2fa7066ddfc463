/**
 * What the linter refuses. The main part is the picture of ARCHITECTURE.md as a table: who may import whom.
 * Rules that no linter knows live in packages/tidy.
 */
import { defineConfig, type OxlintOverride } from "oxlint"

/** Imports that leave their package by a relative path: "../", then a folder's name, then "src" or "test". */
const leavesPackage = ["**/../[!.]*/**/src/**", "**/../[!.]*/**/test/**"]

/** Only `allowed` packages of the house; anything from outside. */
const standsOn = (...allowed: ReadonlyArray<string>) => ({
  group: [
    "@partner-api/**",
    ...allowed.flatMap((name) => [`!@partner-api/${name}`, `!@partner-api/${name}/**`]),
    ...leavesPackage
  ],
  message: `Here the house offers: ${allowed.join(", ") || "nothing"}. A relative path stays in its package.`
})

/** Nothing but own files and `allowed`. A later pattern wins over an earlier one. */
const onlyImports = (...allowed: ReadonlyArray<string>) => ({
  group: [
    "*",
    "!./**",
    "!../**",
    ...allowed.map((pattern) => `!${pattern}`),
    // Core modules that touch the world.
    "effect/Console",
    "effect/FileSystem",
    "effect/Stdio",
    "effect/Terminal",
    ...leavesPackage
  ],
  caseSensitive: true,
  message: `Here one may import: own files, ${allowed.join(", ")}.`
})

/** What the programs share at a terminal; libraries say nothing there. */
const terminal = "cli-kit"

/** As mcp, but without Effect's own protocol, which is unstable and stays behind one folder. */
const speaksNoProtocol = {
  group: [...standsOn("domain", "contract", "client", terminal).group, "effect/ai", "effect/ai/**"],
  message: "Effect's modules for MCP are for apps/mcp/src/protocol alone; a relative path stays in its package."
}

/** The protocol of apps/mcp: it stands beside the product and imports nothing of it. */
const knowsNoProduct = {
  group: [
    ...standsOn("domain", "contract", "client", terminal).group,
    ...["cli", "prompts", "resources", "tools", "upstream"].flatMap((room) => [`../${room}/**`, `../../${room}/**`])
  ],
  message: "The protocol knows no tools and no platform; a relative path stays in apps/mcp/src/protocol."
}

/**
 * The rooms of a package, and what each may import of the others. In the service, handlers call services and services call store ports;
 * in the server, commands call operations, and the files beside the rooms wire them together.
 */
const rooms: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = {
  "packages/service/src": {
    http: ["services", "crypto"],
    testing: ["http", "services", "store", "crypto"],
    services: ["store", "crypto"],
    store: ["crypto"],
    crypto: []
  },
  "apps/server/src": {
    cli: ["operations", "samples", "imports", "platform"],
    console: ["platform"],
    docs: ["platform"],
    samples: ["platform"],
    imports: ["platform"],
    operations: ["store", "platform"],
    store: ["platform"],
    webhooks: [],
    platform: []
  }
}

/** What wires the rooms together. The programs of cli alone start it. */
const serverWiring = [
  "Server.ts",
  "OperatorServer.ts",
  "Cluster.ts",
  "Maintenance.ts",
  "OperatorServices.ts",
  "main.ts"
]

const staysInRoom = (home: string, room: string, allowed: ReadonlyArray<string>) => ({
  group: [
    ...Object.keys(rooms[home] ?? {})
      .filter((other) => other !== room && !allowed.includes(other))
      .map((other) => `../**/${other}/**`),
    ...(room === "cli" ? [] : serverWiring.map((file) => `../**/${file}`))
  ],
  message: `In ${home}, ${room} may import: own files, ${allowed.join(", ") || "no other room"}.`
})

/** Neither SQL nor a server, of Node its cryptography alone, and of libraries one that reads a header. */
const serviceImports = onlyImports(
  "@partner-api/domain",
  "@partner-api/domain/**",
  "@partner-api/contract",
  "@partner-api/contract/**",
  "effect/[A-Z]*",
  "effect/crypto/*",
  "effect/encoding/*",
  "effect/http/*",
  "effect/http-api/*",
  "effect/net/*",
  "effect/persistence/*",
  "content-disposition",
  "node:crypto"
)

/** domain <- contract <- service <- server, contract <- client <- mcp, cli-kit <- the programs; nothing imports an app. Where two rows match, the later counts. */
const arrows = [
  { files: "**", imports: standsOn() },
  { files: "packages/domain/src/**", imports: onlyImports("effect/[A-Z]*", "effect/encoding/*") },
  // The numbering plans of all countries; pure, and too heavy for the shapes that clients have.
  {
    files: "packages/domain/src/CandidatePhone.ts",
    imports: onlyImports("effect/[A-Z]*", "libphonenumber-js/min")
  },
  { files: "packages/contract/**", imports: standsOn("domain") },
  {
    files: "packages/contract/src/**",
    imports: onlyImports(
      "@partner-api/domain",
      "@partner-api/domain/*",
      "@partner-api/domain/operator/*",
      "effect/[A-Z]*",
      "effect/encoding/*",
      "effect/http/*",
      "effect/http-api/*",
      "effect/schema/*"
    )
  },
  { files: "packages/client/**", imports: standsOn("domain", "contract") },
  // Its server for tests is the service.
  { files: "packages/client/src/testing/**", imports: standsOn("domain", "contract", "service") },
  { files: "packages/client/src/{cli/**/*,partner}.ts", imports: standsOn("domain", "contract", terminal) },
  // Its tests also let the judge of the specification look at its server for tests.
  { files: "packages/client/{test,verify,long}/**", imports: standsOn("domain", "contract", "conformance") },
  // The program runs in the process of its tests.
  { files: "packages/client/test/cli/**", imports: standsOn("domain", "contract", terminal) },
  { files: "packages/service/**", imports: standsOn("domain", "contract") },
  { files: "packages/service/{laws,test}/**", imports: standsOn("domain", "contract", "service") },
  { files: "packages/service/src/**", imports: serviceImports },
  // It reads the specification for itself: an error of ours in domain or contract must not be one here.
  { files: "packages/conformance/**", imports: standsOn() },
  { files: "apps/server/**", imports: standsOn("domain", "contract", "service", terminal) },
  // Its tests may also drive the server from outside, as a partner would.
  {
    files: "apps/server/{test,verify,long}/**",
    imports: standsOn("domain", "contract", "service", "client", "conformance", "test-postgres")
  },
  { files: "apps/server/test/Program.ts", imports: standsOn(terminal) },
  { files: "apps/server/test/operator/CommandMessages.test.ts", imports: standsOn("domain", terminal) },
  { files: "apps/mcp/**", imports: standsOn("domain", "contract", "client", terminal) },
  { files: "apps/mcp/src/**", imports: speaksNoProtocol },
  { files: "apps/mcp/src/protocol/**", imports: knowsNoProduct },
  // The page knows the contract by its types alone (packages/tidy): nothing of it, and nothing of effect, is in the browser.
  { files: "apps/console/**", imports: standsOn("domain", "contract") },
  {
    files: "apps/console/src/**",
    imports: onlyImports(
      "@partner-api/domain",
      "@partner-api/domain/**",
      "@partner-api/contract",
      "@partner-api/contract/**",
      "effect/Schema",
      "effect/http-api/HttpApiSchema",
      "@tanstack/react-query",
      "@tanstack/react-router",
      "react",
      "react-dom/*",
      "uplot",
      "uplot/dist/*.css"
    )
  },
  { files: "apps/console/vite.config.ts", imports: standsOn("bundling", "contract") },
  { files: "bench/**", imports: standsOn("test-postgres") },
  { files: "packages/release/**", imports: standsOn("bundling", "gate") },
  {
    files: "{apps,packages}/*/{rolldown.config,test/buildPrograms,verify/package/Tarball}.ts",
    imports: standsOn("bundling")
  }
]

/** The rooms of a package stand on the same packages as all of it. */
const roomArrows = Object.entries(rooms).flatMap(([home, all]) =>
  Object.entries(all).map(([room, allowed]) => ({
    files: `${home}/${room}/**`,
    imports: home === "packages/service/src" ? serviceImports : standsOn("domain", "contract", "service", terminal),
    room: staysInRoom(home, room, allowed)
  }))
)

/**
 * The layers of the server's store, and the paths that each must not import. The kit knows no noun; nouns know no engine and no migration; an engine
 * knows no noun and no other engine; storages of files know no database. `store/*.ts`, `requestlog` and `diagnosis` compose them.
 */
const storeLayers: Readonly<Record<string, ReadonlyArray<string>>> = {
  migrations: ["../*.ts", "../sql/*.ts", "../**/sqlite/**", "../**/postgres/**"],
  sql: ["../*.ts", "../**/migrations/**", "../**/sqlite/**", "../**/postgres/**"],
  "sql/kit": ["../*.ts", "../../*.ts", "../**/migrations/**", "../**/sqlite/**", "../**/postgres/**"],
  sqlite: ["../Database.ts", "../sql/*.ts", "../**/postgres/**"],
  postgres: ["../Database.ts", "../sql/*.ts", "../**/sqlite/**"],
  files: ["../*.ts", "../sql/*.ts", "../**/migrations/**", "../**/sqlite/**", "../**/postgres/**"],
  requestlog: ["../Database.ts", "../sql/*.ts"]
}

const layerArrows = Object.entries(storeLayers).map(([layer, refused]) => {
  const room = staysInRoom("apps/server/src", "store", ["platform"])
  const above = layer === "requestlog" ? ["../diagnosis/**"] : ["../**/requestlog/**", "../**/diagnosis/**"]
  return {
    files: `apps/server/src/store/${layer}/**`,
    imports: standsOn("domain", "contract", "service", terminal),
    room: {
      group: [...room.group, ...refused, ...above],
      message: `${room.message} In store, ${layer} must not import: ${[...refused, ...above].join(", ")}.`
    }
  }
})

interface Arrow {
  readonly files: string
  readonly imports: { readonly group: Array<string>; readonly message: string }
  readonly room?: Arrow["imports"]
}

const importRule = ({ files, imports, room }: Arrow): OxlintOverride => ({
  files: [files],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        // Whole, it needs redis; its modules do not.
        paths: [{ name: "@effect/platform-node", message: "Import its modules one by one." }],
        // One group: where a group lets an import through, the linter asks no other.
        patterns: [
          room === undefined
            ? imports
            : { ...imports, group: [...imports.group, ...room.group], message: `${imports.message} ${room.message}` }
        ]
      }
    ]
  }
})

/** The world as it leaks into any file: clock, randomness, network, output. Math.random is refused below. */
const ambient = [
  "Date",
  "console",
  "crypto",
  "fetch",
  "globalThis",
  "performance",
  "process",
  "queueMicrotask",
  "setImmediate",
  "setInterval",
  "setTimeout"
]

/** What Node has and a browser does not: the console is type-checked together with its tests, which run on Node. */
const ofNode = ["Buffer", "__dirname", "__filename", "clearImmediate", "global", "process", "require", "setImmediate"]

/** What Node 20 does not have: client library, `partner` and `partner-mcp` run on it. */
const laterThanNode20 = [
  { object: "URL", property: "parse", message: "Node 20 has none: use readUrl." },
  ...["withResolvers", "try"].map((property) => ({ object: "Promise", property })),
  { object: "Array", property: "fromAsync" },
  ...["Map", "Object"].map((object) => ({ object, property: "groupBy" })),
  { object: "RegExp", property: "escape" }
]

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import"],
  categories: { correctness: "error", suspicious: "error" },
  options: { reportUnusedDisableDirectives: "error" },
  rules: {
    // Imports of types count too.
    "import/no-cycle": ["error", { ignoreTypes: false }],
    // Imported for what it does: it turns the compiler of schemas on.
    "import/no-unassigned-import": ["error", { allow: ["effect/schema/SchemaJITCompiler/enable", "**/*.css"] }],
    // Small functions live beside the code that uses them, as in a layer being built.
    "unicorn/consistent-function-scoping": "off",
    // Effect's tags begin with "_".
    "no-underscore-dangle": "off",
    // it.layer(...)((it) => ...) shadows on purpose.
    "no-shadow": "off"
  },
  overrides: [
    ...[...arrows, ...roomArrows, ...layerArrows].map(importRule),
    {
      files: ["packages/domain/src/**"],
      rules: {
        "no-restricted-globals": ["error", ...ambient],
        "no-restricted-properties": ["error", { object: "Math", property: "random" }, ...laterThanNode20]
      }
    },
    {
      files: ["packages/{client,cli-kit,contract}/src/**", "apps/mcp/src/**"],
      rules: { "no-restricted-properties": ["error", ...laterThanNode20] }
    },
    { files: ["apps/console/src/**"], rules: { "no-restricted-globals": ["error", ...ofNode] } },
    {
      files: ["packages/*/src/**", "apps/*/src/**"],
      rules: {
        "max-lines": ["error", { max: 500 }],
        "typescript/ban-ts-comment": ["error", { "ts-expect-error": true, "ts-ignore": true, "ts-nocheck": true }],
        "typescript/no-explicit-any": "error",
        "typescript/no-non-null-assertion": "error"
      }
    },
    {
      // Written by `pnpm generate`: as long as the contract makes them.
      files: ["packages/client/src/core/{Model,Methods}.ts"],
      rules: { "max-lines": "off" }
    },
    {
      files: ["**/test/**"],
      plugins: ["vitest"],
      rules: { "vitest/no-disabled-tests": "error", "vitest/no-focused-tests": "error" }
    }
  ]
})
