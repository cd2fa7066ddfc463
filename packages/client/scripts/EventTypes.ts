/**
 * Writes the types of events: one envelope, the data of each kind of record once, and each event as the envelope with its type and data.
 */
import { Event } from "@partner-api/domain/Event"
import * as SchemaAST from "effect/SchemaAST"
import { docstring, paragraphsOf } from "./Docstring.ts"
import { bodyText, membersText, nameOf, type Style } from "./WireType.ts"

type AST = SchemaAST.AST

/** The name of the type with the members that all events have. */
const envelopeName = "EventEnvelope"

/** The members that differ between events. */
const ownMembers: ReadonlyArray<PropertyKey> = ["type", "data"]

const stop = (what: string): never => {
  throw new Error(`The events of the feed ${what}`)
}

const memberOf = (event: SchemaAST.Objects, name: string): AST =>
  event.propertySignatures.find((member) => member.name === name)?.type ?? stop(`need the member ${name}.`)

/** "AgencyFeesEventData" for events with the record "agency_fees". */
const dataName = (data: AST): string => {
  const record = SchemaAST.isObjects(data) ? data.propertySignatures[0]?.name : undefined
  if (typeof record !== "string") return stop("need the record as the first member of data.")
  return `${record.replaceAll(/(?:^|_)./g, (start) => start.slice(-1).toUpperCase())}EventData`
}

/** The events among some types. */
const eventsAmong = (types: ReadonlyMap<string, AST>): ReadonlyMap<string, SchemaAST.Objects> => {
  const feed = types.get(nameOf(Event.ast) ?? "")
  const events = feed !== undefined && SchemaAST.isUnion(feed) ? feed.types : []
  return new Map(
    events.map((event) => {
      const name = nameOf(event)
      return name !== undefined && SchemaAST.isObjects(event) ? ([name, event] as const) : stop("need a name each.")
    })
  )
}

/** The members that all events have, as one of them has them. */
const envelopeText = (event: SchemaAST.Objects, style: Style): string =>
  membersText(
    new SchemaAST.Objects(
      event.propertySignatures.filter(({ name }) => !ownMembers.includes(name)),
      []
    ),
    style
  )

/** Adds a text under a name, which stands for one text. */
const addOnce = (texts: Map<string, string>, name: string, text: string): void => {
  if ((texts.get(name) ?? text) !== text) stop(`have two different types for ${name}.`)
  texts.set(name, text)
}

/** The name of the data of an event: that of its record, unless another event about such a record has other data. */
const nameOfData = (
  shared: ReadonlyMap<string, string>,
  event: string,
  data: AST,
  textOf: (name: string) => string
) => {
  const name = dataName(data)
  const known = shared.get(name)
  return known === undefined || known === textOf(name) ? name : `${event}Data`
}

/** The declarations that events need, each with its name. */
interface EventDeclarations {
  readonly events: ReadonlyMap<string, string>
  /** The shared types of events: their envelope, and the data of each kind of record. */
  readonly shared: ReadonlyMap<string, string>
}

/** The declarations of the events among some types. */
export const eventDeclarations = (types: ReadonlyMap<string, AST>): EventDeclarations => {
  const events = new Map<string, string>()
  const shared = new Map<string, string>()
  for (const [name, event] of eventsAmong(types)) {
    const style = { isOpen: true, isDocumented: true, where: name }
    const envelope = envelopeText(event, style)
    const data = memberOf(event, "data")
    const dataText = bodyText(data, { ...style, where: `${name}.data` })
    addOnce(
      shared,
      envelopeName,
      `${docstring(["The members of every event of the feed."])}export interface ${envelopeName} {\n${envelope}\n}\n`
    )
    const textOf = (of: string): string =>
      `${docstring(["The record of an event after the change, and what changed."])}export interface ${of} ${dataText}\n`
    const ofData = nameOfData(shared, name, data, textOf)
    addOnce(shared, ofData, textOf(ofData))
    const members = `readonly type: ${bodyText(memberOf(event, "type"), style)}\nreadonly data: ${ofData}`
    events.set(
      name,
      `${docstring(paragraphsOf(event, false, false))}export interface ${name} extends ${envelopeName} {\n${members}\n}\n`
    )
  }
  return { events, shared }
}
