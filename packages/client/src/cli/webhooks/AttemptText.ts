/**
 * The latest answers of an endpoint, for people, and their remedies. The service keeps the attempts with its deliveries.
 */
import type { Row } from "../TitledLines.ts"
import type { WebhookDelivery, WebhookEndpoint } from "../../core/Model.ts"

type Attempt = WebhookDelivery["attempts"][number]

/** An attempt, and the event that was sent. */
interface DeliveredAttempt {
  readonly attempt: Attempt
  readonly type: string
}

/** The number of attempts that are shown: both of a ping, and the one before. */
const shownMax = 3

/** The outcome of an attempt: the status of the answer, or the reason why there is none. */
export const outcomeOf = ({ failure = "", status }: Attempt): string =>
  status === undefined ? failure : String(status)

/** Whether an attempt was accepted. */
export const isAccepted = ({ status = 0 }: Attempt): boolean => status >= 200 && status < 300

/** The last attempts of some deliveries, the newest first. */
const lastAttempts = (deliveries: ReadonlyArray<WebhookDelivery>): ReadonlyArray<DeliveredAttempt> =>
  deliveries
    .flatMap(({ attempts, type }) => attempts.map((attempt) => ({ attempt, type })))
    .toSorted((one, other) => other.attempt.at.localeCompare(one.attempt.at))
    .slice(0, shownMax)

/** The next moment in which something is sent. */
const nextAttemptAt = (deliveries: ReadonlyArray<WebhookDelivery>): string | undefined =>
  deliveries.flatMap(({ next_attempt_at: at }) => (at === undefined ? [] : [at])).toSorted()[0]

/** The rows about what an endpoint has answered lately. */
export const attemptRows = (deliveries: ReadonlyArray<WebhookDelivery>): ReadonlyArray<Row> => {
  const last = lastAttempts(deliveries).map(({ attempt, type }) => `${attempt.at}  ${type}  ${outcomeOf(attempt)}`)
  return [
    ["Last attempts", last.length === 0 ? "none yet" : last],
    ["Next attempt", nextAttemptAt(deliveries)]
  ]
}

/** The remedies where there was no answer. */
const failureRemedies: Readonly<Record<NonNullable<Attempt["failure"]>, string>> = {
  dns: "The name of the address was not found. Check the name, and its entry in the DNS.",
  address:
    "The name leads to an address that is not public, and nothing is sent there. Use one that the internet reaches.",
  connection: "The connection was refused or broken off. Check that the program runs, and that the port is reachable.",
  tls: "The certificate of the address is not valid. Check its name, its date and its chain.",
  timeout: "No answer came within 15 seconds. Answer as soon as the event is stored, and work on it afterwards."
}

/** The remedy for a status that is no success. */
const statusRemedy = (status: number, { secret_hint: hint }: WebhookEndpoint): string => {
  if (status < 400)
    return `The address answers ${status}, and redirects are not followed. Use the address that it leads to.`
  if (status === 404 || status === 405)
    return `The address answers ${status}. Check its path, and that the program takes POST there.`
  if (status === 410)
    return "The address answers 410, which says that nothing is there for good, and disables the endpoint. Use another address, or answer with a 2xx status."
  if (status === 429)
    return "The program answers 429: it takes fewer events than are sent. Answer as soon as the event is stored, and work on it afterwards."
  if (status >= 500) return `The program answers ${status}. Look into its log.`
  return `The program answers ${status}. Check that it has the secret that ends with ${hint}, and look into its log.`
}

/** The remedy for the last attempt; none where it was accepted, or there is none. */
export const attemptRemedy = (
  deliveries: ReadonlyArray<WebhookDelivery>,
  endpoint: WebhookEndpoint
): string | undefined => {
  const [last] = lastAttempts(deliveries)
  if (last === undefined || isAccepted(last.attempt)) return undefined
  const { failure, status } = last.attempt
  if (status !== undefined) return statusRemedy(status, endpoint)
  return failure === undefined ? undefined : failureRemedies[failure]
}
