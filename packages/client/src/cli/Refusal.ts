/**
 * The refusal of the service, as the rules of the domain find it before anything is sent: the sentence of the service, and its remedies.
 */
import { CommandFailure } from "./CommandFailure.ts"

/** A refusal of the domain, as far as it is shown. */
interface Refused {
  readonly message: string
  readonly details?: ReadonlyArray<{ readonly path: string; readonly message: string }>
}

/** The failure of a command that the service would refuse. The remedy is used where the refusal has none. */
export const refusalOf = ({ details = [], message }: Refused, remedy: string): CommandFailure =>
  new CommandFailure({ message, remedy: details.map((one) => `${one.path} ${one.message}`).join("; ") || remedy })
