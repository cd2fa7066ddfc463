/**
 * Operations as methods: grouped as the contract groups them, each taking its path parameters in order, then its body or its query,
 * then options. The endpoints that take credentials or issue tokens are left out: the client calls them.
 *
 * The types of these methods are generated (`Methods.ts`); a test compares them with the contract.
 */
import { hasMethod } from "@partner-api/contract/EndpointMetadata"
import * as Predicate from "effect/Predicate"
import { type CallDefaults, mergeOptions } from "./CallDefaults.ts"
import type { AnyOptions } from "./CallOptions.ts"
import type { Operation, OperationInput } from "./Operation.ts"
import { isCallOption, unknownOption } from "./OptionNames.ts"

/** The arguments of a method. */
export interface MethodCall {
  readonly input: OperationInput
  readonly options: AnyOptions
  /** The mistake in the number or kind of the arguments: the call is not made. */
  readonly mistake: string | undefined
}

/** Methods by group and name. */
export type Methods<Result> = Readonly<
  Record<string, Readonly<Record<string, (...args: ReadonlyArray<unknown>) => Result>>>
>

/** The mistake in the query and the arguments after it. */
const mistakeIn = (
  { id, options: names }: Operation,
  query: unknown,
  [options, ...more]: ReadonlyArray<unknown>
): string | undefined => {
  if (more.length > 0) return `${id} got more arguments than it takes. Its last one are the options of the call.`
  const misplaced = Predicate.isObject(query) ? Object.keys(query).find(isCallOption) : undefined
  if (misplaced !== undefined) return `${misplaced} is an option of the call, not of the query: ${id}(query, options).`
  if (options === undefined) return undefined
  if (!Predicate.isObject(options) || Array.isArray(options)) return `The options of ${id} must be an object.`
  return unknownOption(options, names, id)
}

/** Reads the arguments of a method by their position. */
const methodCall = (operation: Operation, args: ReadonlyArray<unknown>, defaults: CallDefaults): MethodCall => {
  const params = Object.fromEntries(operation.params.map((name, index) => [name, args[index]]))
  const rest = args.slice(operation.params.length)
  const payload = operation.hasPayload ? rest.shift() : undefined
  const query = operation.hasQuery ? rest.shift() : undefined
  // The generated types declare the last argument as options; their values are checked where each is used.
  const options = Predicate.isObject(rest[0]) ? (rest[0] as AnyOptions) : {}
  return {
    input: { params, payload, query },
    options: mergeOptions(defaults.options, options),
    mistake: defaults.mistake ?? mistakeIn(operation, query, rest)
  }
}

/** Makes a method of each operation, and one more of each feed, which follows it. */
export const methodsOf = <Result>(
  operations: ReadonlyArray<Operation>,
  defaults: CallDefaults,
  method: (operation: Operation, call: MethodCall) => Result,
  follow: (operation: Operation, call: MethodCall) => Result
): Methods<Result> => {
  const groups: Record<string, Record<string, (...args: ReadonlyArray<unknown>) => Result>> = {}
  for (const operation of operations) {
    if (!hasMethod(operation.metadata)) continue
    const group = (groups[operation.group] ??= {})
    group[operation.name] = (...args) => method(operation, methodCall(operation, args, defaults))
    if (operation.metadata.isFeed === true)
      group["follow"] = (...args) => follow(operation, methodCall(operation, args, defaults))
  }
  return groups
}

/** Whether an operation is made within one organization. */
export const isScoped = (operation: Operation): boolean => operation.metadata.access.level === "scoped"

/** Whether an object has a method for every operation. */
const hasMethods = (operations: ReadonlyArray<Operation>, given: object): boolean =>
  operations
    .filter(({ metadata }) => hasMethod(metadata))
    .every(({ group, name }) => {
      const methods: unknown = Reflect.get(given, group)
      return Predicate.isObject(methods) && Predicate.isFunction(Reflect.get(methods, name))
    })

/** The object as its generated type, after a check that no method is missing. */
export const asDeclared = <Shape>(operations: ReadonlyArray<Operation>, given: object): Shape => {
  // A test compares the generated types with the contract; what can be missing here is a method.
  if (hasMethods(operations, given)) return given as Shape
  throw new TypeError("The client lacks a method of the contract.")
}
