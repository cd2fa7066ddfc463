/**
 * What makes an input larger than its schema allows: arrays with too many elements, members that the schema does not know, and arrays
 * and objects where it asks for something else.
 *
 * Asked before an input is decoded. A decoder looks at every element of an array and names every unknown member, so its work grows
 * with the mistakes in the input; here the search ends at {@link problemsMax} of them. An input without excess has a bounded number of
 * values. Whether those are right is not asked.
 */
import * as Predicate from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"

import { jsonPointer, type Problem, type ProblemLocation, problemsMax } from "./Problem.ts"
import { problemOf, typeProblem, unexpectedMember, withoutNull } from "./Problems.ts"

type Path = ReadonlyArray<PropertyKey>

/** What has been found so far. */
interface Found {
  readonly part: ProblemLocation
  readonly problems: Array<Problem>
  isArrayTooLong: boolean
  /** The number of values inside arrays and objects that the schema does not ask for. */
  strayValues: number
}

/** More values where the schema asks for none are excess: no mistake of a person's is larger. */
const strayValuesMax = 1_000

/** Looks at one value of an input. */
type Look = (value: unknown, path: Path, found: Found) => void

const nothing: Look = () => {}

/** Counts the values inside an array or an object, and ends when there are too many. */
const countStray = (value: unknown, found: Found): void => {
  if (!Predicate.isObjectOrArray(value)) return
  for (const member of Object.values(value)) {
    found.strayValues++
    if (found.strayValues > strayValuesMax) return
    countStray(member, found)
  }
}

/** Looks at a value that the schema wants to be neither an array nor an object. */
const lookAtOther =
  (ast: SchemaAST.AST): Look =>
  (value, path, found) => {
    if (!Predicate.isObjectOrArray(value)) return
    countStray(value, found)
    found.problems.push(typeProblem(found.part, path, ast))
  }

/** A schema as the input is written: what it is decoded from. */
const asWritten = (ast: SchemaAST.AST): SchemaAST.AST => {
  const link = ast.encoding?.at(-1)
  return link === undefined ? ast : asWritten(link.to)
}

const maxLengthId = "effect/schema/isMaxLength"

/** The check that bounds the length of an array, and its bound. */
const lengthCheckOf = (ast: SchemaAST.Arrays) => {
  for (const check of ast.checks ?? []) {
    const representation: unknown = check.annotations?.["representation"]
    const payload = Predicate.hasProperty(representation, "payload") ? representation.payload : undefined
    if (
      Predicate.hasProperty(representation, "id") &&
      representation.id === maxLengthId &&
      Predicate.hasProperty(payload, "maxLength") &&
      Predicate.isNumber(payload.maxLength)
    ) {
      return { maxLength: payload.maxLength, annotations: check.annotations }
    }
  }
  return undefined
}

const lookAtArray = (ast: SchemaAST.Arrays): Look => {
  const [element] = ast.rest
  const lookAtElement = element === undefined ? nothing : lookFor(element)
  const check = lengthCheckOf(ast)
  const other = lookAtOther(ast)
  return (value, path, found) => {
    if (!Array.isArray(value)) return other(value, path, found)
    if (check !== undefined && value.length > check.maxLength) {
      found.isArrayTooLong = true
      found.problems.push(
        problemOf(found.part, path, check.annotations, {
          code: "length",
          message: `must have at most ${check.maxLength} elements`
        })
      )
      return
    }
    for (let index = 0; index < value.length && found.problems.length < problemsMax; index++) {
      lookAtElement(value[index], [...path, index], found)
    }
  }
}

/** The members that an object may have, and how each is looked at. A union of objects may have those of all. */
const membersOf = (ast: SchemaAST.AST): ReadonlyMap<PropertyKey, Look> | undefined => {
  if (ast._tag === "Objects") {
    return ast.indexSignatures.length > 0
      ? undefined
      : new Map(ast.propertySignatures.map(({ name, type }) => [name, lookFor(type)]))
  }
  if (ast._tag !== "Union") return undefined
  const all = ast.types.map((member) => membersOf(asWritten(member)))
  return all.every(Predicate.isNotUndefined) ? new Map(all.flatMap((members) => [...members])) : undefined
}

const lookAtObject = (ast: SchemaAST.AST, members: ReadonlyMap<PropertyKey, Look>): Look => {
  const other = lookAtOther(ast)
  return (value, path, found) => {
    if (!Predicate.isObject(value)) return other(value, path, found)
    for (const [name, member] of Object.entries(value)) {
      if (found.problems.length >= problemsMax) return
      const look = members.get(name)
      if (look === undefined) {
        found.problems.push({ in: found.part, path: jsonPointer([...path, name]), ...unexpectedMember(ast, name) })
        countStray(member, found)
      } else {
        look(member, [...path, name], found)
      }
    }
  }
}

const lookFor = (schema: SchemaAST.AST): Look => {
  const ast = asWritten(withoutNull(schema))
  if (ast._tag === "Arrays") return lookAtArray(ast)
  const members = membersOf(ast)
  if (members !== undefined) return lookAtObject(ast, members)
  // What may hold anything is left to the decoder.
  return ast._tag === "Objects" || ast._tag === "Union" || ast._tag === "Unknown" || ast._tag === "Suspend"
    ? nothing
    : lookAtOther(ast)
}

/**
 * Makes the search for a schema whose unknown members are mistakes. It gives the problems of an input that has an array which is too
 * long, {@link problemsMax} mistakes and more, or too many values that nobody asked for; nothing for every other input, which a
 * decoder can be given.
 */
export const excessOf = (schema: {
  readonly ast: SchemaAST.AST
}): ((input: unknown, part: ProblemLocation) => ReadonlyArray<Problem>) => {
  const look = lookFor(schema.ast)
  return (input, part) => {
    const found: Found = { part, problems: [], isArrayTooLong: false, strayValues: 0 }
    look(input, [], found)
    const isExcess = found.isArrayTooLong || found.problems.length >= problemsMax || found.strayValues > strayValuesMax
    return isExcess ? found.problems : []
  }
}
