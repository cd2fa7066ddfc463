/**
 * How schemas are written as types: a table with each kind, and laws over schemas made by chance.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { docstring, paragraphsOf } from "../../scripts/Docstring.ts"
import { formatted } from "../../scripts/Formatter.ts"
import { bodyText, namesIn, typeText } from "../../scripts/WireType.ts"

const wire = (schema: Schema.Top) => SchemaAST.toEncoded(schema.ast)
const closed = { isOpen: false, isDocumented: false, where: "It" }
const open = { ...closed, isOpen: true }

const Named = Schema.Struct({ a: Schema.String }).annotate({ identifier: "Named" })
interface Tree {
  readonly branches: ReadonlyArray<Tree>
}
const Tree = Schema.Struct({
  branches: Schema.Array(Schema.suspend((): Schema.Codec<Tree> => Tree))
}).annotate({ identifier: "Tree" })
const Size = { Small: "S", Large: 2 } as const

describe("the type of a schema", () => {
  it.for<[string, Schema.Top, string, string?]>([
    ["text", Schema.String, "string"],
    ["text with a brand and checks", Schema.String.check(Schema.isMinLength(1)).pipe(Schema.brand("Id")), "string"],
    ["a number", Schema.Int, "number"],
    ["what is written as text", Schema.NumberFromString, "string"],
    ["a boolean", Schema.Boolean, "boolean"],
    ["null", Schema.Null, "null"],
    ["undefined", Schema.Undefined, "undefined"],
    ["anything", Schema.Unknown, "unknown"],
    ["any JSON", Schema.Json, "Json"],
    ["one text", Schema.Literal('a"b'), '"a\\"b"'],
    ["one number", Schema.Literal(1), "1"],
    ["one boolean", Schema.Literal(true), "true"],
    ["a choice", Schema.Literals(["a", "b"]), '"a" | "b"', '"a" | "b" | (string & {})'],
    ["a choice of numbers", Schema.Literals([1, 2]), "1 | 2", "1 | 2 | (number & {})"],
    [
      "a choice or null",
      Schema.NullOr(Schema.Literals(["a", "b"])),
      '"a" | "b" | null',
      '"a" | "b" | null | (string & {})'
    ],
    [
      "a choice that has any text already",
      Schema.Union([Schema.Literals(["a", "b"]), Schema.String]),
      '"a" | "b" | string'
    ],
    ["one value or null", Schema.NullOr(Schema.Literal("a")), '"a" | null'],
    ["an enumeration", Schema.Enum(Size), '"S" | 2', '"S" | 2 | (string & {}) | (number & {})'],
    ["a list", Schema.Array(Schema.NullOr(Schema.String)), "ReadonlyArray<string | null>"],
    ["a list that is not empty", Schema.NonEmptyArray(Schema.String), "readonly [string, ...ReadonlyArray<string>]"],
    ["a pair", Schema.Tuple([Schema.String, Schema.optionalKey(Schema.Int)]), "readonly [string, (number)?]"],
    ["a record", Schema.Record(Schema.String, Schema.Json), "Readonly<Record<string, Json>>"],
    ["an object", Schema.Struct({ a: Schema.String, b: Schema.optionalKey(Schema.Int) }), "{ a: string; b?: number }"],
    ["an object with odd names", Schema.Struct({ "a-b": Schema.Null, 1: Schema.Null }), '{ "1": null; "a-b": null }'],
    ["an empty object", Schema.Struct({}), "{}"],
    [
      "an object with more",
      Schema.StructWithRest(Schema.Struct({ a: Schema.String }), [Schema.Record(Schema.String, Schema.Json)]),
      "{ a: string; [key: string]: Json }"
    ],
    ["a member that may be undefined", Schema.Struct({ a: Schema.optional(Schema.Int) }), "{ a?: number | undefined }"],
    ["a type with a name", Named, "Named"],
    ["a list of those", Schema.Array(Named), "ReadonlyArray<Named>"],
    ["one or the other", Schema.Union([Named, Tree]), "Named | Tree"]
  ])("%s", ([, schema, whenClosed, whenOpen = whenClosed]) => {
    assert.strictEqual(typeText(wire(schema), closed), whenClosed)
    assert.strictEqual(typeText(wire(schema), open), whenOpen)
  })

  it("that refers to itself does so by its name", () =>
    assert.strictEqual(bodyText(wire(Tree), closed), "{ branches: ReadonlyArray<Tree> }"))

  it.for<[string, Schema.Top, string]>([
    ["a class of the language", Schema.Date, "It has a type of the kind Declaration"],
    ["a bigint", Schema.BigInt, "It has a type of the kind BigInt"],
    ["one bigint", Schema.Literal(1n), "It has a bigint, which JSON does not have."],
    ["a symbol", Schema.Symbol, "It has a type of the kind Symbol"],
    ["a pattern", Schema.TemplateLiteral(["a", Schema.String]), "It has a type of the kind TemplateLiteral"],
    ["nothing at all", Schema.Never, "It has a type of the kind Never"],
    ["anything goes", Schema.Any, "It has a type of the kind Any"],
    ["an object of the language", Schema.ObjectKeyword, "It has a type of the kind ObjectKeyword"],
    ["no body", Schema.Void, "It has a type of the kind Void"],
    [
      "a name no type can have",
      Named.annotate({ identifier: "a/b" }),
      'It has the identifier "a/b", which no type can have.'
    ],
    ["a member deep inside", Schema.Struct({ a: Schema.Struct({ b: Schema.Date }) }), "It.a.b has a type of the kind"],
    [
      "members by symbol",
      Schema.Struct({ [Symbol.for("a")]: Schema.String }),
      "It has a member named by a symbol, which JSON does not have."
    ]
  ])("without a plain one stops the generator: %s", ([, schema, sentence]) =>
    assert.throws(() => typeText(wire(schema), closed), sentence)
  )

  it("that refers to itself without a name stops the generator", () => {
    const Endless = Schema.Array(Schema.suspend((): Schema.Codec<ReadonlyArray<unknown>> => Endless))
    assert.throws(() => typeText(wire(Endless), closed), "A type that refers to itself has no identifier to do so by.")
  })
})

describe("what is said of a member", () => {
  const write = (schema: Schema.Top) => typeText(wire(schema), { ...open, isDocumented: true })

  it("is its description, that it may grow, and a short example", () =>
    assert.strictEqual(
      write(
        Schema.Struct({
          a: Schema.Literals(["x", "y"]).annotate({ description: "Which", "x-extension": true, examples: ["x"] })
        })
      ),
      '{\n/** Which. A newer server may send others. Example: `"x"`. */\nreadonly a: "x" | "y" | (string & {})\n}'
    ))

  it("is what the place says of it, before what its type says", () =>
    assert.include(
      write(
        Schema.Struct({
          a: Schema.String.annotate({ description: "type" }).pipe(Schema.annotateKey({ description: "place" }))
        })
      ),
      "/** place. */"
    ))

  it("does not repeat what a type with a name says of itself", () =>
    assert.strictEqual(
      write(Schema.Struct({ a: Named.annotate({ description: "said there" }) })),
      "{\nreadonly a: Named\n}"
    ))

  it("leaves long examples out", () =>
    assert.deepStrictEqual(paragraphsOf(Schema.String.annotate({ examples: ["x".repeat(80)] }).ast, false, false), []))

  it("cannot end the comment", () => assert.strictEqual(docstring(["a */ b"]), "/** a *\\/ b */\n"))

  it("is broken into lines, never inside of code", () => {
    const lines = docstring([`${"word ".repeat(20)}\`${"code ".repeat(10)}\` end`, "More"]).split("\n")
    assert.deepStrictEqual(lines, [
      "/**",
      ` * ${"word ".repeat(20).trim()}`,
      ` * \`${"code ".repeat(10)}\` end`,
      " *",
      " * More",
      " */",
      ""
    ])
  })
})

