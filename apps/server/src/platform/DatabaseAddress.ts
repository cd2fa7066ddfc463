/**
 * The values of DATABASE_URL that name a database, and the mistakes of others. Nothing in an address is ignored: a parameter that has no effect would
 * put data where nobody looks for it, or leave a connection open that was to be encrypted.
 *
 * A reason never repeats a value, which may be a password.
 */
import { meantName } from "@partner-api/domain/Spelling"

export const sqlitePrefix = "sqlite:"

/** The values of `sslmode`. The modes that fall back to an open connection when the database requires it are not among them. */
const sslModes = ["disable", "require", "verify-ca", "verify-full"]

/** The longest timeout of a new connection that an address may set, in seconds: a node that starts waits for it. */
const connectSecondsMax = 30

const isSecondsText = (text: string): boolean => /^[1-9]\d?$/.test(text) && Number(text) <= connectSecondsMax

/** The parameters of a PostgreSQL address, and what each may be, where that is not any text. */
const parameters: Readonly<
  Record<string, { readonly takes: (text: string) => boolean; readonly requirement: string }>
> = {
  connect_timeout: { takes: isSecondsText, requirement: `must be 1 to ${connectSecondsMax} seconds` },
  dbname: { takes: (text) => text !== "", requirement: "must be the name of a database" },
  host: { takes: (text) => text !== "", requirement: "must be a host, or the folder of a socket" },
  options: { takes: () => true, requirement: "" },
  password: { takes: () => true, requirement: "" },
  port: { takes: (text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535, requirement: "must be a port" },
  sslmode: {
    takes: (text) => sslModes.includes(text),
    requirement: `must be ${sslModes.join(", ")}: the other modes fall back to an open connection`
  },
  sslrootcert: { takes: (text) => text !== "", requirement: "must be a file of certificates" },
  user: { takes: () => true, requirement: "" }
}

/** The replacements of parameters that other programs have. */
const others: Readonly<Record<string, string>> = {
  application_name: "leave it out: the program names its sessions, and finds its nodes by that",
  channel_binding: "leave it out: the driver has no channel binding",
  currentschema: "write options=-c%20search_path%3DNAME in its place",
  pgbouncer: "leave it out, and see docs/postgres.md, Poolers",
  schema: "write options=-c%20search_path%3DNAME in its place",
  search_path: "write options=-c%20search_path%3DNAME in its place",
  ssl: "write sslmode=require or sslmode=disable in its place"
}

const known = Object.keys(parameters)

const plainName = /^[\w-]{1,40}$/

const unknownParameter = (name: string): string => {
  const shown = plainName.test(name) ? `the parameter ${name}` : "a parameter"
  const near = meantName(name.toLowerCase(), known)
  const remedy =
    others[name.toLowerCase()] ??
    (near === undefined ? `the known ones are ${known.join(", ")}` : `did you mean ${near}?`)
  return `has ${shown} that means nothing here; ${remedy}`
}

/** An address whose host stands in the query alone, as libpq has it, with a host that is not used: `URL` reads none with a user and no host. */
const emptyHost = /^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?#]|$)/i

/** The address of a PostgreSQL database, as `URL` and the driver read it. */
export const postgresUrlOf = (text: string): string => text.replace(emptyHost, "$1localhost")

const example = "such as postgres://USER:PASSWORD@HOST/DATABASE"

const postgresMistake = (text: string): string | undefined => {
  const url = URL.parse(postgresUrlOf(text))
  if (url === null) {
    return `must be an address ${example}: write special characters of user and password as %XX, such as %40 for @ and %2F for /`
  }
  for (const [name, value] of url.searchParams) {
    const parameter = parameters[name]
    if (parameter === undefined) return unknownParameter(name)
    if (!parameter.takes(value)) return `has ${name}, which ${parameter.requirement}`
  }
  if (emptyHost.test(text) && !url.searchParams.has("host")) {
    return `names no host: put it behind @, ${example}, or the folder of a socket into the query, as ?host=/run/postgresql`
  }
  return url.pathname.length > 1 || url.searchParams.has("dbname")
    ? undefined
    : `names no database: put its name behind the host, ${example}`
}

const sqliteExample = "such as sqlite:data/partner-api.db or sqlite:/var/lib/partner-api/data.db"

/** The parts of addresses of other programs, and their mistakes here: taken as a path, it would be a file that nobody looks for. */
const noPaths: ReadonlyArray<readonly [pattern: RegExp, mistake: string]> = [
  [/^$/, `names no file: put its path behind ${sqlitePrefix}, ${sqliteExample}`],
  [/^\s|\s$|\p{Cc}/u, `has a blank or a line break around its path: remove it, and lines that end with CR LF`],
  [
    /(?:^|[/:]):memory:/,
    `must be a file, ${sqliteExample}: a database in memory would end with the program, and its commands could not open it`
  ],
  [
    /^\/\//,
    `must have the path right behind ${sqlitePrefix}, ${sqliteExample}: of three slashes, some programs read a path from the root, and others one from this folder`
  ],
  [/^file:/i, `must have the path without file:, ${sqliteExample}`],
  [/^["']/, `must have the path without quotes, ${sqliteExample}`],
  [/^~/, `must have the path without ~, ${sqliteExample}: only a shell knows the folder that ~ stands for`],
  [/\$\{?\w/, `must have the path without variables, ${sqliteExample}: only a shell knows what they stand for`],
  [
    /\?/,
    `must have the path alone, ${sqliteExample}: parameters behind ? mean nothing here, and no file has one in its name`
  ],
  [/%[\da-f]{2}/i, `must have the path as it is, ${sqliteExample}: no %XX is read here`],
  [/\/$/, `names a folder: put the name of the file behind it, ${sqliteExample}`]
]

const sqliteMistake = (file: string): string | undefined => noPaths.find(([pattern]) => pattern.test(file))?.[1]

/** Why a value of DATABASE_URL names no database; nothing where it names one. */
export const mistakeOf = (text: string): string | undefined => {
  if (text.startsWith(sqlitePrefix)) return sqliteMistake(text.slice(sqlitePrefix.length))
  return /^postgres(?:ql)?:/i.test(text)
    ? postgresMistake(text)
    : `must begin with ${sqlitePrefix}, ${sqliteExample}, or with postgres://, ${example}`
}
