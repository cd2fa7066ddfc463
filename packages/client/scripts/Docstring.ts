/**
 * Writes paragraphs as the comment that editors show, and takes the paragraphs of a schema from its annotations.
 */
import { type Deprecation, deprecationOf, deprecationSentence } from "@partner-api/domain/Deprecation"
import * as SchemaAST from "effect/SchemaAST"

/** The width of a line of a comment, its indentation and marks left out. */
const widthMax = 104

/** The maximum length of an example: a longer one hides more than it shows. */
const exampleLengthMax = 80

const descriptionOf = SchemaAST.resolveAt<unknown>("description")
const isExtension = SchemaAST.resolveAt<unknown>("x-extension")
const examplesOf = SchemaAST.resolveAt<ReadonlyArray<unknown>>("examples")

/** Text that ends like a sentence. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** The first example that a type is annotated with. */
export const exampleOf = (ast: SchemaAST.AST): unknown => examplesOf(ast)?.[0]

const exampleTexts = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  const example = exampleOf(ast)
  const text = example === undefined ? "" : JSON.stringify(example)
  return text === "" || text.length > exampleLengthMax ? [] : [`Example: \`${text}\`.`]
}

/** The tag by which editors strike a name through; none where it stays. */
export const deprecationTag = (deprecation: Deprecation | undefined): ReadonlyArray<string> =>
  deprecation === undefined ? [] : [deprecationSentence(deprecation).replace("Deprecated since", "@deprecated Since")]

/**
 * The documentation of a schema, as paragraphs. `isGrowing` marks a list of values to which a newer server may add;
 * `isNamed` a type with a name, which has its own documentation. Only the type is marked as an extension: at each of its members
 * the mark would repeat.
 */
export const paragraphsOf = (
  ast: SchemaAST.AST,
  isGrowing: boolean,
  isNamed: boolean,
  isMember = false
): ReadonlyArray<string> => {
  const ofMember = ast.context?.annotations?.["description"]
  const description = ofMember ?? (isNamed ? undefined : descriptionOf(ast))
  const texts = [
    ...(typeof description === "string" ? [sentence(description)] : []),
    ...(!isNamed && !isMember && isExtension(ast) === true ? ["Extension: not in the specification."] : []),
    ...(isGrowing ? ["A newer server may send others."] : []),
    ...(isNamed ? [] : exampleTexts(ast))
  ].join(" ")
  return [...(texts === "" ? [] : [texts]), ...deprecationTag(deprecationOf(ast))]
}

/** Words, and code between backticks as one word. */
const wordPattern = /(?:`[^`]*`|[^\s`])+/g

const wrapped = (paragraph: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const [word] of paragraph.matchAll(wordPattern)) {
    if (line !== "" && line.length + 1 + word.length > widthMax) {
      lines.push(line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** Paragraphs, and the lines of each example, as a comment with the end of its line; nothing when there are none. */
export const docstring = (
  paragraphs: ReadonlyArray<string>,
  examples: ReadonlyArray<ReadonlyArray<string>> = []
): string => {
  // What ends a comment inside of one would end it.
  const safe = paragraphs.filter((paragraph) => paragraph !== "").map((paragraph) => paragraph.replaceAll("*/", "*\\/"))
  const lines = [
    ...safe.flatMap((paragraph, index) => [...(index === 0 ? [] : [""]), ...wrapped(paragraph)]),
    ...examples.flatMap((example) => (example.length === 0 ? [] : ["", "@example", "```ts", ...example, "```"]))
  ]
  if (lines.length === 0) return ""
  return lines.length === 1
    ? `/** ${lines.join("")} */\n`
    : `/**\n${lines.map((line) => (line === "" ? " *" : ` * ${line}`)).join("\n")}\n */\n`
}
