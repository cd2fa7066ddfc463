/**
 * Writes the Python client from the OpenAPI document: one module without dependencies (docs/decisions/0147). `python/runtime.py` sends requests; this file
 * writes the records, the errors and the methods of the document into the same module.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  type Document,
  jsonType,
  type Operation,
  operationsIn,
  operationWith,
  type Schema,
  schemaName,
  webhookSchemas
} from "./OpenApi.ts"

/** Names that Python keeps for itself. A member of such a name has a line below after it. */
const keywords = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " "
  )
)

const snake = (name: string): string => {
  const text = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase()
  return keywords.has(text) ? `${text}_` : text
}

const camel = (name: string): string => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const literal = (text: string): string => JSON.stringify(text)

/** A text as the lines of a docstring. */
const docstring = (text: string, indent: string): ReadonlyArray<string> => [
  `${indent}"""${text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, "'")}"""`
]

/** A value of an enumeration, as Python writes it. */
const constant = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value)

/** Whether null is a value of it. */
const isNullable = ({ anyOf = [], type }: Schema): boolean =>
  type === "null" || (Array.isArray(type) && type.includes("null")) || anyOf.some(isNullable)

/** The type of a value, for people and type checkers. */
const annotation = (schema: Schema | undefined): string => {
  if (schema === undefined) return "Any"
  if (schema.$ref !== undefined) return schemaName(schema.$ref)
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(constant).join(", ")}]`
  const { anyOf, oneOf, type: types } = schema
  const members = anyOf ?? oneOf ?? (Array.isArray(types) ? types.map((type): Schema => ({ type })) : [])
  if (members.length > 0) {
    const values = [...new Set(members.filter(({ type }) => type !== "null").map(annotation))]
    const union = values.length > 1 ? `Union[${values.join(", ")}]` : (values[0] ?? "None")
    return isNullable(schema) ? `Optional[${union}]` : union
  }
  switch (schema.type) {
    case "string":
      return "str"
    case "integer":
      return "int"
    case "number":
      return "float"
    case "boolean":
      return "bool"
    case "null":
      return "None"
    case "array":
      return `List[${annotation(schema.items)}]`
    case "object":
      return "Dict[str, Any]"
    default:
      return "Any"
  }
}

/** The member that distinguishes the parts of a union. */
const discriminated = ({ discriminator }: Schema): string | undefined =>
  discriminator === undefined
    ? undefined
    : `(${literal(discriminator.propertyName)}, {${Object.entries(discriminator.mapping)
        .map(([value, $ref]) => `${literal(value)}: ${literal(schemaName($ref))}`)
        .join(", ")}})`

/** The way in which a value is read: by a name, as a list, or by the member of a union; `None` where it stays as it is. */
const kindOf = (schema: Schema | undefined): string => {
  if (schema?.$ref !== undefined) return literal(schemaName(schema.$ref))
  if (schema?.type === "array") {
    const inner = kindOf(schema.items)
    return inner === "None" ? "None" : `[${inner}]`
  }
  return (schema === undefined ? undefined : discriminated(schema)) ?? "None"
}

/** The only value of a member that is always there, such as the name of an action. */
const onlyValue = ({ enum: values = [] }: Schema, isGiven: boolean) =>
  isGiven && values.length === 1 ? values[0] : undefined

const recordText = (name: string, { description, properties = {}, required = [] }: Schema): string => {
  // Python has the members that must be given first: those without a default.
  const rank = ([member, schema]: readonly [string, Schema]): number =>
    required.includes(member) ? (onlyValue(schema, true) === undefined ? 0 : 1) : 2
  const members = Object.entries(properties).toSorted((one, other) => rank(one) - rank(other))
  const fields = members.flatMap(([member, schema]) => {
    const type = annotation(schema)
    const isGiven = required.includes(member)
    const only = onlyValue(schema, isGiven)
    // Null takes a member away; where null is no value of it, None alone leaves it out.
    const whole = isGiven ? type : isNullable(schema) ? `Union[${type}, Null]` : `Optional[${type}]`
    const byDefault = only === undefined ? (isGiven ? "" : " = None") : ` = ${constant(only)}`
    return [
      `    ${snake(member)}: ${whole}${byDefault}`,
      ...(schema.deprecated === true ? docstring(schema.description ?? "Deprecated", "    ") : [])
    ]
  })
  const table = members.map(
    ([member, schema]) => `        ${literal(snake(member))}: (${literal(member)}, ${kindOf(schema)}),`
  )
  return [
    "@dataclass",
    `class ${name}(Record):`,
    ...docstring(description ?? name, "    "),
    ...fields,
    "    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {",
    ...table,
    "    }"
  ].join("\n")
}

const isRecord = ({ properties, type }: Schema): boolean => type === "object" && properties !== undefined

const methodText = (operation: Operation, schemas: Readonly<Record<string, Schema>>): string => {
  const { answer, answerType, body, bodyTypes, description, headers, isKeyed, level, method, path, pathNames, query } =
    operation
  const page = answer?.$ref === undefined ? undefined : schemas[schemaName(answer.$ref)]
  const item = page?.properties?.["next"] === undefined ? undefined : page.properties["content"]?.items
  const isFile = bodyTypes.length > 0 && !bodyTypes.includes(jsonType)
  const optional = [
    ...query.map(({ name, schema }) => `${snake(name)}: Optional[${annotation(schema)}] = None`),
    ...headers.map((name) => `${snake(name)}: Optional[str] = None`),
    ...(isKeyed ? ["idempotency_key: Optional[str] = None"] : [])
  ]
  const parameters = [
    "self",
    ...pathNames.map((name) => `${snake(name)}: str`),
    ...(isFile ? ["content: bytes", "content_type: str"] : []),
    ...(body === undefined
      ? []
      : [`body: ${operation.isBodyRequired ? annotation(body) : `Optional[${annotation(body)}] = None`}`]),
    ...(optional.length === 0 ? [] : ["*", ...optional])
  ]
  const names = pathNames.reduce(
    (text, name) => text.replace(`{${name}}`, `{parse.quote(${snake(name)}, safe='')}`),
    path
  )
  const address = pathNames.length === 0 ? literal(path) : `f"${names}"`
  const queries = query.map(({ name }) => `${literal(name)}: ${snake(name)}`).join(", ")
  const sentHeaders = [
    ...headers.map((name) => `${literal(name)}: ${snake(name)}`),
    ...(isFile ? ['"Content-Type": content_type'] : [])
  ].join(", ")
  const parts = [
    ...(query.length === 0 ? [] : [`query={${queries}}`]),
    ...(body === undefined ? [] : ["body=body"]),
    ...(isFile ? ["content=content"] : []),
    ...(sentHeaders === "" ? [] : [`headers={${sentHeaders}}`]),
    ...(isKeyed ? ["key=idempotency_key"] : [])
  ]
  const call = (...given: ReadonlyArray<string>) => given.concat(parts).join(", ")
  const [result, text] =
    item !== undefined
      ? [`Iterator[${annotation(item)}]`, `self._items(${kindOf(item)}, ${literal(level)}, ${address}, {${queries}})`]
      : answerType !== undefined && answerType !== jsonType
        ? ["bytes", `self._bytes(${call(literal(level), literal(method), address)})`]
        : [
            answer === undefined ? "None" : annotation(answer),
            `self._one(${call(kindOf(answer), literal(level), literal(method), address)})`
          ]
  return [
    `    def ${snake(operation.name)}(${parameters.join(", ")}) -> ${result}:`,
    ...docstring(description, "        "),
    `        return ${text}`
  ].join("\n")
}

/** The classes of the groups of one side, and the class that holds them. */
const sideText = (
  holder: string,
  docs: string,
  operations: ReadonlyArray<Operation>,
  schemas: Readonly<Record<string, Schema>>,
  begin: ReadonlyArray<string>
): string => {
  const groups = Map.groupBy(operations, ({ group }) => group)
  const classOf = (group: string) => `${holder}${camel(snake(group))}`
  const classes = [...groups].map(([group, its]) =>
    [`class ${classOf(group)}(Group):`, its.map((one) => methodText(one, schemas)).join("\n\n")].join("\n")
  )
  const members = [...groups.keys()].map(
    (group) => `        self.${snake(group)} = ${classOf(group)}(transport, organization)`
  )
  return [...classes, [`class ${holder}:`, ...docstring(docs, "    "), "", ...begin, ...members].join("\n")].join(
    "\n\n\n"
  )
}

/** The text of the module `partner_api.py`. */
export const pythonClient = (document: Document): string => {
  const { schemas } = document.components
  const operations = operationsIn(document)
  const pathOf = (id: string) => operationWith(operations, id).path
  const methods = operations.filter(({ isToken }) => !isToken)
  const codes = (schemas["ErrorBody"]?.properties?.["error"]?.enum ?? []).map(String)
  // The body of an error has the name of its code, which is the name of its exception here.
  const bodies = new Set(codes.map(camel))
  const shared = Object.entries(schemas).filter(([name]) => !bodies.has(name))
  const records = shared.filter(([, schema]) => isRecord(schema))
  const others = shared.filter(([, schema]) => !isRecord(schema))
  const webhooks = webhookSchemas(document).map(([type, name]) => `${literal(type)}: ${literal(name)}`)
  const runtime = readFileSync(join(import.meta.dirname, "python/runtime.py"), "utf8")
  return `${[
    `"""The client of the ${document.info.title}, version ${document.info.version}. Written from its OpenAPI document; Python 3.9 and the standard library."""\n\n# mypy: disable-error-code="no-any-return"\nfrom __future__ import annotations\n\n${runtime.trim()}`,
    [
      `OAUTH_TOKEN_PATH = ${literal(pathOf("oauth.token"))}`,
      `ORGANIZATION_TOKEN_PATH = ${literal(pathOf("organizations.token").replace(/\{\w+\}/, "{}"))}`
    ].join("\n"),
    ...records.map(([name, schema]) => recordText(name, schema)),
    [
      ...others.map(([name, schema]) =>
        schema.type === "string" ? `${name} = ${annotation(schema)}` : `${name} = Any  # ${annotation(schema)}`
      ),
      `TYPES: Dict[str, Any] = {${records.map(([name]) => `${literal(name)}: ${name}`).join(", ")}}`,
      `UNIONS: Dict[str, Any] = {${others.map(([name, schema]) => `${literal(name)}: ${kindOf(schema)}`).join(", ")}}`,
      `WEBHOOK_EVENT: Any = ("type", {${webhooks.join(", ")}})`
    ].join("\n"),
    ...codes.map((code) => `class ${camel(code)}(ApiError):\n    """The error \`${code}\`."""`),
    `ERRORS: Dict[Any, Any] = {${codes.map((code) => `${literal(code)}: ${camel(code)}`).join(", ")}}`,
    sideText(
      "OrganizationClient",
      "The methods of a client inside one organization.",
      methods.filter(({ level }) => level === "scoped"),
      schemas,
      ["    def __init__(self, transport: Transport, organization: str) -> None:"]
    ),
    sideText(
      "Client",
      "A client of the API. It fetches tokens and replaces them, waits where the service asks for it, and repeats what may be repeated.",
      methods.filter(({ level }) => level !== "scoped"),
      schemas,
      [
        "    def organization(self, organization_id: str) -> OrganizationClient:",
        '        """The methods of one organization, with a token for it alone."""',
        "        return OrganizationClient(self._transport, organization_id)",
        "",
        "    def __init__(self, base_url: Optional[str] = None, client_id: Optional[str] = None, client_secret: Optional[str] = None) -> None:",
        '        """What is not given comes from PARTNER_BASE_URL, PARTNER_CLIENT_ID and PARTNER_CLIENT_SECRET."""',
        "        given = (base_url, client_id, client_secret)",
        "        transport, organization = Transport(*map(_setting, given, SETTINGS)), None",
        "        self._transport = transport"
      ]
    )
  ].join("\n\n\n")}\n`
}
