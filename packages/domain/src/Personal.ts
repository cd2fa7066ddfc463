/**
 * The personal texts of records (recruiting 9): every text member of a record of a person is annotated as the one or the other, itself or by what it is
 * within. Reads the annotations; what an erasure removes, `commands/Candidate.ts` decides.
 */
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** Annotates what may hold personal data. */
export const personal = { personal: true } as const

/** Annotates what holds none: identifiers, moments, codes, and what a form or an employer wrote. */
export const impersonal = { personal: false } as const

const isPersonal = SchemaAST.resolveAt<boolean>("personal")

/** A text member of a record. */
export interface TextMember {
  /** The names that lead to it, `*` for each item of a list: `/candidate/links/*`. */
  readonly path: string
  /** Absent where no annotation states it. */
  readonly personal: boolean | undefined
}

const textsIn = (ast: SchemaAST.AST, path: string, within: boolean | undefined): ReadonlyArray<TextMember> => {
  const own = isPersonal(ast) ?? within
  switch (ast._tag) {
    case "String":
      return [{ path, personal: own }]
    case "Objects":
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) => textsIn(type, `${path}/${String(name)}`, own)),
        ...ast.indexSignatures.flatMap(({ type }) => textsIn(type, `${path}/*`, own))
      ]
    case "Arrays":
      return [...ast.elements, ...ast.rest].flatMap((item) => textsIn(item, `${path}/*`, own))
    case "Union":
      return ast.types.flatMap((type) => textsIn(type, path, own))
    default:
      return []
  }
}

/** The text members of a record, as it is stored and shown. */
export const textMembersOf = ({ ast }: Schema.Top): ReadonlyArray<TextMember> =>
  textsIn(SchemaAST.toType(ast), "", undefined)
