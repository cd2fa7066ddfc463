/**
 * Operations as methods: grouped as the contract groups them, each taking its path parameters in order, then its body or its query,
 * then options. The endpoints that take credentials or hand out tokens are not among them: they are the client's own business.
 *
 * The types of these methods are generated (`promise/Methods.ts`, `effect/Methods.ts`); a test holds the two against each other.
 */
import * as Predicate from "effect/Predicate"
import type { AnyOptions } from "./CallOptions.ts"
import type { Operation, OperationInput } from "./Operation.ts"

/** What a method was called with. */
export interface MethodCall {
  readonly input: OperationInput
  readonly options: AnyOptions
}

/** Methods by group and name. */
export type Methods<Result> = Readonly<
  Record<string, Readonly<Record<string, (...args: ReadonlyArray<unknown>) => Result>>>
>

const isOptions = (given: unknown): given is AnyOptions => Predicate.isObject(given)

/** Sorts the arguments of a method by what they are. */
const methodCall = (operation: Operation, args: ReadonlyArray<unknown>): MethodCall => {
  const params = Object.fromEntries(operation.params.map((name, index) => [name, args[index]]))
  const rest = args.slice(operation.params.length)
  const payload = operation.hasPayload ? rest.shift() : undefined
  const query = operation.hasQuery ? rest.shift() : undefined
  const [options] = rest
  return { input: { params, payload, query }, options: isOptions(options) ? options : {} }
}

/** Makes a method of each operation. */
export const methodsOf = <Result>(
  operations: ReadonlyArray<Operation>,
  method: (operation: Operation, call: MethodCall) => Result
): Methods<Result> => {
  const groups: Record<string, Record<string, (...args: ReadonlyArray<unknown>) => Result>> = {}
  for (const operation of operations) {
    if (operation.metadata.credentials === true) continue
    const group = (groups[operation.group] ??= {})
    group[operation.name] = (...args) => method(operation, methodCall(operation, args))
  }
  return groups
}

/** Whether an operation is made within one organization. */
export const isScoped = (operation: Operation): boolean => operation.metadata.access.level === "scoped"

/** Whether an object has every method that the operations say: what the generated types promise. */
const hasMethods = <Shape>(operations: ReadonlyArray<Operation>, given: object): given is Shape & object =>
  operations
    .filter(({ metadata }) => metadata.credentials !== true)
    .every(({ group, name }) => {
      const methods: unknown = Reflect.get(given, group)
      return Predicate.isObject(methods) && Predicate.isFunction(Reflect.get(methods, name))
    })

/** The same object as what the generated types say it is. That it lacks nothing is looked at, when the client is made. */
export const asDeclared = <Shape>(operations: ReadonlyArray<Operation>, given: object): Shape => {
  if (hasMethods<Shape>(operations, given)) return given
  throw new TypeError("The client lacks a method of the contract.")
}
