/**
 * Bounds the size of an input before it is decoded: arrays with too many elements, unknown members, and arrays and objects where the schema has
 * another kind of value.
 *
 * A decoder visits every element of an array and names every unknown member, so its work grows with the mistakes in the input. The search here ends
 * at {@link problemsMax} of them. An input within the limits has a bounded number of values; the decoder judges those.
 */
import * as Predicate from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"

import { jsonPointer, type Problem, type ProblemLocation, problemsMax } from "./Problem.ts"
import { problemOf, typeProblem, unexpectedMember, withoutNull } from "./Problems.ts"

type Path = ReadonlyArray<PropertyKey>

/** The findings so far. */
interface Found {
  readonly part: ProblemLocation
  readonly problems: Array<Problem>
  isArrayTooLong: boolean
  /** The number of values inside arrays and objects that the schema does not declare. */
  strayValues: number
}

/** More values where the schema declares none are excess: no mistake of a person's is larger. */
const strayValuesMax = 1_000

/** Visits one value of an input. */
type Visit = (value: unknown, path: Path, found: Found) => void

const nothing: Visit = () => {}

/** Counts the values inside an array or an object, and ends when there are too many. */
const countStray = (value: unknown, found: Found): void => {
  if (!Predicate.isObjectOrArray(value)) return
  for (const member of Object.values(value)) {
    found.strayValues++
    if (found.strayValues > strayValuesMax) return
    countStray(member, found)
  }
}

/** Visits a value where the schema allows neither an array nor an object. */
const visitOther =
  (ast: SchemaAST.AST): Visit =>
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

const visitArray = (ast: SchemaAST.Arrays): Visit => {
  const [element] = ast.rest
  const visitElement = element === undefined ? nothing : visitFor(element)
  const check = lengthCheckOf(ast)
  const other = visitOther(ast)
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
      visitElement(value[index], [...path, index], found)
    }
  }
}

/** The members that an object may have, and how each is visited. A union of objects may have those of all. */
const membersOf = (ast: SchemaAST.AST): ReadonlyMap<PropertyKey, Visit> | undefined => {
  if (ast._tag === "Objects") {
    return ast.indexSignatures.length > 0
      ? undefined
      : new Map(ast.propertySignatures.map(({ name, type }) => [name, visitFor(type)]))
  }
  if (ast._tag !== "Union") return undefined
  const all = ast.types.map((member) => membersOf(asWritten(member)))
  return all.every(Predicate.isNotUndefined) ? new Map(all.flatMap((members) => [...members])) : undefined
}

const visitObject = (ast: SchemaAST.AST, members: ReadonlyMap<PropertyKey, Visit>): Visit => {
  const other = visitOther(ast)
  return (value, path, found) => {
    if (!Predicate.isObject(value)) return other(value, path, found)
    for (const [name, member] of Object.entries(value)) {
      if (found.problems.length >= problemsMax) return
      const visit = members.get(name)
      if (visit === undefined) {
        found.problems.push({ in: found.part, path: jsonPointer([...path, name]), ...unexpectedMember(ast, name) })
        countStray(member, found)
      } else {
        visit(member, [...path, name], found)
      }
    }
  }
}

const visitFor = (schema: SchemaAST.AST): Visit => {
  const ast = asWritten(withoutNull(schema))
  if (ast._tag === "Arrays") return visitArray(ast)
  const members = membersOf(ast)
  if (members !== undefined) return visitObject(ast, members)
  // What may hold anything is left to the decoder.
  return ast._tag === "Objects" || ast._tag === "Union" || ast._tag === "Unknown" || ast._tag === "Suspend"
    ? nothing
    : visitOther(ast)
}

/**
 * Makes the search for a schema whose unknown members are mistakes. It returns the problems of an input with an array that is too long, with
 * {@link problemsMax} mistakes or more, or with too many stray values; none for an input that a decoder can take.
 */
export const inputLimitsOf = (schema: {
  readonly ast: SchemaAST.AST
}): ((input: unknown, part: ProblemLocation) => ReadonlyArray<Problem>) => {
  const visit = visitFor(schema.ast)
  return (input, part) => {
    const found: Found = { part, problems: [], isArrayTooLong: false, strayValues: 0 }
    visit(input, [], found)
    const isExcess = found.isArrayTooLong || found.problems.length >= problemsMax || found.strayValues > strayValuesMax
    return isExcess ? found.problems : []
  }
}