/** Schemas by chance, `depth` levels deep at most. */
const someSchema = (depth: number): Arbitrary.Arbitrary<Schema.Top> => {
  const leaves = [
    Schema.String,
    Schema.Int,
    Schema.Boolean,
    Schema.Null,
    Schema.Json,
    Schema.Literals(["a", "b c"]),
    Schema.Literal("*/"),
    Named,
    Tree
  ]
  const leaf = Arbitrary.map(
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: leaves.length - 1 }))),
    (index): Schema.Top => leaves[index] ?? Schema.String
  )
  if (depth === 0) return leaf
  const parts = Arbitrary.array(someSchema(depth - 1), { minLength: 1, maxLength: 3 })
  const kind = Arbitrary.schema(Schema.Literals(["leaf", "array", "struct", "record", "union", "tuple"]))
  return Arbitrary.map(Arbitrary.all({ leaf, kind, parts }), ({ kind, leaf, parts }): Schema.Top => {
    const [first = leaf] = parts
    switch (kind) {
      case "leaf":
        return leaf
      case "array":
        return Schema.Array(first)
      case "record":
        return Schema.Record(Schema.String, first)
      case "union":
        return Schema.Union(parts)
      case "tuple":
        return Schema.Tuple(parts)
      case "struct":
        return Schema.Struct(
          Object.fromEntries(
            parts.map((part, index) => [
              index === 0 ? "a" : `b-${index}`,
              index % 2 === 0
                ? part.annotate({ description: "Said */ of it" })
                : part.annotateKey({ description: "Said" })
            ])
          )
        )
    }
  })
}

describe("the type of any schema", () => {
  it.prop("mentions exactly the names that are said to be in it", { schema: someSchema(3) }, ({ schema }) => {
    const ast = wire(schema)
    const mentioned = typeText(ast, closed)
      .replaceAll(/"[^"]*"/g, "")
      .match(/\b(Json|Named|Tree)\b/g)
    assert.sameMembers([...new Set(mentioned)], [...new Set(namesIn(ast))])
  })

  it.effect("is TypeScript, with and without what is said of it", () =>
    Effect.gen(function* () {
      const schemas = yield* Arbitrary.sampleEffect(someSchema(3), { count: 200 })
      const source = schemas
        .map(wire)
        .flatMap((ast) => [typeText(ast, closed), typeText(ast, { ...open, isDocumented: true })])
        .map((text, index) => `type T${index} = ${text}\n`)
        .join("")
      assert.strictEqual(formatted("types.ts", source).match(/^type T\d+ =/gm)?.length, 2 * schemas.length)
      assert.throws(() => formatted("types.ts", `${source}type T = {`))
    })
  )
})
